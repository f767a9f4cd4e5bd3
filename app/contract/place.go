package contract

import (
	"fmt"

	"platen/domain"
)

// placed checks where the second of two texts stands: how many millimetres to the right of the first, and how many below it.
func placed(first, second, described string, holds func(right, down float64) bool) func(domain.PageText) error {
	return func(p domain.PageText) error {
		a, foundA := find(p, first)
		b, foundB := find(p, second)
		return need(foundA && foundB && holds((b.Left-a.Left).Millimetres(), (b.Baseline-a.Baseline).Millimetres()),
			fmt.Sprintf("%q %s %q", second, described, first), where(a, foundA)+" and "+where(b, foundB))
	}
}

// find finds where the text begins, even if engines paint it letter by letter.
func find(p domain.PageText, text string) (domain.TextSpan, bool) {
	for i, s := range p.Spans {
		read := ""
		for _, next := range p.Spans[i:] {
			if read += plain(next.Text); len(read) >= len(text) {
				break
			}
		}
		if len(read) >= len(text) && read[:len(text)] == text {
			return s, true
		}
	}
	return domain.TextSpan{}, false
}

func where(line domain.TextSpan, found bool) string {
	if !found {
		return "nothing"
	}
	return fmt.Sprintf("%.60q, %.1f mm from the left and %.1f mm from the top", line.Text, line.Left.Millimetres(),
		line.Baseline.Millimetres())
}

// below checks that one text stands that many millimetres below another, to 1 mm.
func below(upper, lower string, want float64) expectation {
	return onPage(1, placed(upper, lower, fmt.Sprintf("%.0f mm below", want), func(_, down float64) bool {
		return down >= want-1 && down <= want+1
	}))
}

// above checks that on every page one text stands above another, by most of the height of a line.
func above(upper, lower string) expectation {
	const mostOfALine = 2.9 // millimetres, of text of 12pt
	check := placed(upper, lower, "in a line below", func(_, down float64) bool { return down >= mostOfALine })
	return onPages(func(_ int, p domain.PageText) error { return check(p) })
}
