package verdict

import (
	"cmp"
	"fmt"
	"slices"

	"platen/app/compare/words"
)

// reason is a sentence for people, and what share of the document a person sees in it at once; more than 1 for another layout.
type reason struct {
	text string
	seen float64
}

// reasons says in words what was found: what the document no longer says first, then what the eye sees, the largest first.
func (f *Finding) reasons() []string {
	told := append([]string{}, slices.Concat(f.wordReasons(), f.changeReasons(), f.repeatReasons(), f.symbolReasons())...)
	seen := slices.Concat(f.blankReason(), f.pageReasons(), f.columnReason(), f.moveReasons(), f.lookReasons(), f.figureReasons(),
		f.drawnReasons(), f.marginReason(), f.linkReason())
	slices.SortStableFunc(seen, func(x, y reason) int { return cmp.Compare(y.seen, x.seen) })
	for _, r := range seen {
		told = append(told, r.text)
	}
	if _, furthest := words.Shifts(f.words.Moves); len(told) == 0 && furthest > words.SubpixelMove {
		told = append(told, fmt.Sprintf("words moved by up to %.1f mm", furthest))
	}
	if len(told) == 0 && slices.ContainsFunc(f.pages, func(p Page) bool { return p.Changed > leastChanged }) {
		told = append(told, "a few pixels differ")
	}
	return told
}

// area is that of a word of the reference, as a share of all pages.
func (f *Finding) area(i int) float64 {
	b := f.words.A[i].Box
	return b.Width() * b.Height() / (area(f.a.Pages[f.words.A[i].Page].Size) * float64(len(f.a.Pages)))
}

func (f *Finding) linkReason() []reason {
	gone, come := f.structure.MissingLinks, f.structure.ExtraLinks
	switch {
	case len(gone) == 0:
		return nil
	case len(gone) == len(come):
		lead := plural(len(gone), "link leads", "links lead")
		return []reason{{fmt.Sprintf("%s elsewhere: to %s instead of %s", lead, some(come), some(gone)), 0}}
	}
	return []reason{{fmt.Sprintf("%s missing: %s", plural(len(gone), "link is", "links are"), some(gone)), 0}}
}
