package pdfcpu

import "slices"

// cutter finds where the contents of pages begin to differ from each other, and from where they are the same again up to their ends. Its
// time is linear in the size of the contents; to compare each page with each other would take quadratic time.
type cutter struct {
	ids                 map[string]int // of lines
	beginnings, endings *branch
}

// branch is a node of a tree of contents: the lines between two places where contents differ.
type branch struct {
	lines []int
	next  map[int]*branch // by their first line
	ends  bool            // a content ends here
}

func newCutter() *cutter {
	return &cutter{ids: map[string]int{}, beginnings: &branch{}, endings: &branch{}}
}

// add adds the content of a page.
func (c *cutter) add(lines []string) {
	ids := c.numbered(lines)
	c.beginnings.add(ids)
	slices.Reverse(ids)
	c.endings.add(ids)
}

// cuts returns the numbers of the lines before which an added content is cut, in ascending order, including its start and its end.
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

// numbered returns a number for each line; equal lines have the same number.
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
	for len(ids) > 0 {
		next := b.next[ids[0]]
		if next == nil {
			if b.next == nil {
				b.next = map[int]*branch{}
			}
			next = &branch{lines: slices.Clone(ids)}
			b.next[ids[0]] = next
		}
		equal := 0
		for equal < min(len(ids), len(next.lines)) && ids[equal] == next.lines[equal] {
			equal++
		}
		next.split(equal)
		b, ids = next, ids[equal:]
	}
	b.ends = true
}

// split moves the lines from an index onwards to a branch of their own.
func (b *branch) split(at int) {
	if at == len(b.lines) {
		return
	}
	rest := &branch{b.lines[at:], b.next, b.ends}
	*b = branch{lines: b.lines[:at], next: map[int]*branch{rest.lines[0]: rest}}
}

// forks returns the depths at which another content ends or continues differently.
func (b *branch) forks(ids []int) (depths []int) {
	for depth := 0; depth < len(ids); depth += len(b.lines) {
		if b.ends || len(b.next) > 1 {
			depths = append(depths, depth)
		}
		b = b.next[ids[depth]]
	}
	return depths
}
