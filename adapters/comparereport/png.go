package comparereport

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// pngEncoder writes PNGs (W3C, Portable Network Graphics, third edition), of opaque RGBA pictures and of those with a palette.
// image/png takes three times as long, since it tries every filter on each line of an RGBA picture, and the pictures would cost
// a report more than the comparison. Safe for concurrent use.
type pngEncoder struct{ scratches sync.Pool }

// scratch is the memory for one picture.
type scratch struct {
	line       []byte
	compressed bytes.Buffer
	compressor *zlib.Writer
}

const (
	pngSignature = "\x89PNG\r\n\x1a\n"

	truecolour, indexedColour = 2, 3 // colour types
	filterNone, filterUp      = 0, 2 // filter types
)

// encode writes a picture.
func (e *pngEncoder) encode(to io.Writer, picture image.Image) error {
	s, _ := e.scratches.Get().(*scratch)
	if s == nil {
		s = &scratch{}
		s.compressor, _ = zlib.NewWriterLevel(nil, zlib.BestSpeed) // it knows this level
	}
	defer e.scratches.Put(s)
	s.compressed.Reset()
	s.compressor.Reset(&s.compressed)

	file := []byte(pngSignature)
	size := picture.Bounds().Size()
	header := binary.BigEndian.AppendUint32(nil, uint32(size.X))   //nolint:gosec // not negative
	header = binary.BigEndian.AppendUint32(header, uint32(size.Y)) //nolint:gosec // not negative
	var err error
	switch p := picture.(type) {
	case *image.Paletted:
		colours, alphas := paletteOf(p.Palette)
		file = chunk(file, "IHDR", append(header, 8, indexedColour, 0, 0, 0))
		file = chunk(chunk(file, "PLTE", colours), "tRNS", alphas)
		err = s.compressIndices(p)
	case *image.RGBA:
		file = chunk(file, "IHDR", append(header, 8, truecolour, 0, 0, 0))
		err = s.compressColours(p)
	default:
		err = fmt.Errorf("a picture is of type %T", picture)
	}
	if err != nil {
		return err
	}
	if err := s.compressor.Close(); err != nil {
		return err
	}
	_, err = to.Write(chunk(chunk(file, "IDAT", s.compressed.Bytes()), "IEND", nil))
	return err
}

// chunk appends a chunk to a file.
func chunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data))) //nolint:gosec // far below 2³¹
	begin := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[begin:]))
}

// paletteOf gives the contents of the chunks PLTE and tRNS.
func paletteOf(palette color.Palette) (colours, alphas []byte) {
	for _, c := range palette {
		plain := color.NRGBAModel.Convert(c).(color.NRGBA)
		colours, alphas = append(colours, plain.R, plain.G, plain.B), append(alphas, plain.A)
	}
	return colours, alphas
}

// compressIndices compresses the lines of a picture with a palette. Filters make those larger.
func (s *scratch) compressIndices(p *image.Paletted) error {
	width := p.Bounds().Dx()
	for y := range p.Bounds().Dy() {
		s.line = append(append(s.line[:0], filterNone), p.Pix[y*p.Stride:][:width]...)
		if _, err := s.compressor.Write(s.line); err != nil {
			return err
		}
	}
	return nil
}

// compressColours compresses the lines of an opaque picture, each as its difference from the line above.
func (s *scratch) compressColours(p *image.RGBA) error {
	width := 4 * p.Bounds().Dx()
	above := make([]byte, width)
	for y := range p.Bounds().Dy() {
		row := p.Pix[y*p.Stride:][:width]
		s.line = append(s.line[:0], filterUp)
		for x := 0; x < width; x += 4 {
			s.line = append(s.line, row[x]-above[x], row[x+1]-above[x+1], row[x+2]-above[x+2])
		}
		if _, err := s.compressor.Write(s.line); err != nil {
			return err
		}
		above = row
	}
	return nil
}
