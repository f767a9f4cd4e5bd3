package generate

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
)

// paintedPage is a page with marks.
var paintedPage = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) domain.Mark {
	length := func(label string, most int) domain.Length {
		return domain.Length(rapid.IntRange(1, most).Draw(t, label))
	}
	left, top := length("left", 500), length("top", 800)
	return domain.Mark{
		Kind: domain.MarkKind(rapid.IntRange(0, 2).Draw(t, "kind")),
		Rect: domain.Rect{Left: left, Top: top, Right: left + length("width", 100), Bottom: top + length("height", 30)},
	}
}), 1, 20)

// TestSamePaint: a page is the same as itself moved, in any order, and not the same with a mark more or one elsewhere.
func TestSamePaint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		page := paintedPage.Draw(t, "page")
		right, down := domain.Length(rapid.IntRange(-99, 99).Draw(t, "right")), domain.Length(rapid.IntRange(-99, 99).Draw(t, "down"))
		moved := make([]domain.Mark, len(page))
		for i, m := range page {
			m.Rect = m.Rect.Move(right+0.4, down-0.4)
			moved[len(page)-1-i] = m
		}
		require.True(t, samePaint(page, moved, everywhere, right, down))
		more := domain.Mark{Rect: domain.Rect{Left: 700, Top: 100, Right: 710, Bottom: 110}}
		require.False(t, samePaint(append(page, more), moved, everywhere, right, down))
		require.False(t, samePaint(page, append(moved, more), everywhere, right, down))
		above := between{everywhere.top, 100}
		require.Equal(t, samePaint(page, moved, above, right, down), samePaint(append(page, more), moved, above, right, down), "what is beyond the part")
	})
	require.False(t, samePaint(nil, []domain.Mark{}, everywhere, 0, 0), "a page that is not known")
}
