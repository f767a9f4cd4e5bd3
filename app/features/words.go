package features

import (
	"fmt"
	"slices"
	"strings"

	"platen/domain"
)

func linked(uri string) check {
	return func(d drawn) error {
		if slices.Contains(d.reading.Links, uri) {
			return nil
		}
		return fmt.Errorf("there is no link to %s", uri)
	}
}

func inFont(name string) check {
	return func(d drawn) error {
		if slices.ContainsFunc(d.reading.Fonts, func(f string) bool { return strings.HasPrefix(f, name) }) {
			return nil
		}
		return fmt.Errorf("the fonts are %s", strings.Join(d.reading.Fonts, ", "))
	}
}

func pages(n int) check {
	return func(d drawn) error {
		if len(d.pages) != n {
			return fmt.Errorf("there are %d pages, not %d", len(d.pages), n)
		}
		return nil
	}
}

func says(page int, words string, want bool) check {
	return func(d drawn) error {
		var text []string
		if page <= len(d.reading.Pages) {
			for _, w := range d.reading.Pages[page-1].Words {
				text = append(text, w.Text)
			}
		}
		if has := strings.Contains(strings.Join(text, " "), words); has != want {
			return fmt.Errorf("page %d says %.60q", page, strings.Join(text, " "))
		}
		return nil
	}
}

func paper(page int, width, height float64) check {
	return func(d drawn) error {
		if page > len(d.reading.Pages) {
			return fmt.Errorf("there is no page %d", page)
		}
		size := d.reading.Pages[page-1].Size
		w, h := size.Width.Millimetres(), size.Height.Millimetres()
		if w < width-1 || w > width+1 || h < height-1 || h > height+1 {
			return fmt.Errorf("page %d is %.0f × %.0f mm", page, w, h)
		}
		return nil
	}
}

func wordAt(page int, word string, box [4]float64) check {
	return func(d drawn) error {
		if page > len(d.reading.Pages) {
			return fmt.Errorf("there is no page %d", page)
		}
		told := fmt.Errorf("page %d has no word %q", page, word)
		for _, w := range d.reading.Pages[page-1].Words {
			if w.Text != word {
				continue
			}
			x, y := (w.Box.Left+w.Box.Right).Millimetres()/2, (w.Box.Top+w.Box.Bottom).Millimetres()/2
			if x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] {
				return nil
			}
			told = fmt.Errorf("%q is at %.0f, %.0f mm of page %d", word, x, y, page)
		}
		return told
	}
}

func below(page int, word, other string) check {
	return func(d drawn) error {
		boxes := map[string]domain.Rect{}
		if page <= len(d.reading.Pages) {
			for _, w := range d.reading.Pages[page-1].Words {
				boxes[w.Text] = w.Box
			}
		}
		lower, is := boxes[word]
		upper, there := boxes[other]
		if !is || !there {
			return fmt.Errorf("page %d has no words %q and %q", page, word, other)
		}
		if distance := lower.Top - upper.Top; distance < lower.Height()/2 {
			return fmt.Errorf("%q is %.1f mm below %q", word, distance.Millimetres(), other)
		}
		return nil
	}
}
