package pdfcpu

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestCuts: contents are cut at the places that a comparison of each content with each other finds.
func TestCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		contents := rapid.SliceOfN(rapid.StringMatching("[ab]{0,6}[c-e]?[ab]{0,4}"), 1, 8).Draw(t, "contents")
		c := newCutter()
		for _, content := range contents {
			c.add(strings.Split(content, ""))
		}
		for i, content := range contents {
			want := []int{0, len(content)}
			for j, other := range contents {
				if i != j {
					prefix, suffix := common(content, other)
					want = append(want, prefix, len(content)-suffix)
				}
			}
			slices.Sort(want)
			require.Equal(t, slices.Compact(want), c.cuts(strings.Split(content, "")), "%q among %q", content, contents)
		}
	})
}

// TestLongContentsAreFewBranches: a thousand pages of a drawing after a number would take gigabytes with one for each line.
func TestLongContentsAreFewBranches(t *testing.T) {
	drawing := slices.Repeat([]string{"f"}, 10_000)
	c := newCutter()
	c.add(append([]string{"0"}, drawing...))
	page := 0
	require.Less(t, testing.AllocsPerRun(10, func() {
		page++
		c.add(append([]string{strconv.Itoa(page)}, drawing...))
	}), 100.0)
}

// common counts the equal characters at the start and at the end of two texts.
func common(one, other string) (prefix, suffix int) {
	shorter := min(len(one), len(other))
	for prefix < shorter && one[prefix] == other[prefix] {
		prefix++
	}
	for suffix < shorter && one[len(one)-1-suffix] == other[len(other)-1-suffix] {
		suffix++
	}
	return prefix, suffix
}
