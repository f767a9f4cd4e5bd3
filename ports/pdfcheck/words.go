package pdfcheck

import (
	"errors"
	"fmt"
	"html"
	"regexp"
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

// bbox is a line of pdftotext's XHTML that has the size of a page, or a word with its box.
var bbox = regexp.MustCompile(
	`^ *<(?:page width="([^"]*)" height="([^"]*)"|word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">([^<]*)</word)>\n$`)

func (f *File) readWords() error {
	if f.words != nil {
		return nil
	}
	out, err := f.run("pdftotext -bbox -enc UTF-8 PDF -")
	for text := range strings.Lines(string(out)) { // to look for the expression in all of it takes fifteen times as long
		line := bbox.FindStringSubmatch(text)
		if line == nil {
			continue
		}
		var n [7]domain.Length
		for i, number := range line[:len(n)] {
			points, _ := strconv.ParseFloat(number, 64)
			n[i] = domain.Length(points)
		}
		if last := len(f.words) - 1; line[1] == "" {
			word := Word{Normal(html.UnescapeString(line[7])), domain.Rect{Left: n[3], Top: n[4], Right: n[5], Bottom: n[6]}}
			f.words[last] = append(f.words[last], word)
			continue
		}
		f.words, f.sizes = append(f.words, nil), append(f.sizes, domain.Size{Width: n[1], Height: n[2]})
	}
	return err
}
