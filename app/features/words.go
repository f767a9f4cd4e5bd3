package features

import (
	"fmt"
	"slices"
	"strings"

	"platen/domain"
)

func linked(d drawn, a arguments) error {
	if slices.Contains(d.reading.Links, a.words[0]) {
		return nil
	}
	return fmt.Errorf("there is no link to %s", a.words[0])
}

func inFont(d drawn, a arguments) error {
	if slices.ContainsFunc(d.reading.Fonts, func(f string) bool { return strings.HasPrefix(f, a.words[0]) }) {
		return nil
	}
	return fmt.Errorf("the fonts are %s", strings.Join(d.reading.Fonts, ", "))
}

func pages(d drawn, a arguments) error {
	if len(d.reading.Pages) != a.n {
		return fmt.Errorf("there are %d pages, not %d", len(d.reading.Pages), a.n)
	}
	return nil
}

func says(d drawn, a arguments) error {
	page, _ := d.page(a.page) // a page that is not there says nothing
	var words []string
	for _, w := range page.Words {
		words = append(words, w.Text)
	}
	text := strings.Join(words, " ")
	if strings.Contains(text, a.rest()) != (a.kind == "text") {
		return fmt.Errorf("page %d says %.60q", a.page, text)
	}
	return nil
}

func paper(d drawn, a arguments) error {
	page, err := d.page(a.page)
	if err != nil {
		return err
	}
	w, h := page.Size.Width.Millimetres(), page.Size.Height.Millimetres()
	width, height := a.distances[0], a.distances[1]
	if w < width-1 || w > width+1 || h < height-1 || h > height+1 {
		return fmt.Errorf("page %d is %.0f × %.0f mm", a.page, w, h)
	}
	return nil
}

func wordAt(d drawn, a arguments) error {
	page, err := d.page(a.page)
	if err != nil {
		return err
	}
	word, box := a.words[0], a.distances
	told := fmt.Errorf("page %d has no word %q", a.page, word)
	for _, w := range page.Words {
		if w.Text != word {
			continue
		}
		x, y := (w.Box.Left+w.Box.Right).Millimetres()/2, (w.Box.Top+w.Box.Bottom).Millimetres()/2
		if x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] {
			return nil
		}
		told = fmt.Errorf("%q is at %.0f, %.0f mm of page %d", word, x, y, a.page)
	}
	return told
}

func below(d drawn, a arguments) error {
	page, err := d.page(a.page)
	if err != nil {
		return err
	}
	boxes := map[string]domain.Rect{}
	for _, w := range page.Words {
		boxes[w.Text] = w.Box
	}
	word, other := a.words[0], a.words[1]
	lower, is := boxes[word]
	upper, there := boxes[other]
	if !is || !there {
		return fmt.Errorf("page %d has no words %q and %q", a.page, word, other)
	}
	if distance := lower.Top - upper.Top; distance < lower.Height()/2 {
		return fmt.Errorf("%q is %.1f mm below %q", word, distance.Millimetres(), other)
	}
	return nil
}
