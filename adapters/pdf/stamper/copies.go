package stamper

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"platen/adapters/pdf/page"
	"platen/ports"
)

// copiedContent is the content of one of several pages that differ little, for example in the page number. It is cut into streams wherever
// one page begins to differ from another or is the same again, and pages share equal streams. So a page number adds only its digits to
// the file; a form would add the content of the whole header.
type copiedContent struct {
	lines     []string
	resources resources
	cuts      []int // the numbers of the lines before which it is cut
}

// maxSplit bounds, in bytes, the content that is split: its operations take many times its memory. Larger content is drawn as a form.
const maxSplit = 8 << 20

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
		painted := o.shown(p)
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
	cut(all, 0, false)
	cut(all, 0, true)
	return copies
}

// cut cuts contents that have the same lines up to the i-th, counted from the beginning or from the end, where they begin to differ, and
// goes on with those that are still the same. The time is linear in the size of the contents.
func cut(all []*copiedContent, i int, fromEnd bool) {
	for ; len(all) > 1; i++ {
		first, ok := all[0].line(i, fromEnd)
		if ok && !slices.ContainsFunc(all, func(c *copiedContent) bool {
			line, ok := c.line(i, fromEnd)
			return !ok || line != first
		}) {
			continue
		}
		same := map[string][]*copiedContent{}
		for _, c := range all {
			if line, ok := c.line(i, fromEnd); ok {
				same[line] = append(same[line], c)
				c.cuts = append(c.cuts, map[bool]int{false: i, true: len(c.lines) - i}[fromEnd])
			}
		}
		for _, group := range same {
			cut(group, i+1, fromEnd)
		}
		return
	}
}

// line returns the i-th line; false if there are fewer.
func (c *copiedContent) line(i int, fromEnd bool) (string, bool) {
	if i >= len(c.lines) {
		return "", false
	}
	if fromEnd {
		i = len(c.lines) - 1 - i
	}
	return c.lines[i], true
}

// drawCopy draws a page of the overlay on a page.
func (t *target) drawCopy(onto *page.Page, c *copiedContent, clip page.Box, m page.Matrix) {
	t.addResources(onto, c.resources)
	region := bytes.Join(tokens(clip.Left, clip.Bottom, clip.Width(), clip.Height()), []byte(" "))
	streams := []string{fmt.Sprintf("/Artifact <</Type /Pagination>> BDC\nq %s cm %s re W n\n", m, region)}
	cuts := append([]int{0, len(c.lines)}, c.cuts...)
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	for i, end := range cuts[1:] {
		streams = append(streams, strings.Join(c.lines[cuts[i]:end], ""))
	}
	t.append(onto, append(streams, "Q\nEMC\n")...)
}
