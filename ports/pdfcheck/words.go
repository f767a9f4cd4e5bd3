package pdfcheck

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"

	"platen/domain"
)

// Word is a word and its place on the page.
type Word struct {
	Text string
	domain.Rect
}

// WordAt checks that the box of a word begins at a point of the page, to a tolerance.
func WordAt(page int, text string, left, top, tolerance domain.Length) Check {
	return func(f *File) error {
		w, err := f.Word(page, text)
		if err == nil && (off(w.Left, left) > tolerance || off(w.Top, top) > tolerance) {
			err = fmt.Errorf("%q on page %d begins at %v, %v, want %v, %v", text, page, w.Left, w.Top, left, top)
		}
		return err
	}
}

// WordsWithin checks that every word of a page is inside a region, to a point.
func WordsWithin(page int, region domain.Rect) Check {
	return func(f *File) error {
		words, err := f.Words(page)
		for _, w := range words {
			if w.Left < region.Left-1 || w.Top < region.Top-1 || w.Right > region.Right+1 || w.Bottom > region.Bottom+1 {
				return fmt.Errorf("%q on page %d stands at %v, outside %v", w.Text, page, w.Rect, region)
			}
		}
		return err
	}
}

// Word finds a word on a page, counted from 1; the first one, if there are several.
func (f *File) Word(page int, text string) (Word, error) {
	words, err := f.Words(page)
	for _, w := range words {
		if w.Text == Normal(text) {
			return w, nil
		}
	}
	return Word{}, errors.Join(err, fmt.Errorf("page %d has no word %q", page, text))
}

// Words returns the words of a page, counted from 1, as Normal returns them, in the order of the PDF's text.
func (f *File) Words(page int) ([]Word, error) {
	if err := f.readWords(); err != nil {
		return nil, err
	}
	if page < 1 || page > len(f.words) {
		return nil, fmt.Errorf("there is no page %d to read", page)
	}
	return f.words[page-1], nil
}

// readWords reads pdftotext's XHTML: pages with a size, and words with a box.
func (f *File) readWords() error {
	if f.words != nil {
		return nil
	}
	out, err := f.run("pdftotext -bbox -enc UTF-8 PDF -")
	if err != nil {
		return err
	}
	decoder := xml.NewDecoder(bytes.NewReader(out))
	// Titles are written without escaping, so the output is not always XML.
	decoder.Strict = false
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read pdftotext's words: %w", err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "page":
			f.words = append(f.words, nil)
			f.sizes = append(f.sizes, domain.Size{Width: attribute(start, "width"), Height: attribute(start, "height")})
		case "word":
			var text string
			if err := decoder.DecodeElement(&text, &start); err != nil {
				return fmt.Errorf("read one of pdftotext's words: %w", err)
			}
			box := domain.Rect{Left: attribute(start, "xMin"), Top: attribute(start, "yMin"),
				Right: attribute(start, "xMax"), Bottom: attribute(start, "yMax")}
			last := len(f.words) - 1
			f.words[last] = append(f.words[last], Word{Normal(text), box})
		}
	}
}

// attribute reads a number of pdftotext's, in points; 0 if it is not a number.
func attribute(e xml.StartElement, name string) domain.Length {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			value, _ := strconv.ParseFloat(a.Value, 64)
			return domain.Length(value)
		}
	}
	return 0
}
