package features

import (
	"fmt"
	"slices"
	"strings"

	"platen/domain"
)

func linked(d drawn, c check) error {
	if slices.Contains(d.reading.Links, c.words[0]) {
		return nil
	}
	return fmt.Errorf("there is no link to %s", c.words[0])
}

func inFont(d drawn, c check) error {
	if slices.ContainsFunc(d.reading.Fonts, func(f string) bool { return strings.HasPrefix(f, c.words[0]) }) {
		return nil
	}
	return fmt.Errorf("the fonts are %s", strings.Join(d.reading.Fonts, ", "))
}

func pages(d drawn, c check) error {
	if len(d.reading.Pages) != c.n {
		return fmt.Errorf("there are %d pages, not %d", len(d.reading.Pages), c.n)
	}
	return nil
}

func says(d drawn, c check) error {
	page, _ := d.page(c.page) // a page that is not there says nothing
	var words []string
	for _, w := range page.Words {
		words = append(words, w.Text)
	}
	text := strings.Join(words, " ")
	if strings.Contains(text, c.rest()) != (c.kind == "text") {
		return fmt.Errorf("page %d says %.60q", c.page, text)
	}
	return nil
}

func paper(d drawn, c check) error {
	page, err := d.page(c.page)
	if err != nil {
		return err
	}
	w, h := page.Size.Width.Millimetres(), page.Size.Height.Millimetres()
	width, height := c.distances[0], c.distances[1]
	if w < width-1 || w > width+1 || h < height-1 || h > height+1 {
		return fmt.Errorf("page %d is %.0f × %.0f mm", c.page, w, h)
	}
	return nil
}

func wordAt(d drawn, c check) error {
	page, err := d.page(c.page)
	if err != nil {
		return err
	}
	word, box := c.words[0], c.distances
	told := fmt.Errorf("page %d has no word %q", c.page, word)
	for _, w := range page.Words {
		if w.Text != word {
			continue
		}
		x, y := (w.Box.Left+w.Box.Right).Millimetres()/2, (w.Box.Top+w.Box.Bottom).Millimetres()/2
		if x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] {
			return nil
		}
		told = fmt.Errorf("%q is at %.0f, %.0f mm of page %d", word, x, y, c.page)
	}
	return told
}

func below(d drawn, c check) error {
	page, err := d.page(c.page)
	if err != nil {
		return err
	}
	boxes := map[string]domain.Rect{}
	for _, w := range page.Words {
		boxes[w.Text] = w.Box
	}
	word, other := c.words[0], c.words[1]
	lower, is := boxes[word]
	upper, there := boxes[other]
	if !is || !there {
		return fmt.Errorf("page %d has no words %q and %q", c.page, word, other)
	}
	if distance := lower.Top - upper.Top; distance < lower.Height()/2 {
		return fmt.Errorf("%q is %.1f mm below %q", word, distance.Millimetres(), other)
	}
	return nil
}
