package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/domain"
)

// TestContrast: the ratio is from 1 to 21, the same both ways, and grows with the distance in brightness.
func TestContrast(t *testing.T) {
	black, white := [3]float64{}, [3]float64{1, 1, 1}
	require.InDelta(t, 21, domain.Contrast(black, white), 1e-9)
	for colour, want := range map[[3]float64]float64{{1, 0, 0}: 4.00, {0, 1, 0}: 1.37, {0, 0, 1}: 8.59, {0x77 / 255., 0x77 / 255., 0x77 / 255.}: 4.48,
		{10 / 255., 10 / 255., 10 / 255.}: 19.80} {
		require.InDelta(t, want, domain.Contrast(white, colour), 0.005, "%v", colour) // as in WCAG's own examples
	}
	component := rapid.Float64Range(0, 1)
	colour := rapid.Custom(func(t *rapid.T) [3]float64 {
		return [3]float64{component.Draw(t, "r"), component.Draw(t, "g"), component.Draw(t, "b")}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := colour.Draw(t, "a"), colour.Draw(t, "b")
		ratio := domain.Contrast(a, b)
		require.Equal(t, ratio, domain.Contrast(b, a))
		require.GreaterOrEqual(t, ratio, 1.0)
		require.LessOrEqual(t, ratio, 21.0+1e-9)
		require.Equal(t, 1.0, domain.Contrast(a, a))
		brighter := b
		for i := range brighter {
			brighter[i] = max(a[i], b[i])
		}
		require.GreaterOrEqual(t, domain.Contrast(black, brighter)+1e-9, domain.Contrast(black, a))
		require.LessOrEqual(t, domain.Contrast(white, brighter), domain.Contrast(white, a)+1e-9)
	})
}

func TestLeastContrast(t *testing.T) {
	for size, want := range map[domain.Length][2]float64{9 * domain.Point: {4.5, 4.5}, 14 * domain.Point: {4.5, 3}, 18 * domain.Point: {3, 3}} {
		require.Equal(t, want, [2]float64{domain.LeastContrast(size, false), domain.LeastContrast(size, true)}, "%v", size)
	}
}

func TestFaintTextSaysWhatIsMissing(t *testing.T) {
	require.Equal(t, "contrast of 4.4, where 4.5 is needed: “by post”", domain.FaintText{Page: 1, Text: "by post", Ratio: 4.49, Needed: 4.5}.String())
}
