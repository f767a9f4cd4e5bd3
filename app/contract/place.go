package contract

import (
	"fmt"
	"math"

	"platen/domain"
)

// between checks where two texts of a page stand.
func between(first, second string, check func(a, b domain.TextSpan) error) func(domain.PageText) error {
	return func(p domain.PageText) error {
		a, foundA := find(p, first)
		b, foundB := find(p, second)
		if !foundA || !foundB {
			return mismatch(fmt.Sprintf("%q and %q", first, second), where(a, foundA)+" and "+where(b, foundB))
		}
		return check(a, b)
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

// linesApart checks that a text stands that many millimetres below another, to 1 mm.
func linesApart(upper, lower string, want float64) func(domain.PageText) error {
	return between(upper, lower, func(u, l domain.TextSpan) error {
		return millimetresApart("a distance of the lines", (l.Baseline - u.Baseline).Millimetres(), want, 1)
	})
}

// apart checks that one text begins that many millimetres to the right of another, to 1 %.
func apart(first, second string, want float64) func(domain.PageText) error {
	return between(first, second, func(a, b domain.TextSpan) error {
		return millimetresApart("a distance", (b.Left - a.Left).Millimetres(), want, want/100)
	})
}

// lower checks that one text stands at least that many millimetres below another.
func lower(first, second string, least float64) func(domain.PageText) error {
	return between(first, second, func(a, b domain.TextSpan) error {
		if got := (b.Baseline - a.Baseline).Millimetres(); got < least {
			return mismatch(fmt.Sprintf("%q at least %.0f mm below %q", second, least, first), fmt.Sprintf("%.1f mm", got))
		}
		return nil
	})
}

func millimetresApart(what string, got, want, tolerance float64) error {
	if math.Abs(got-want) > tolerance {
		return mismatch(fmt.Sprintf("%s of %.1f mm", what, want), fmt.Sprintf("%.1f mm", got))
	}
	return nil
}
