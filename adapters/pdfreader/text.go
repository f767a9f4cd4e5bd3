package pdfreader

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ledongthuc/pdf"

	"platen/domain"
	"platen/ports"
)

var _ ports.TextReader = TextReader{}

// TextReader reads the text of PDFs of any origin, cross-reference streams included. It is for tests and commands,
// not for the service: a crafted file can cost it more memory than [Inspector] allows. The zero value is ready.
type TextReader struct{}

// mostRead bounds the bytes read of one file, repeated reads included, since its objects may refer to each other.
const mostRead = 4 << 30

// Text interprets the content of every page.
func (TextReader) Text(content []byte) (pages []domain.PageText, err error) {
	defer recovered("read the text", &err)
	end := bytes.TrimRight(content[max(0, len(content)-tail):], "\r\n\t ")
	if !bytes.HasPrefix(content, []byte("%PDF-")) || !bytes.HasSuffix(end, []byte("%%EOF")) {
		return nil, errNotWhole
	}
	// The library walks the page tree again for each page.
	reader, err := pdf.NewReader(&meter{bytes.NewReader(content), mostRead}, int64(len(content)))
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
		shown = shown.within(crop)
	}
	v := view{shown, int(attribute(page.V, "Rotate").Int64()) % 360}
	c := content{fonts: map[string]*pdf.Font{}, view: v, state: graphics{ctm: identity, textState: textState{stretch: 1}}, left: maxOperators}
	c.interpret(page.V.Key("Contents"), attribute(page.V, "Resources"), 0)
	return domain.PageText{Size: v.size(), Spans: c.spans}, nil
}

// attribute gives an attribute of the page, or of the nearest node above it that has it.
func attribute(node pdf.Value, key string) pdf.Value {
	for range maxDepth {
		if value := node.Key(key); !value.IsNull() {
			return value
		}
		node = node.Key("Parent")
	}
	return pdf.Value{}
}
