package fake

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"platen/adapters/pdf/object"
)

// The names of the fonts: Courier, which every reader has, and the one of all other letters.
const latinFont, otherFont = "F1", "F2"

// writePDF writes a file, whose texts are not compressed. Equal pages give equal bytes.
func writePDF(pages []page) ([]byte, error) {
	file, letters := object.New(), otherLetters{codes: map[rune]int{}}
	tree, other := file.Add(nil), file.Add(nil)
	latin := file.Add(object.Dict{"Type": object.Name("Font"), "Subtype": object.Name("Type1"), "BaseFont": object.Name("Courier"),
		"Encoding": object.Name("WinAnsiEncoding")})
	resources := file.Add(object.Dict{"Font": object.Dict{latinFont: latin, otherFont: other}})
	var kids object.Array
	for _, p := range pages {
		kids = append(kids, file.Add(object.Dict{
			"Type": object.Name("Page"), "Parent": tree, "MediaBox": object.Array{0.0, 0.0, p.width, p.height},
			"Resources": resources, "Contents": file.Add(object.Stream{Dict: object.Dict{}, Data: letters.content(p)}),
		}))
	}
	file.Set(tree, object.Dict{"Type": object.Name("Pages"), "Count": float64(len(kids)), "Kids": kids})
	descriptor := file.Add(object.Dict{
		"Type": object.Name("FontDescriptor"), "FontName": object.Name("Fake"), "Flags": 4.0, "FontBBox": object.Array{0.0, -200.0, 600.0, 800.0},
		"ItalicAngle": 0.0, "Ascent": 800.0, "Descent": -200.0, "CapHeight": 700.0, "StemV": 80.0,
	})
	descendant := file.Add(object.Dict{
		"Type": object.Name("Font"), "Subtype": object.Name("CIDFontType2"), "BaseFont": object.Name("Fake"),
		"CIDSystemInfo": object.Dict{"Registry": object.String("Adobe"), "Ordering": object.String("Identity"), "Supplement": 0.0},
		"DW":            letterWidth * 1000, "FontDescriptor": descriptor,
	})
	file.Set(other, object.Dict{
		"Type": object.Name("Font"), "Subtype": object.Name("Type0"), "BaseFont": object.Name("Fake"), "Encoding": object.Name("Identity-H"),
		"DescendantFonts": object.Array{descendant}, "ToUnicode": file.Add(object.NewStream(object.Dict{}, letters.unicode())),
	})
	file.SetTrailer("Root", object.Dict{"Type": object.Name("Catalog"), "Pages": tree})
	return file.Write()
}

// otherLetters are those that Courier does not have, and their codes, from 1.
type otherLetters struct {
	codes   map[rune]int
	letters []rune
}

// content returns a page's content stream.
func (o *otherLetters) content(p page) []byte {
	content := []byte("BT\n")
	for _, l := range p.lines {
		x := l.x
		for _, r := range o.runsOf(l.text) {
			content = fmt.Appendf(content, "/%s %.2f Tf 1 0 0 1 %.2f %.2f Tm ", r.font, l.letter, x, l.y)
			content = append(object.Append(content, object.String(r.codes)), " Tj\n"...)
			x += float64(r.letters) * letterWidth * l.letter
		}
	}
	return append(content, "ET"...)
}

// run is text in one font.
type run struct {
	font    object.Name
	codes   []byte
	letters int
}

func (o *otherLetters) runsOf(text string) (runs []run) {
	for _, r := range text {
		font, codes := object.Name(otherFont), []byte(nil)
		if code, latin := charmap.Windows1252.EncodeRune(r); latin && r >= ' ' && r != 0x7f && (r < 0x80 || r > 0x9f) {
			font, codes = latinFont, []byte{code}
		} else {
			codes = binary.BigEndian.AppendUint16(nil, o.code(r))
		}
		if len(runs) == 0 || runs[len(runs)-1].font != font {
			runs = append(runs, run{font: font})
		}
		last := &runs[len(runs)-1]
		last.codes = append(last.codes, codes...)
		last.letters++
	}
	return runs
}

// code returns a letter's code; 0, which stands for no letter, if there are too many letters.
func (o *otherLetters) code(letter rune) uint16 {
	const most = 0xffff
	if o.codes[letter] == 0 && len(o.letters) < most {
		o.letters = append(o.letters, letter)
		o.codes[letter] = len(o.letters)
	}
	return uint16(o.codes[letter]) //nolint:gosec // at most that
}

// unicode returns the CMap that maps codes to letters.
func (o *otherLetters) unicode() []byte {
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	code := 0
	for section := range slices.Chunk(o.letters, 100) { // at most 100 a section
		fmt.Fprintf(&b, "%d beginbfchar\n", len(section))
		for _, r := range section {
			code++
			fmt.Fprintf(&b, "<%04X> <", code)
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, "%04X", unit)
			}
			b.WriteString(">\n")
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend")
	return b.Bytes()
}
