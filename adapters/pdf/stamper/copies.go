package stamper

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"platen/adapters/pdf/page"
	"platen/ports"
)

// copiedContent is the content of one of several pages that differ little, for example in the page number. It is cut into streams: lines
// that all pages have, and single other lines. Pages share equal streams. So a page number adds only its digits to
// the file; a form would add the content of the whole header.
type copiedContent struct {
	lines     []string
	resources resources
	cuts      []int // the numbers of the lines before which it is cut, and that of all lines
}

// Content that is larger, or differs in more places, is drawn as a form.
const (
	// maxSplit bounds, in bytes, the content that is split: its operations take many times its memory.
	maxSplit = 8 << 20
	// maxCuts bounds the streams of a page.
	maxCuts = 500
)

// split splits the pages that the placements use. It returns nil if a page cannot be split, or if there is only one page, for which
// a form is as good.
func (o *overlay) split(placements []ports.Placement) map[*page.Page]*copiedContent {
	if !slices.ContainsFunc(placements, func(p ports.Placement) bool { return p.SourcePage != placements[0].SourcePage }) {
		return nil
	}
	copies, left := map[*page.Page]*copiedContent{}, maxSplit
	var all []*copiedContent
	for _, place := range placements {
		p := o.pages[place.SourcePage-1]
		if copies[p] != nil {
			continue
		}
		painted := withoutBackground(o.file, p, p.Content(o.file))
		if left -= len(painted); left < 0 {
			return nil
		}
		c, ok := o.linesOf(p, painted)
		if !ok {
			return nil
		}
		copies[p] = c
		all = append(all, c)
	}
	cut(all)
	if slices.ContainsFunc(all, func(c *copiedContent) bool { return len(c.cuts) > maxCuts }) {
		return nil
	}
	return copies
}

// cut cuts contents between lines if one of the two is not in all of them.
func cut(all []*copiedContent) {
	holders, last := map[string]int{}, map[string]*copiedContent{}
	for _, c := range all {
		for _, line := range c.lines {
			if last[line] != c {
				holders[line]++
				last[line] = c
			}
		}
	}
	for _, c := range all {
		shared := true
		for i, line := range c.lines {
			before := shared
			if shared = holders[line] == len(all); i > 0 && (!shared || !before) {
				c.cuts = append(c.cuts, i)
			}
		}
		c.cuts = append(c.cuts, len(c.lines))
	}
}

// drawCopy draws a page of the overlay on a page.
func (t *target) drawCopy(onto *page.Page, c *copiedContent, clip page.Box, m page.Matrix) {
	t.addResources(onto, c.resources)
	region := bytes.Join(tokens(clip.Left, clip.Bottom, clip.Width(), clip.Height()), []byte(" "))
	streams := []string{fmt.Sprintf("/Artifact <</Type /Pagination>> BDC\nq %s cm %s re W n\n", m, region)}
	begin := 0
	for _, end := range c.cuts {
		streams = append(streams, strings.Join(c.lines[begin:end], ""))
		begin = end
	}
	t.append(onto, append(streams, "Q\nEMC\n")...)
}
