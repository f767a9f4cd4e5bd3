package stamper

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"platen/adapters/pdf/page"
	"platen/ports"
)

// copiedContent is the content of a page of an overlay. Where several pages differ little, for example in the page number, it is cut into
// streams: lines that all pages have, and single other lines. Pages share equal streams. So a page number adds only its digits to
// the file.
type copiedContent struct {
	streams   []string // single lines at first
	resources resources
}

// maxStreams bounds the streams of a page. Content that differs in more places is one stream.
const maxStreams = 500

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
	joinShared(all)
	return contents
}

// joinShared joins lines that follow each other and are in all of the contents.
func joinShared(all []*copiedContent) {
	holders, last := map[string]int{}, map[string]*copiedContent{}
	for _, c := range all {
		for _, line := range c.streams {
			if last[line] != c {
				holders[line]++
				last[line] = c
			}
		}
	}
	for _, c := range all {
		lines, begin := c.streams, 0
		c.streams = nil
		for i, line := range lines {
			if end := i + 1; end == len(lines) || holders[line] < len(all) || holders[lines[end]] < len(all) {
				c.streams = append(c.streams, strings.Join(lines[begin:end], ""))
				begin = end
			}
		}
		if len(c.streams) > maxStreams {
			c.streams = []string{strings.Join(lines, "")}
		}
	}
}

// drawCopy draws a page of the overlay on a page.
func (t *target) drawCopy(onto *page.Page, c *copiedContent, clip page.Box, m page.Matrix) {
	t.addResources(onto, c.resources)
	region := bytes.Join(tokens(clip.Left, clip.Bottom, clip.Width(), clip.Height()), []byte(" "))
	begin := fmt.Sprintf("/Artifact <</Type /Pagination>> BDC\nq %s cm %s re W n\n", m, region)
	t.append(onto, slices.Concat([]string{begin}, c.streams, []string{"Q\nEMC\n"})...)
}
