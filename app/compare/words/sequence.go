package words

// sequences finds a long common subsequence of two sequences, of which it knows which elements are equal.
type sequences struct {
	equal func(i, j int) bool
	pair  func(i, j int)
}

// maxEdits bounds a search, whose time and memory grow with its square. Sequences that differ more are aligned in several, so that what is
// found may be shorter than the longest common subsequence.
const maxEdits = 2000

// align pairs the elements of a[a0:a1] and b[b0:b1], first those at both ends.
func (s sequences) align(a0, a1, b0, b1 int) {
	for a0 < a1 && b0 < b1 && s.equal(a0, b0) {
		s.pair(a0, b0)
		a0, b0 = a0+1, b0+1
	}
	for a0 < a1 && b0 < b1 && s.equal(a1-1, b1-1) {
		a1, b1 = a1-1, b1-1
		s.pair(a1, b1)
	}
	for a0 < a1 && b0 < b1 {
		x, y, trace := s.search(a0, a1, b0, b1)
		s.walkBack(a0, b0, x, y, trace)
		a0, b0 = a0+x, b0+y
	}
}

// reached are the points that the paths of so many edits reach, the number of a's elements before each, by diagonals from the lowest one
// on: a diagonal is the number of elements left out of a without those left out of b.
type reached []int32

// from returns where a path of one edit more comes to a diagonal, and whether it leaves out an element of b, not of a.
func (r reached) from(diagonal int) (x int, ofB bool) {
	at := func(diagonal int) int {
		if i := diagonal + len(r)/2; i >= 0 && i < len(r) {
			return int(r[i])
		}
		return -1
	}
	before, after := at(diagonal-1), at(diagonal+1)
	return max(before+1, after), before < after
}

// search is the greedy algorithm of E. W. Myers, An O(ND) Difference Algorithm and Its Variations, 1986. It returns the end of the
// sequences, or the furthest point of maxEdits edits, and what was reached on the way, for each number of edits.
func (s sequences) search(a0, a1, b0, b1 int) (endX, endY int, trace []reached) {
	n, m := a1-a0, b1-b0
	var last reached
	for edits := 0; edits <= maxEdits; edits++ {
		next := make(reached, 2*edits+1)
		for k := -edits; k <= edits; k += 2 {
			x, _ := last.from(k)
			for x < n && x-k < m && s.equal(a0+x, b0+x-k) {
				x++
			}
			next[k+edits] = int32(x) //nolint:gosec // an index of a document's words
			if x >= n && x-k >= m {
				return n, m, append(trace, next)
			}
			if x <= n && x-k <= m && 2*x-k >= endX+endY {
				endX, endY = x, x-k
			}
		}
		trace, last = append(trace, next), next
	}
	return endX, endY, trace
}

// walkBack pairs the equal elements of the path to a point, from its end.
func (s sequences) walkBack(a0, b0, x, y int, trace []reached) {
	for edits := len(trace) - 1; edits >= 0; edits-- {
		var before reached
		if edits > 0 {
			before = trace[edits-1]
		}
		begin, ofB := before.from(x - y)
		for x > begin {
			x, y = x-1, y-1
			s.pair(a0+x, b0+y)
		}
		if ofB {
			y--
		} else {
			x--
		}
	}
}
