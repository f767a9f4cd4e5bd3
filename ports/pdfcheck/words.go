package pdfcheck

import (
	"errors"
	"fmt"
	"html"
	"strconv"
	"strings"

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

// readWords reads the lines of pdftotext's XHTML that have the size of a page, or a word with its box:
//
//	<page width="595.28" height="841.89">
//	<word xMin="28.3" yMin="29.1" xMax="46.4" yMax="43.1">text</word>
func (f *File) readWords() error {
	if f.words != nil {
		return nil
	}
	out, err := f.run("pdftotext -bbox -enc UTF-8 PDF -")
	for line := range strings.Lines(string(out)) { // a regular expression takes longer than pdftotext
		tag, _, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
		parts := strings.Split(line, `"`) // a quotation mark in a word is written as an entity
		number := func(i int) domain.Length {
			points, _ := strconv.ParseFloat(parts[i], 64)
			return domain.Length(points)
		}
		switch {
		case tag == "<page" && len(parts) == 5:
			f.words, f.sizes = append(f.words, nil), append(f.sizes, domain.Size{Width: number(1), Height: number(3)})
		case tag == "<word" && len(parts) == 9:
			text := strings.TrimSuffix(strings.TrimPrefix(parts[8], ">"), "</word>\n")
			word := Word{Normal(html.UnescapeString(text)), domain.Rect{Left: number(1), Top: number(3), Right: number(5), Bottom: number(7)}}
			f.words[len(f.words)-1] = append(f.words[len(f.words)-1], word)
		}
	}
	return err
}
