// Package agreement_test renders pairs of documents that a person has judged, compares them as "platen compare" does, and tells how far
// its verdicts, scores and first reasons agree with that person.
package agreement_test

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

// floors are the least agreement and rank correlation of each half. integration/compare/README.md has what was measured. Raise them
// when the comparison becomes better.
var floors = map[string]struct{ agreement, correlation float64 }{
	"fresh": {0.95, 0.8}, "known": {0.95, 0.8}, "last": {0.95, 0.7}, "final": {0.95, 0.7},
	"unseen": {0.97, 0.7}, "second": {0.95, 0.7}, "third": {0.96, 0.75}, "fourth": {0.95, 0.8}, "engines": {0.95, 0.8}, "blind": {0.95, 0.75}, "reserve": {0.9, 0.6},
	"critic": {0.85, 0.6}, "plain": {1, 0.8}, "frames": {1, 0.6}, "drawings": {1, 0.7}, "eighty": {1, 0.6}, "offices": {1, 0.6},
	"backends": {0.9, 0.6}, "field": {1, 0.5},
}

var (
	only = flag.String("only", "", "measure only pairs whose name matches this `expression`, and require nothing of them")
	out  = flag.String("out", "", "keep the report, with the documents, in this `folder`, by its whole path")
)

func TestPeopleSignTheVerdicts(t *testing.T) {
	t.Parallel()
	pairs, err := readPairs(os.DirFS("../pairs"))
	require.NoError(t, err)
	wanted := regexp.MustCompile(*only)
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return !wanted.MatchString(p.Name) })
	program := harness.Command(t, nil)
	r, err := measure(t.Context(), pairs, *out, program.Path, program.Env...)
	require.NoError(t, err)
	var printed strings.Builder
	r.print(&printed)
	t.Log(&printed)
	if *only != "" {
		return
	}
	for _, half := range distinct(r.pairs, func(m measured) string { return m.half }) {
		of := where(r.pairs, func(m measured) bool { return m.half == half })
		assert.GreaterOrEqual(t, agreement(of), floors[half].agreement, "half %s", half)
		assert.GreaterOrEqual(t, spearman(of), floors[half].correlation, "half %s", half)
	}
}

// A label that is misspelt would count as a fault of the program.
func TestLabels(t *testing.T) {
	t.Parallel()
	pairs, err := readPairs(os.DirFS("../pairs"))
	require.NoError(t, err)
	names := map[string]bool{}
	for _, p := range pairs {
		assert.False(t, names[p.Name], "%s is the name of two pairs", p.Name)
		names[p.Name] = true
		assert.Contains(t, floors, p.half, p.Name)
		assert.NotEmpty(t, p.Why, p.Name)
		assert.NotEmpty(t, p.Verdict, p.Name)
		assert.Subset(t, []string{"identical", "similar", "different", "broken"}, p.Verdict, p.Name)
		says := !slices.Contains(p.Verdict, "broken")
		assert.False(t, says && p.Rank > 6 || len(p.Verdict) == 1 && !says && p.Rank < 7, "%s: rank %g does not fit its verdict", p.Name, p.Rank)
	}
}

func TestSpearman(t *testing.T) {
	t.Parallel()
	of := func(scores ...float64) (pairs []measured) {
		for i, score := range scores {
			pairs = append(pairs, measured{pair: pair{Rank: float64(i)}, score: score})
		}
		return pairs
	}
	assert.InDelta(t, 1, spearman(of(0, 3, 50, 51)), 1e-9)
	assert.InDelta(t, -1, spearman(of(9, 8, 7)), 1e-9)
	assert.InDelta(t, 0.894, spearman(of(1, 1, 2, 2)), 1e-3, "two of one score share their place")
}
