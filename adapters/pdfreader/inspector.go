// Package pdfreader is the ports.Inspector over github.com/ledongthuc/pdf, which looks an object up when it is
// asked for and parses nothing else: the number of pages costs microseconds where a full parse costs
// milliseconds.
//
// It reads what rendering engines write: one classic cross-reference table, no encryption, no incremental
// updates. Anything else is refused before the library sees it, since on those paths a crafted file could make
// the library loop, or ask for more memory than there is, neither of which Go can recover from.
package pdfreader

import (
	"errors"
	"fmt"

	"github.com/ledongthuc/pdf"

	"platen/domain"
	"platen/ports"
)

var _ ports.Inspector = Inspector{}

// Inspector reads facts off PDFs. The zero value is ready; it holds nothing.
type Inspector struct{}

// Pages counts the pages by the page tree's own count, without walking it.
func (Inspector) Pages(content []byte) (pages int, err error) {
	defer recovered("count the pages", &err)
	f, err := open(content)
	if err != nil {
		return 0, fmt.Errorf("count the pages: %w", err)
	}
	return f.count()
}

// Layout walks the page tree and reads every page's size and links.
func (Inspector) Layout(content []byte) (pages []domain.Page, err error) {
	defer recovered("read the pages", &err)
	f, err := open(content)
	if err != nil {
		return nil, fmt.Errorf("read the pages: %w", err)
	}
	count, err := f.count()
	if err != nil {
		return nil, err
	}
	w := walk{pages: make([]domain.Page, 0, count), nodes: f.objects}
	if err := w.node(f.tree(), inherited{}, 0); err != nil {
		return nil, err
	}
	if len(w.pages) != count {
		return nil, fmt.Errorf("read the pages: the PDF says it has %d and has %d", count, len(w.pages))
	}
	return w.pages, nil
}

// file is a PDF that was found fit for the library.
type file struct {
	reader *pdf.Reader
	// objects is the size of the cross-reference table, and so a bound for whatever the file counts.
	objects int
}

func open(content []byte) (*file, error) {
	objects, err := checkFrame(content)
	if err != nil {
		return nil, err
	}
	reader, err := pdf.NewReader(newMeter(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	return &file{reader, objects}, nil
}

func (f *file) tree() pdf.Value { return f.reader.Trailer().Key("Root").Key("Pages") }

func (f *file) count() (int, error) {
	n := f.tree().Key("Count").Int64()
	if n < 1 || n > int64(f.objects) {
		return 0, fmt.Errorf("count the pages: %d is not possible with %d objects", n, f.objects)
	}
	return int(n), nil
}

// recovered turns the library's panics, its way of telling a malformed file, into errors.
func recovered(operation string, err *error) {
	switch r := recover().(type) {
	case nil:
	case error:
		*err = fmt.Errorf("%s: %w", operation, r)
	default:
		*err = fmt.Errorf("%s: %w", operation, errors.New(fmt.Sprint(r)))
	}
}
