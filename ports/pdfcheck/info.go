package pdfcheck

import (
	"fmt"
	"math"
	"strings"

	"platen/domain"
)

// paperTolerance allows for the rounding of paper sizes by engines: up to 1/100 inch, or to whole points.
const paperTolerance = 1.5 * domain.Point

// Pages checks the number of pages.
func Pages(want int) Check { return PagesBetween(want, want) }

// PagesBetween checks that the number of pages is in a range, both ends included.
func PagesBetween(least, most int) Check {
	return func(f *File) error {
		n, err := f.Pages()
		if err == nil && (n < least || n > most) {
			err = fmt.Errorf("got %d pages, want %d to %d", n, least, most)
		}
		return err
	}
}

// Paper checks the size of every page, to 1.5 points.
func Paper(want domain.Size) Check {
	return func(f *File) error {
		sizes, err := f.PageSizes()
		for i := range sizes {
			if err := PaperOn(i+1, want)(f); err != nil {
				return err
			}
		}
		return err
	}
}

// PaperOn checks the size of one page, counted from 1, to 1.5 points.
func PaperOn(page int, want domain.Size) Check {
	return func(f *File) error {
		sizes, err := f.PageSizes()
		if err != nil {
			return err
		}
		if page > len(sizes) {
			return fmt.Errorf("there is no page %d to measure", page)
		}
		got := sizes[page-1]
		if off(got.Width, want.Width) > paperTolerance || off(got.Height, want.Height) > paperTolerance {
			return fmt.Errorf("page %d is %v × %v, want %v × %v", page, got.Width, got.Height, want.Width, want.Height)
		}
		return nil
	}
}

func off(a, b domain.Length) domain.Length { return domain.Length(math.Abs(float64(a - b))) }

// covers reports whether each edge is where it should be, to a tolerance.
func covers(got, want domain.Rect, tolerance domain.Length) bool {
	return off(got.Left, want.Left) <= tolerance && off(got.Top, want.Top) <= tolerance &&
		off(got.Right, want.Right) <= tolerance && off(got.Bottom, want.Bottom) <= tolerance
}

// Title checks the title in the metadata, exactly.
func Title(want string) Check { return Information("Title", want) }

// Tagged checks whether the document is marked as tagged for accessibility.
func Tagged(want bool) Check {
	return Information("Tagged", map[bool]string{true: "yes", false: "no"}[want])
}

// Information checks what pdfinfo says under a name, as in Author.
func Information(name, want string) Check {
	return func(f *File) error {
		info, err := f.Info()
		if err == nil && info[name] != want {
			err = fmt.Errorf("%s is %q, want %q", strings.ToLower(name), info[name], want)
		}
		return err
	}
}

// Info returns the output of pdfinfo, by its names.
func (f *File) Info() (map[string]string, error) {
	out, err := f.run("pdfinfo PDF")
	info := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(line, ":")
		info[name] = strings.TrimSpace(value)
	}
	return info, err
}

// Pages counts the pages, by their words or texts, which most tests need too.
func (f *File) Pages() (int, error) {
	if f.words != nil {
		return len(f.words), nil
	}
	err := f.readTexts()
	return len(f.texts), err
}

// PageSizes returns every page's size.
func (f *File) PageSizes() ([]domain.Size, error) {
	err := f.readWords()
	return f.sizes, err
}

// Structure returns the tree of tags and the text in them, as a screen reader receives it.
func (f *File) Structure() (string, error) {
	out, err := f.run("pdfinfo -struct-text PDF")
	return string(out), err
}
