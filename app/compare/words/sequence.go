package words

import "sort"

// sequences finds a long common subsequence of two sequences of numbers, as patience diff does: elements that occur once in
// both are anchors, and what stands between them is aligned by itself.
type sequences struct {
	a, b []int
	pair func(i, j int)
}

// maxTable bounds the table of the exact algorithm. Longer runs without an anchor are left unaligned.
const maxTable = 4_000_000

func (s sequences) align(a0, a1, b0, b1 int) {
	for a0 < a1 && b0 < b1 && s.a[a0] == s.b[b0] {
		s.pair(a0, b0)
		a0, b0 = a0+1, b0+1
	}
	for a0 < a1 && b0 < b1 && s.a[a1-1] == s.b[b1-1] {
		a1, b1 = a1-1, b1-1
		s.pair(a1, b1)
	}
	if a0 == a1 || b0 == b1 {
		return
	}
	if (a1-a0)*(b1-b0) <= maxTable {
		s.exact(a0, a1, b0, b1)
		return
	}
	anchors := s.anchors(a0, a1, b0, b1)
	for _, anchor := range anchors {
		s.align(a0, anchor[0], b0, anchor[1])
		s.pair(anchor[0], anchor[1])
		a0, b0 = anchor[0]+1, anchor[1]+1
	}
	if len(anchors) > 0 {
		s.align(a0, a1, b0, b1)
	}
}

// exact is the textbook's table of lengths.
func (s sequences) exact(a0, a1, b0, b1 int) {
	width := b1 - b0 + 1
	table := make([]int32, (a1-a0+1)*width)
	for i := a1 - a0 - 1; i >= 0; i-- {
		for j := b1 - b0 - 1; j >= 0; j-- {
			if s.a[a0+i] == s.b[b0+j] {
				table[i*width+j] = table[(i+1)*width+j+1] + 1
			} else {
				table[i*width+j] = max(table[(i+1)*width+j], table[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < a1-a0 && j < b1-b0; {
		switch {
		case s.a[a0+i] == s.b[b0+j]:
			s.pair(a0+i, b0+j)
			i, j = i+1, j+1
		case table[(i+1)*width+j] >= table[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}

// anchors returns the longest rising run of elements that occur once in both.
func (s sequences) anchors(a0, a1, b0, b1 int) [][2]int {
	type count struct{ inA, inB, i, j int }
	counts := map[int]*count{}
	of := func(n int) *count {
		c := counts[n]
		if c == nil {
			c = &count{}
			counts[n] = c
		}
		return c
	}
	for i := a0; i < a1; i++ {
		c := of(s.a[i])
		c.inA, c.i = c.inA+1, i
	}
	for j := b0; j < b1; j++ {
		c := of(s.b[j])
		c.inB, c.j = c.inB+1, j
	}
	var once [][2]int
	for _, c := range counts {
		if c.inA == 1 && c.inB == 1 {
			once = append(once, [2]int{c.i, c.j})
		}
	}
	sort.Slice(once, func(x, y int) bool { return once[x][0] < once[y][0] })
	return rising(once)
}

// rising is the longest subsequence whose second numbers rise (patience sorting).
func rising(pairs [][2]int) [][2]int {
	var tops []int // the index of each pile's top
	before := make([]int, len(pairs))
	for k, p := range pairs {
		pile := sort.Search(len(tops), func(t int) bool { return pairs[tops[t]][1] >= p[1] })
		before[k] = None
		if pile > 0 {
			before[k] = tops[pile-1]
		}
		if pile == len(tops) {
			tops = append(tops, k)
		} else {
			tops[pile] = k
		}
	}
	if len(tops) == 0 {
		return nil
	}
	longest := make([][2]int, len(tops))
	for k, at := tops[len(tops)-1], len(tops)-1; at >= 0; k, at = before[k], at-1 {
		longest[at] = pairs[k]
	}
	return longest
}
