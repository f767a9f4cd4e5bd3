package words

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The pairs rise, are of equal elements, and are as many as the textbook's table says.
func TestExactFindsALongestCommonSubsequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 40)
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		toB := slices.Repeat([]int{None}, len(a))
		sequences{func(i, j int) bool { return a[i] == b[j] }, func(i, j int) {
			require.Equal(t, None, toB[i])
			toB[i] = j
		}}.align(0, len(a), 0, len(b))
		found, last := 0, None
		for i, j := range toB {
			if j != None {
				require.Equal(t, a[i], b[j])
				require.Greater(t, j, last)
				found, last = found+1, j
			}
		}
		require.Equal(t, longest(a, b), found)
	})
}

// Sequences that differ in more than one search finds are aligned to their ends.
func TestDifferentSequencesAreAlignedToTheirEnds(t *testing.T) {
	const n, every = 20_000, 100
	a, b := make([]int, n), make([]int, n)
	for i := range n {
		if a[i], b[i] = i, n+i; i%every == 0 {
			b[i] = i
		}
	}
	last, found := None, 0
	sequences{func(i, j int) bool { return a[i] == b[j] }, func(i, j int) {
		require.Equal(t, a[i], b[j])
		last, found = max(last, j), found+1
	}}.align(0, n, 0, n)
	require.Equal(t, n-every, last)
	require.GreaterOrEqual(t, found, n/every/2)
}

func longest(a, b []int) int {
	table := make([][]int, len(a)+1)
	table[len(a)] = make([]int, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		table[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0; j-- {
			if table[i][j] = max(table[i+1][j], table[i][j+1]); a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			}
		}
	}
	return table[0][0]
}

// TestFullWidthSigns: a sign of a Chinese text is as wide as its characters, and a mark over a letter has no width.
func TestFullWidthSigns(t *testing.T) {
	parts := divide("一，二", Box{X1: 30, Y1: 10})
	require.Len(t, parts, 3)
	require.Equal(t, Box{X0: 10, X1: 20, Y1: 10}, parts[1].Box)
	require.InDelta(t, 15, divide("กิข", Box{X1: 30, Y1: 10})[0].Box.X1, 1e-9)
}
