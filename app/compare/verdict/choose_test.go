package verdict_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/verdict"
	"platen/domain/comparison"
)

// TestChoices: the fastest engine that loses nothing, and why it is no other.
func TestChoices(t *testing.T) {
	failed := "overloaded"
	same := comparison.Render{P50: 20, Memory: 50 << 20}
	identical := []comparison.Comparison{{Engine: "b", Verdict: comparison.Identical}}
	broken := []comparison.Comparison{{Engine: "b", Verdict: comparison.Broken, Score: 70, Reasons: []string{"page 1: a word is missing", "and more"}}}
	type renders = map[string]comparison.Render
	for want, test := range map[string]struct {
		renders     renders
		comparisons []comparison.Comparison
		lacks       map[string][]string
	}{
		"x: b, which loses nothing and takes 10 ms; a loses nothing either and takes 20 ms and 50 MiB.": {
			renders{"a": same, "b": {P50: 10}}, identical, nil},
		"x: b, which loses nothing and takes 21 ms and 20 MiB; a loses nothing either and takes 20 ms and 50 MiB.": {
			renders{"a": same, "b": {P50: 21, Memory: 20 << 20}}, identical, nil},
		"x: a, which loses nothing and takes 20 ms and 50 MiB; b loses or changes something: page 1: a word is missing.": {
			renders{"a": same, "b": {P50: 10}}, broken, nil},
		"x: a, which loses nothing and takes 20 ms and 50 MiB; b lacks Grid.": {
			renders{"a": same, "b": {P50: 10}}, identical, map[string][]string{"b": {"Grid"}}},
		"x: a, which loses nothing and takes 20 ms and 50 MiB; b does not load 2 resources.": {
			renders{"a": same, "b": {P50: 10, FailedResources: 2}}, identical, nil},
		"x: a, which loses nothing and takes 20 ms and 50 MiB; b makes no PDF.": {
			renders{"a": same, "b": {Error: &failed}}, broken, nil},
		// A difference from a reference that loses something itself is no loss, but somebody must look.
		"x: b, which loses nothing and takes 10 ms, but look at it: it is broken, score 70; a lacks Footnotes.": {
			renders{"a": same, "b": {P50: 10}}, broken, map[string][]string{"a": {"Footnotes"}}},
		"x: no engine prints all of it; a lacks Footnotes; b lacks Grid.": {
			renders{"a": same, "b": {P50: 10}}, broken, map[string][]string{"a": {"Footnotes"}, "b": {"Grid"}}},
		"x: b, which loses nothing and takes 10 ms; a loses nothing either and takes a time that is not known.": {
			renders{"a": {}, "b": {P50: 10}}, identical, nil},
	} {
		report := comparison.Report{Reference: "a", Engines: []comparison.Engine{{Name: "a"}, {Name: "b"}},
			Documents: []comparison.Document{{Name: "x", Renders: test.renders, Comparisons: test.comparisons}}}
		require.Equal(t, []string{want}, verdict.Choices(report, func(_, engine string) []string { return test.lacks[engine] }))
	}
}
