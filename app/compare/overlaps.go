package compare

import (
	"cmp"
	"slices"
)

const (
	// onTop is the share of a word's box from which another word makes it hard to read; boxes of tight lines share less.
	onTop = 0.4
	// apart is what words of the reference may share and be readable.
	apart = 0.2
)

// overprinted gives the candidate's words that stand on top of each other and do not in the reference.
func (m *alignment) overprinted() []int {
	order := make([]int, len(m.b))
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(m.b[i].page, m.b[j].page), cmp.Compare(m.b[i].box.y0, m.b[j].box.y0))
	})
	found := map[int]bool{}
	for k, i := range order {
		for _, j := range order[k+1:] {
			if m.b[j].page != m.b[i].page || m.b[j].box.y0 >= m.b[i].box.y1 {
				break
			}
			if m.b[i].box.overlap(m.b[j].box) >= onTop && !m.overlapInA(i, j) {
				found[i], found[j] = true, true
			}
		}
	}
	words := make([]int, 0, len(found))
	for j := range found {
		words = append(words, j)
	}
	slices.Sort(words)
	return words
}

func (m *alignment) overlapInA(i, j int) bool {
	a, b := m.toA[i], m.toA[j]
	return a != none && b != none && m.a[a].page == m.a[b].page && m.a[a].box.overlap(m.a[b].box) > apart
}
