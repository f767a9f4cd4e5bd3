package stamper

import (
	"bytes"
	"fmt"
	"strings"

	"platen/adapters/pdf/page"
	"platen/ports"
)

// copiedContent is the content of a page of an overlay. Where several pages differ little, for example in the page number, it is cut into
// streams: lines that all pages have, and single other lines. Pages share equal streams. So a page number adds only its digits to
// the file.
type copiedContent struct {
	lines     []string
	resources resources
	cuts      []int // the numbers of the lines before which it is cut, and that of all lines
}

// maxCuts bounds the streams of a page. Content that differs in more places is one stream.
const maxCuts = 500

// contents returns the contents of the pages that the placements use.
func (o *overlay) contents(placements []ports.Placement) map[*page.Page]*copiedContent {
	contents := map[*page.Page]*copiedContent{}
	var all []*copiedContent
	for _, placement := range placements {
		p := o.pages[placement.SourcePage-1]
		if contents[p] == nil {
			contents[p] = o.content(p)
			all = append(all, contents[p])
		}
	}
	cut(all)
	return contents
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
		if len(c.cuts) > maxCuts {
			c.cuts = nil
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
