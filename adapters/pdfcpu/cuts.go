package pdfcpu

import "slices"

// cutter finds where the contents of pages begin to differ from each other, and where they are the same again up to their
// ends. It takes time in proportion to the contents, where comparing each page with each other takes the square.
type cutter struct {
	ids                 map[string]int // of lines
	beginnings, endings *branch
}

// branch is what contents have in common: a node of a tree of their lines.
type branch struct {
	next map[int]*branch
	ends bool // a content ends here
}

func newCutter() *cutter {
	return &cutter{ids: map[string]int{}, beginnings: &branch{}, endings: &branch{}}
}

// add takes the content of a page into account.
func (c *cutter) add(lines []string) {
	ids := c.numbered(lines)
	c.beginnings.add(ids)
	slices.Reverse(ids)
	c.endings.add(ids)
}

// cuts gives the numbers of lines before which an added content is cut, in ascending order, its start and its end included.
func (c *cutter) cuts(lines []string) []int {
	ids := c.numbered(lines)
	cuts := append([]int{0, len(ids)}, c.beginnings.forks(ids)...)
	slices.Reverse(ids)
	for _, fromEnd := range c.endings.forks(ids) {
		cuts = append(cuts, len(ids)-fromEnd)
	}
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

// numbered gives a number for each line, the same for equal ones.
func (c *cutter) numbered(lines []string) []int {
	ids := make([]int, len(lines))
	for i, line := range lines {
		id, known := c.ids[line]
		if !known {
			id = len(c.ids)
			c.ids[line] = id
		}
		ids[i] = id
	}
	return ids
}

func (b *branch) add(ids []int) {
	for _, id := range ids {
		if b.next == nil {
			b.next = map[int]*branch{}
		}
		if b.next[id] == nil {
			b.next[id] = &branch{}
		}
		b = b.next[id]
	}
	b.ends = true
}

// forks gives the depths at which another content ends or goes on differently.
func (b *branch) forks(ids []int) (depths []int) {
	for depth, id := range ids {
		if b.ends || len(b.next) > 1 {
			depths = append(depths, depth)
		}
		b = b.next[id]
	}
	return depths
}
