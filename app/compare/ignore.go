package compare

import (
	"image"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"platen/app/compare/pictures"
	"platen/app/compare/verdict"
	"platen/app/compare/words"
	"platen/domain"
	"platen/domain/comparison"
)

// Ignored is what does not count in a document: a text or an area.
type Ignored struct {
	// Text matches what may differ, as a date: such words are equal. A match is looked for in the lines of a page, which end with line
	// feeds and whose words are divided by blanks.
	Text *regexp.Regexp
	// Area is for a nil Text: left, top, width and height of what counts for nothing on a Page, counted from 1; nil: on all.
	Area []domain.Length
	Page *int
	// Found is set once anything is ignored; nil: nobody asks.
	Found *atomic.Bool `yaml:"-"`
}

// found notes regions that are ignored.
func (i Ignored) found(regions ...domain.Rect) []domain.Rect {
	if len(regions) > 0 && i.Found != nil {
		i.Found.Store(true)
	}
	return regions
}

// ignoredText stands for what a text rule matches.
const ignoredText = "…"

// withoutIgnored returns the reading without what does not count, and the regions of each page that are not to be looked at.
func withoutIgnored(all []Ignored, reading domain.Reading) (domain.Reading, [][]domain.Rect) {
	reading.Pages = slices.Clone(reading.Pages)
	regions := make([][]domain.Rect, len(reading.Pages))
	for i := range reading.Pages {
		page := &reading.Pages[i]
		for _, ignored := range all {
			if ignored.Text == nil && (ignored.Page == nil || *ignored.Page == i+1) {
				left, top := ignored.Area[0], ignored.Area[1]
				area := domain.Rect{Left: left, Top: top, Right: left + ignored.Area[2], Bottom: top + ignored.Area[3]}
				regions[i] = append(regions[i], ignored.found(area)...)
			}
		}
		page.Words = slices.DeleteFunc(slices.Clone(page.Words), func(w domain.Word) bool { return inAny(regions[i], w.Box) })
		for _, ignored := range all {
			if ignored.Text != nil {
				var found []domain.Rect
				page.Words, found = replaceMatches(page.Words, ignored.Text)
				regions[i] = append(regions[i], ignored.found(found...)...)
			}
		}
	}
	return reading, regions
}

// inAny reports whether the middle of a box is in one of the regions.
func inAny(regions []domain.Rect, box domain.Rect) bool {
	x, y := (box.Left+box.Right)/2, (box.Top+box.Bottom)/2
	return slices.ContainsFunc(regions, func(r domain.Rect) bool { return x >= r.Left && x < r.Right && y >= r.Top && y < r.Bottom })
}

// replaceMatches replaces the words that matches are in, one after the other, by one word, and returns where they stood.
func replaceMatches(words []domain.Word, text *regexp.Regexp) (kept []domain.Word, regions []domain.Rect) {
	var joined strings.Builder
	starts, ends := make([]int, len(words)), make([]int, len(words))
	for i, w := range words {
		if i > 0 {
			joined.WriteByte(between(words[i-1], w))
		}
		starts[i] = joined.Len()
		joined.WriteString(w.Text)
		ends[i] = joined.Len()
	}
	page := joined.String()
	next, written := 0, 0 // the first word that is neither kept nor replaced, and how far the last replaced ones are written
	for _, match := range text.FindAllStringIndex(page, -1) {
		for next < len(words) && ends[next] <= match[0] {
			kept = append(kept, words[next])
			next++
		}
		switch {
		case next > 0 && match[0] < ends[next-1]: // it goes on where the last one ended
			last := &kept[len(kept)-1]
			last.Text = last.Text[:len(last.Text)-(ends[next-1]-written)] + page[written:match[0]]
		case next < len(words) && match[1] > max(match[0], starts[next]):
			kept = append(kept, domain.Word{Text: page[starts[next]:max(match[0], starts[next])], Box: words[next].Box})
			regions = append(regions, words[next].Box)
			next++
		default:
			continue
		}
		for ; next < len(words) && starts[next] < match[1]; next++ {
			regions = append(regions, words[next].Box)
		}
		written = min(match[1], ends[next-1])
		kept[len(kept)-1].Text += ignoredText + page[written:ends[next-1]]
	}
	return append(kept, words[next:]...), regions
}

// between divides two words: a line feed where the second one begins a line.
func between(a, b domain.Word) byte {
	if middle := (b.Box.Top + b.Box.Bottom) / 2; middle > a.Box.Top && middle < a.Box.Bottom {
		return ' '
	}
	return '\n'
}

// ignoredOn returns the regions of a page, from 0, that do not count; none if there is no such page.
func (r *rendered) ignoredOn(page int) []domain.Rect {
	if page < 0 || page >= len(r.ignored) {
		return nil
	}
	return r.ignored[page]
}

// without returns the picture of a page, from 0, with its ignored regions in the colour around them. The picture stays as it is.
func (r *rendered) without(page int, picture *image.RGBA) *image.RGBA {
	if ignored := r.ignoredOn(page); picture != nil && len(ignored) > 0 {
		return pictures.Cover(picture, ignored)
	}
	return picture
}

// ignoredMarks show what does not count.
func (d *drawing) ignoredMarks() (marks []comparison.Mark) {
	for row, r := range d.rows {
		for _, region := range d.a.ignoredOn(r.Reference - 1) {
			marks = append(marks, comparison.Mark{Kind: comparison.IgnoredRegion, Row: row, From: verdict.Place(words.BoxOf(region))})
		}
		for _, region := range d.b.ignoredOn(r.Candidate - 1) {
			marks = append(marks, comparison.Mark{Kind: comparison.IgnoredRegion, Row: row, To: verdict.Place(words.BoxOf(region))})
		}
	}
	return marks
}
