package verdict

import (
	"fmt"
	"math"

	"platen/app/compare/pictures"
	"platen/app/compare/words"
)

// symbolReasons returns the reasons of controls, codes and shapes.
func (f *Finding) symbolReasons() (told []string) {
	pages := map[string][]int{}
	for _, c := range f.codes {
		size := fmt.Sprintf("a code of %.0f × %.0f mm ", c.Box.Width(), c.Box.Height())
		if c.Lost {
			size += "is missing"
		} else {
			size += "says something else: its pattern differs"
		}
		pages[size] = append(pages[size], c.Page)
	}
	for _, p := range f.pages {
		for _, c := range p.Controls {
			key := "a box is no longer marked"
			if c.Marked {
				key = "a box is marked"
			}
			if near := f.wordAfter(p.A, c.Box); near != "" {
				key += ", at “" + near + "”"
			}
			pages[key] = append(pages[key], p.A)
		}
		for _, c := range p.Figures {
			if !harmless(c) {
				pages[c.String()] = append(pages[c.String()], p.A)
			}
		}
	}
	return onPages(pages)
}

// wordAfter is the reference's nearest word on the line of a box.
func (f *Finding) wordAfter(page int, b words.Box) (text string) {
	nearest := 30.0 // millimetres
	for i, w := range f.words.A {
		middle := (b.Y0 + b.Y1) / 2
		if d := max(w.Box.X0-b.X1, b.X0-w.Box.X1); w.Page == page && w.Box.Y0 < middle && w.Box.Y1 > middle && d < nearest && d > -1 {
			nearest, text = d, w.Text
			if next := i + 1; next < len(f.words.A) && f.words.A[next].Page == page && f.words.A[next].Box.Besides(w.Box) {
				text += " " + f.words.A[next].Text
			}
		}
	}
	return text
}

// leastArea is the share of a page from which on a difference is one of its background.
const leastArea = 0.1

// drawnReasons reports what differs beside words: areas of some size, and other things.
func (f *Finding) drawnReasons() (told []reason) {
	const least = 1 // square millimetre: less is hardly seen
	var areas, others []int
	largest, area, most := 0.0, 0.0, 0.0
	for _, p := range f.pages {
		switch {
		case p.Area >= leastArea:
			areas, largest = append(areas, p.A), max(largest, p.Area)
		case p.Residue > least:
			others, area, most = append(others, p.A), area+p.Residue, max(most, p.Area)
		}
	}
	if len(areas) > 0 {
		differs := fmt.Sprintf("%sthe background or a picture differs on %.0f %% of the page", where(areas), 100*largest)
		told = append(told, reason{differs, largest})
	}
	if len(others) > 0 {
		differs := fmt.Sprintf("%slines, backgrounds or pictures differ (%.0f mm² in all)", where(others), math.Ceil(area))
		told = append(told, reason{differs, most})
	}
	return told
}

// figureReasons returns the reasons of the figures that say the same.
func (f *Finding) figureReasons() (told []reason) {
	pages, seen := map[string][]int{}, map[string]float64{}
	for _, p := range f.pages {
		for _, c := range p.Figures {
			if !harmless(c) {
				continue
			}
			key := c.String()
			pages[key] = append(pages[key], p.A)
			if c.By != pictures.Altered && p.Area < leastArea {
				seen[key] = max(seen[key], p.Area)
			}
		}
	}
	for _, key := range sortedKeys(pages) {
		told = append(told, reason{where(pages[key]) + key, seen[key]})
	}
	return told
}
