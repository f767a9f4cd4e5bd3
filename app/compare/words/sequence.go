package words

import "sort"

// sequences finds a long common subsequence of two sequences of numbers.
type sequences struct {
	a, b []int
	pair func(i, j int)
}

// maxEdits bounds the exact algorithm, whose time and memory grow with the differences and not with the repetitions of a document.
const maxEdits = 2000

// align pairs the elements of a[a0:a1] and b[b0:b1]. Sequences that differ in more than maxEdits elements are divided at elements
// that occur once in both, as patience diff does; without such elements, they are left unaligned.
func (s sequences) align(a0, a1, b0, b1 int) {
	for a0 < a1 && b0 < b1 && s.a[a0] == s.b[b0] {
		s.pair(a0, b0)
		a0, b0 = a0+1, b0+1
	}
	for a0 < a1 && b0 < b1 && s.a[a1-1] == s.b[b1-1] {
		a1, b1 = a1-1, b1-1
		s.pair(a1, b1)
	}
	if a0 == a1 || b0 == b1 || s.exact(a0, a1, b0, b1) {
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

// exact is the greedy algorithm of E. W. Myers, An O(ND) Difference Algorithm and Its Variations, 1986. It reports false, and pairs
// nothing, where the sequences differ in more than maxEdits elements.
func (s sequences) exact(a0, a1, b0, b1 int) bool {
	n, m := a1-a0, b1-b0
	most := min(n+m, maxEdits)
	furthest := make([]int32, 2*most+3) // for each diagonal, how far into a a path of so many edits reaches
	var trace [][]int32
	for edits := 0; edits <= most; edits++ {
		for k := -edits; k <= edits; k += 2 {
			x := 0
			switch {
			case edits == 0:
			case k == -edits || k != edits && furthest[most+k] < furthest[most+k+2]:
				x = int(furthest[most+k+2])
			default:
				x = int(furthest[most+k]) + 1
			}
			for x < n && x-k < m && x-k >= 0 && s.a[a0+x] == s.b[b0+x-k] {
				x++
			}
			furthest[most+k+1] = int32(x)
			if x >= n && x-k >= m {
				s.walkBack(a0, b0, n, m, trace)
				return true
			}
		}
		trace = append(trace, append([]int32(nil), furthest[most-edits+1:most+edits+2]...))
	}
	return false
}

// walkBack pairs the equal elements of a path, from its end. trace has for each number of edits the furthest points, from the lowest
// diagonal on.
func (s sequences) walkBack(a0, b0, x, y int, trace [][]int32) {
	for edits := len(trace); edits > 0; edits-- {
		points, k := trace[edits-1], x-y
		at := func(diagonal int) int {
			if i := diagonal + edits - 1; i >= 0 && i < len(points) {
				return int(points[i])
			}
			return -1
		}
		fromX, fromK := at(k-1)+1, k-1
		beginX := fromX
		if k == -edits || k != edits && at(k-1) < at(k+1) {
			fromX, fromK = at(k+1), k+1
			beginX = fromX
		}
		for x > beginX {
			x, y = x-1, y-1
			s.pair(a0+x, b0+y)
		}
		if fromK < k {
			x--
		} else {
			y--
		}
	}
	for x > 0 {
		x, y = x-1, y-1
		s.pair(a0+x, b0+y)
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
