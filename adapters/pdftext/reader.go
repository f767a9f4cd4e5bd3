// Package pdftext is a ports.TextReader: it reads the text of PDFs of any origin, cross-reference streams included, with
// github.com/ledongthuc/pdf. It is for tests and commands, not for the service: a crafted file can cost this library more memory
// than package pdfreader allows.
package pdftext

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ledongthuc/pdf"

	"platen/adapters/internal/pdfgraphics"
	"platen/domain"
	"platen/ports"
)

var _ ports.TextReader = Reader{}

// Reader reads the text of PDFs. The zero value is ready; it has no state.
type Reader struct{}

const (
	// tail is the greatest distance of %%EOF from the end.
	tail = 1024
	// maxDepth is deeper than page trees are; producers balance theirs.
	maxDepth = 64
	// maxRead bounds the bytes read of one file, repeated reads included, since its objects may refer to each other.
	maxRead = 4 << 30
	// smallestObject is the size of "1 0 obj 1 endobj" and its entry, rounded down. No file has more objects than its size divided
	// by this.
	smallestObject = 16
)

// Text interprets the content of every page.
func (Reader) Text(content []byte) (pages []domain.PageText, err error) {
	defer recovered("read the text", &err)
	end := bytes.TrimRight(content[max(0, len(content)-tail):], "\r\n\t ")
	if !bytes.HasPrefix(content, []byte("%PDF-")) || !bytes.HasSuffix(end, []byte("%%EOF")) {
		return nil, errors.New("read the text: not a whole PDF")
	}
	// The library walks the page tree again for each page.
	reader, err := pdf.NewReader(&meter{bytes.NewReader(content), maxRead}, int64(len(content)))
	if err != nil {
		return nil, fmt.Errorf("read the text: %w", err)
	}
	count := reader.NumPage()
	if count < 1 || count > len(content)/smallestObject {
		return nil, fmt.Errorf("read the text: the PDF says that it has %d pages", count)
	}
	for i := range count {
		page, err := textOf(reader.Page(i + 1))
		if err != nil {
			return nil, fmt.Errorf("read the text of page %d: %w", i+1, err)
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// textOf reads one page.
func textOf(page pdf.Page) (domain.PageText, error) {
	shown, ok := boxOf(attribute(page.V, "MediaBox"))
	if !ok {
		return domain.PageText{}, errors.New("it has no size")
	}
	if crop, ok := boxOf(attribute(page.V, "CropBox")); ok {
		shown = shown.Within(crop)
	}
	c := newContent(pdfgraphics.View{Shown: shown, Turn: int(attribute(page.V, "Rotate").Int64() % 360)})
	c.interpret(page.V.Key("Contents"), attribute(page.V, "Resources"), 0)
	return domain.PageText{Size: c.view.Size(), Spans: c.spans}, nil
}

// attribute returns an attribute of the page, or of the nearest node above it that has it.
func attribute(node pdf.Value, key string) pdf.Value {
	for range maxDepth {
		if value := node.Key(key); !value.IsNull() {
			return value
		}
		node = node.Key("Parent")
	}
	return pdf.Value{}
}

// boxOf reads an array of two opposite corners, in any order.
func boxOf(v pdf.Value) (pdfgraphics.Box, bool) {
	var c [4]float64
	for i := range c {
		c[i] = v.Index(i).Float64()
	}
	b, ok := pdfgraphics.FromCorners(c)
	return b, ok && v.Len() == len(c)
}
