package pdfcheck

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Text checks that the document contains each snippet. Both are compared as Normal returns them.
func Text(snippets ...string) Check {
	return func(f *File) error {
		text, err := f.Text()
		return contains(text, err, "the document", snippets)
	}
}

// TextOn checks that a page, counted from 1, contains each snippet.
func TextOn(page int, snippets ...string) Check {
	return func(f *File) error {
		text, err := f.TextOn(page)
		return contains(text, err, fmt.Sprintf("page %d", page), snippets)
	}
}

func contains(text string, err error, where string, snippets []string) error {
	for _, s := range snippets {
		if err == nil && !strings.Contains(text, Normal(s)) {
			err = fmt.Errorf("%s does not say %q, but %q", where, s, cut(text))
		}
	}
	return err
}

// NoText checks that the document contains none of the snippets.
func NoText(snippets ...string) Check {
	return func(f *File) error {
		text, err := f.Text()
		for _, s := range snippets {
			if err == nil && strings.Contains(text, Normal(s)) {
				err = fmt.Errorf("it says %q, which it must not", s)
			}
		}
		return err
	}
}

// TextInOrder checks that the document contains each snippet after the end of the one before.
func TextInOrder(snippets ...string) Check {
	return func(f *File) error {
		rest, err := f.Text()
		for i, s := range snippets {
			_, after, found := strings.Cut(rest, Normal(s))
			if err == nil && !found {
				err = fmt.Errorf("it does not say %q after %q", s, snippets[:i])
			}
			rest = after
		}
		return err
	}
}

// Text returns the text of all pages as Normal returns it.
func (f *File) Text() (string, error) {
	if err := f.readTexts(); err != nil {
		return "", err
	}
	return Normal(strings.Join(f.texts, "\n")), nil
}

// TextOn returns the text of one page, counted from 1, as Normal returns it.
func (f *File) TextOn(page int) (string, error) {
	if err := f.readTexts(); err != nil {
		return "", err
	}
	if page < 1 || page > len(f.texts) {
		return "", fmt.Errorf("there is no page %d to read", page)
	}
	return Normal(f.texts[page-1]), nil
}

func (f *File) readTexts() error {
	if f.texts != nil {
		return nil
	}
	out, err := f.run("pdftotext -enc UTF-8 PDF -")
	if err != nil {
		return err
	}
	// pdftotext ends every page with a form feed.
	pages := strings.Split(string(out), "\f")
	f.texts = pages[:len(pages)-1]
	return nil
}

// Normal removes from a text what fonts and layout change: it replaces ligatures and other compatibility forms, drops format characters
// (soft hyphens, zero-width and bidi controls), and turns every run of blanks into one space.
func Normal(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
	return strings.Join(strings.Fields(text), " ")
}
