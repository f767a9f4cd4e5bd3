package rendertest

import (
	"encoding/binary"
	"slices"
	"unicode/utf16"
)

const (
	em          = 1000
	firstLetter = ' '
	lastLetter  = '~'
	letters     = lastLetter - firstLetter + 1
)

// SquareFont is a TrueType font in which every printable ASCII character is a filled square of one em, and the space is
// empty: a word of n letters is a solid bar, n times as long as the font size. So a picture shows whether the font was
// loaded. The tables are those that the OpenType specification 1.9 requires.
func SquareFont() []byte {
	tables := []struct {
		tag  string
		data []byte
	}{
		{"OS/2", metricsTable()},
		{"cmap", characterMap()},
		{"glyf", nil},
		{"head", header()},
		{"hhea", horizontalHeader()},
		{"hmtx", horizontalMetrics()},
		{"loca", nil},
		{"maxp", words(1, 0, letters+1, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)},
		{"name", names()},
		{"post", words(3, 0, 0, 0, 0xff9c, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)},
	}
	tables[2].data, tables[6].data = outlines()

	directory := words(1, 0, uint16(len(tables)), 128, 3, uint16(len(tables)*16-128))
	body, offset := []byte{}, len(directory)+16*len(tables)
	for _, t := range tables {
		directory = append(directory, t.tag...)
		padded := append(slices.Clone(t.data), make([]byte, (4-len(t.data)%4)%4)...)
		directory = binary.BigEndian.AppendUint32(directory, checksum(padded))
		directory = binary.BigEndian.AppendUint32(directory, uint32(offset+len(body)))
		directory = binary.BigEndian.AppendUint32(directory, uint32(len(t.data)))
		body = append(body, padded...)
	}
	font := slices.Concat(directory, body)
	// A field of the head table makes the checksum of the whole font a magic number.
	head := slices.Index(tagsOf(directory), "head")
	at := binary.BigEndian.Uint32(directory[12+16*head+8:]) + 8
	binary.BigEndian.PutUint32(font[at:], 0xB1B0AFBA-checksum(font))
	return font
}

func tagsOf(directory []byte) (tags []string) {
	for at := 12; at < len(directory); at += 16 {
		tags = append(tags, string(directory[at:at+4]))
	}
	return tags
}

func checksum(padded []byte) (sum uint32) {
	for i := 0; i+4 <= len(padded); i += 4 {
		sum += binary.BigEndian.Uint32(padded[i:])
	}
	return sum
}

func words(values ...uint16) (b []byte) {
	for _, v := range values {
		b = binary.BigEndian.AppendUint16(b, v)
	}
	return b
}

// outlines returns the tables glyf and loca: glyph 0 for missing characters, 1 for the space, squares for the rest.
func outlines() (glyf, loca []byte) {
	square := words(1, 0, 0, em, em, 3, 0)
	square = append(square, 1, 1, 1, 1) // four corners on the curve
	square = append(square, words(0, 0, em, 0)...)
	var down int16 = -em
	square = append(square, words(0, em, 0, uint16(down))...)
	for glyph := range letters + 2 {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		if glyph > 1 && glyph <= letters {
			glyf = append(glyf, square...)
		}
	}
	return glyf, loca
}

func characterMap() []byte {
	first, delta := uint16(firstLetter), 0x10000+1-firstLetter
	table := words(0, 1, 3, 1, 0, 12) // one encoding: Windows, Unicode
	// Format 4: two segments, the letters and the one that ends the table.
	return append(table, words(4, 32, 0, 4, 4, 1, 0, lastLetter, 0xffff, 0, first, 0xffff, uint16(delta), 1, 0, 0)...)
}

func header() []byte {
	table := words(1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 3, em)
	table = append(table, make([]byte, 16)...) // created and modified in 1904
	return append(table, words(0, 0, em, em, 0, 8, 2, 1, 0)...)
}

func horizontalHeader() []byte {
	return words(1, 0, em, 0, 0, em, 0, 0, em, 1, 0, 0, 0, 0, 0, 0, 0, letters+1)
}

func horizontalMetrics() (table []byte) {
	for range letters + 1 {
		table = append(table, words(em, 0)...)
	}
	return table
}

func metricsTable() []byte {
	return slices.Concat(
		words(4, em, 400, 5, 0, 500, 500, 0, 100, 500, 500, 0, 300, 50, 300, 0),
		make([]byte, 10),                     // panose
		[]byte{0, 0, 0, 1}, make([]byte, 12), // Basic Latin
		[]byte("TEST"), // vendor
		words(0x40, firstLetter, lastLetter, em, 0, 0, em, 0),
		[]byte{0, 0, 0, 1, 0, 0, 0, 0}, // Latin 1
		words(em, em, 0, firstLetter, 1),
	)
}

func names() []byte {
	texts := []struct {
		id   uint16
		text string
	}{{1, "Square"}, {2, "Regular"}, {3, "Square 1"}, {4, "Square"}, {5, "Version 1.0"}, {6, "Square"}}
	table := words(0, uint16(len(texts)), uint16(6+12*len(texts)))
	var strings []byte
	for _, t := range texts {
		encoded := words(utf16.Encode([]rune(t.text))...)
		table = append(table, words(3, 1, 0x409, t.id, uint16(len(encoded)), uint16(len(strings)))...)
		strings = append(strings, encoded...)
	}
	return append(table, strings...)
}
