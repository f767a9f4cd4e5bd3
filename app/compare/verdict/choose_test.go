package verdict_test

import (
	"maps"
	"slices"
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
	more := []comparison.Comparison{{Engine: "b", Verdict: comparison.Broken, Score: 64, Words: comparison.Words{Missing: 1, Extra: 3}}}
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
		"x: b, which loses nothing and takes 10 ms, but look at it: beside a it is broken, score 70; a lacks Footnotes.": {
			renders{"a": same, "b": {P50: 10}}, broken, map[string][]string{"a": {"Footnotes"}}},
		"x: b, which loses nothing and takes 10 ms, but look at it: beside a it is broken, score 64; a shows 2 words fewer than b.": {
			renders{"a": same, "b": {P50: 10}}, more, nil},
		// Words that an engine shows in addition since it lacks what hides them are nothing that the reference loses.
		"x: a, which loses nothing and takes 20 ms and 50 MiB; b lacks Nesting.": {
			renders{"a": same, "b": {P50: 10}}, more, map[string][]string{"b": {"Nesting"}}},
		"x: no engine prints all of it; a lacks Footnotes; b lacks Grid.": {
			renders{"a": same, "b": {P50: 10}}, broken, map[string][]string{"a": {"Footnotes"}, "b": {"Grid"}}},
		"x: b, which loses nothing and takes 10 ms; a loses nothing either and takes a time that is not known.": {
			renders{"a": {}, "b": {P50: 10}}, identical, nil},
		"x: c, which loses nothing and takes 30 ms, but look at it: beside a it is broken, score 66; a shows 5 words fewer than c; b shows 3 words fewer than c.": {
			renders{"a": same, "b": {P50: 10}, "c": {P50: 30}},
			append(more, comparison.Comparison{Engine: "c", Verdict: comparison.Broken, Score: 66, Words: comparison.Words{Extra: 5}}), nil},
	} {
		report := comparison.Report{Reference: "a", Documents: []comparison.Document{{Name: "x", Renders: test.renders, Comparisons: test.comparisons}}}
		for _, name := range slices.Sorted(maps.Keys(test.renders)) {
			report.Engines = append(report.Engines, comparison.Engine{Name: name})
		}
		require.Equal(t, []string{want}, verdict.Choices(report, func(_, engine string) []string { return test.lacks[engine] }))
	}
}

// TestUnseenWords: what no engine shows is told, whichever is chosen.
func TestUnseenWords(t *testing.T) {
	report := comparison.Report{Reference: "a", Engines: []comparison.Engine{{Name: "a"}}, Documents: []comparison.Document{
		{Name: "x", Renders: map[string]comparison.Render{"a": {P50: 20}}, Unseen: []string{"Column", "12"}}}}
	require.Equal(t, []string{"x: a, which loses nothing and takes 20 ms; no engine shows 2 words of its HTML, “Column 12”: hidden by its styles, or cut off."},
		verdict.Choices(report, func(_, _ string) []string { return nil }))
}
