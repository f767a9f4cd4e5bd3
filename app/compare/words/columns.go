package words

import (
	"cmp"
	"slices"
)

// Columns counts the columns of a document's text: the places at which many pieces of lines begin. Pieces of a line stand apart by more
// than blanks do.
func Columns(all []Word) (n int) {
	const (
		apart = 4.0 // millimetres, of blanks and of columns
		least = 12  // pieces, below which nothing is told
	)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(all[i].line, all[j].line), cmp.Compare(all[i].Box.X0, all[j].Box.X0))
	})
	var begins []float64
	for k, i := range order {
		w := all[i]
		if w.running {
			continue
		}
		if k == 0 || all[order[k-1]].line != w.line || w.Box.X0-all[order[k-1]].Box.X1 > max(apart, 1.5*w.Box.Height()) {
			begins = append(begins, w.Box.X0)
		}
	}
	if len(begins) < least {
		return 0
	}
	slices.Sort(begins)
	for begin := 0; begin < len(begins); {
		end := begin + 1
		for end < len(begins) && begins[end]-begins[end-1] < apart/2 {
			end++
		}
		if 5*(end-begin) >= len(begins) {
			n++
		}
		begin = end
	}
	return n
}
