package stamper

import (
	"encoding/binary"
	"unicode/utf16"
)

// sRGB returns an ICC profile (ICC.1:2004-10, which is version 4.2) of the colour space sRGB (IEC 61966-2-1): a display with three
// primaries, adapted to D50, and the one tone curve of sRGB.
func sRGB() []byte {
	tags := []struct {
		name string
		data []byte
	}{
		{"desc", localised("sRGB")},
		{"cprt", localised("No copyright, use freely")},
		{"wtpt", fixed("XYZ ", 0.9642, 1, 0.8249)},
		{"rXYZ", fixed("XYZ ", 0.43607, 0.22249, 0.01392)},
		{"gXYZ", fixed("XYZ ", 0.38515, 0.71687, 0.09708)},
		{"bXYZ", fixed("XYZ ", 0.14307, 0.06061, 0.71410)},
		{"rTRC", curve()}, {"gTRC", nil}, {"bTRC", nil}, // all three have the data of the first
	}
	const header, entry = 128, 12
	p := make([]byte, header, 512)
	p = binary.BigEndian.AppendUint32(p, uint32(len(tags))) //nolint:gosec // nine
	var data []byte
	offset := 0
	for _, tag := range tags {
		if tag.data != nil {
			offset = header + 4 + entry*len(tags) + len(data)
			data = append(data, tag.data...)
		}
		size := len(tag.data)
		if tag.data == nil {
			size = len(curve())
		}
		p = append(p, tag.name...)
		p = binary.BigEndian.AppendUint32(p, uint32(offset))
		p = binary.BigEndian.AppendUint32(p, uint32(size)) //nolint:gosec // less than 512
	}
	p = append(p, data...)
	binary.BigEndian.PutUint32(p, uint32(len(p))) //nolint:gosec // less than 512
	binary.BigEndian.PutUint32(p[8:], 0x04200000)
	copy(p[12:], "mntrRGB XYZ ")
	copy(p[24:], []byte{7, 230, 0, 1, 0, 1}) // a date
	copy(p[36:], "acsp")
	copy(p[68:], fixed("", 0.9642, 1, 0.8249)[4:]) // D50
	return p
}

// fixed writes a type's signature, four bytes that are reserved, and numbers with 16 bits behind the point.
func fixed(signature string, numbers ...float64) []byte {
	b := append([]byte(signature), 0, 0, 0, 0)
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint32(b, uint32(int32(n*65536+0.5))) //nolint:gosec // small positive numbers
	}
	return b
}

// curve is the tone curve of sRGB: a parametric one of type 3.
func curve() []byte {
	b := fixed("para", 0, 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045)
	binary.BigEndian.PutUint16(b[8:], 3)
	return b
}

// localised writes an English text, padded to four bytes.
func localised(text string) []byte {
	b := append([]byte("mluc\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x0cenUS"), 0, 0, 0, byte(2*len(text)), 0, 0, 0, 28) //nolint:gosec // a short text
	for _, unit := range utf16.Encode([]rune(text)) {
		b = binary.BigEndian.AppendUint16(b, unit)
	}
	for len(b)%4 > 0 {
		b = append(b, 0)
	}
	return b
}
