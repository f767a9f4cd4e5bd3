package fake

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// The objects that every file has. The fonts have the first numbers after the page tree.
const (
	catalogObject = iota + 1
	treeObject
	latinObject   // Courier, which every reader has
	otherObject   // the font of all other letters
	letterObject  // its descendant font
	descriptor    // the font descriptor
	unicodeObject // the CMap from its codes to letters
	firstPage
)

// writePDF writes a file without compression. Equal pages give equal bytes.
func writePDF(pages []page) []byte {
	w := &pdfWriter{codes: map[rune]int{}}
	w.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	kids := make([]string, len(pages))
	for i, p := range pages {
		object := firstPage + 2*i
		kids[i] = fmt.Sprintf("%d 0 R", object)
		w.object(object, fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 %.2f %.2f]"+
			"/Resources<</Font<</F1 %d 0 R/F2 %d 0 R>>>>/Contents %d 0 R>>",
			treeObject, p.width, p.height, latinObject, otherObject, object+1))
		w.stream(object+1, w.content(p))
	}
	w.object(catalogObject, fmt.Sprintf("<</Type/Catalog/Pages %d 0 R>>", treeObject))
	w.object(treeObject, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(pages), strings.Join(kids, " ")))
	w.object(latinObject, "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>")
	w.object(otherObject, fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/Fake/Encoding/Identity-H"+
		"/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>", letterObject, unicodeObject))
	w.object(letterObject, fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/Fake"+
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW %.0f/FontDescriptor %d 0 R>>", letterWidth*1000, descriptor))
	w.object(descriptor, "<</Type/FontDescriptor/FontName/Fake/Flags 4"+
		"/FontBBox[0 -200 600 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>")
	w.stream(unicodeObject, w.unicode())
	w.end()
	return w.Bytes()
}

// pdfWriter writes objects and records their offsets.
type pdfWriter struct {
	bytes.Buffer
	offsets []int // by object number
	// codes are the codes of the letters that Courier does not have, from 1.
	codes   map[rune]int
	letters []rune
}

func (w *pdfWriter) object(number int, content string) {
	if missing := number + 1 - len(w.offsets); missing > 0 {
		w.offsets = append(w.offsets, make([]int, missing)...)
	}
	w.offsets[number] = w.Len()
	fmt.Fprintf(w, "%d 0 obj\n%s\nendobj\n", number, content)
}

func (w *pdfWriter) stream(number int, content string) {
	w.object(number, fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content))
}

func (w *pdfWriter) end() {
	table := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", len(w.offsets))
	for _, offset := range w.offsets[1:] {
		fmt.Fprintf(w, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(w, "trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(w.offsets), catalogObject, table)
}

// content returns a page's content stream.
func (w *pdfWriter) content(p page) string {
	var b strings.Builder
	b.WriteString("BT\n")
	for _, l := range p.lines {
		x := l.x
		for _, r := range runsOf(l.text) {
			font, text := "F1", "("+r.latin+")"
			if r.latin == "" {
				font, text = "F2", "<"+w.encode(r.other)+">"
			}
			fmt.Fprintf(&b, "/%s %.2f Tf 1 0 0 1 %.2f %.2f Tm %s Tj\n", font, l.letter, x, l.y, text)
			x += float64(r.letters) * letterWidth * l.letter
		}
	}
	b.WriteString("ET")
	return b.String()
}

// run is text in one font: Latin text in WinAnsi with PDF's escapes, or other text.
type run struct {
	latin   string
	other   []rune
	letters int
}

func runsOf(text string) []run {
	var runs []run
	escapes := map[rune]string{'(': `\(`, ')': `\)`, '\\': `\\`}
	for _, r := range text {
		code, latin := charmap.Windows1252.EncodeRune(r)
		if latin = latin && r >= ' ' && r != 0x7f && (r < 0x80 || r > 0x9f); len(runs) == 0 || latin != (runs[len(runs)-1].latin != "") {
			runs = append(runs, run{})
		}
		last := &runs[len(runs)-1]
		last.letters++
		switch {
		case !latin:
			last.other = append(last.other, r)
		case escapes[r] != "":
			last.latin += escapes[r]
		default:
			last.latin += string([]byte{code})
		}
	}
	return runs
}

// encode returns the codes of letters in hexadecimal.
func (w *pdfWriter) encode(letters []rune) string {
	var b strings.Builder
	for _, r := range letters {
		if w.codes[r] == 0 && len(w.letters) < 0xffff { // beyond that, letters are left out
			w.letters = append(w.letters, r)
			w.codes[r] = len(w.letters)
		}
		fmt.Fprintf(&b, "%04X", w.codes[r])
	}
	return b.String()
}

// unicode returns the CMap that maps codes to letters.
func (w *pdfWriter) unicode() string {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	code := 0
	for section := range slices.Chunk(w.letters, 100) { // at most 100 a section
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
	return b.String()
}
