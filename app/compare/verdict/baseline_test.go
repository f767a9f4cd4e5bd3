package verdict_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/verdict"
	"platen/domain/comparison"
)

func TestFailures(t *testing.T) {
	report := func(score float64, verdict comparison.Verdict) comparison.Report {
		return comparison.Report{Documents: []comparison.Document{{Name: "d", Comparisons: []comparison.Comparison{{Engine: "e", Score: score, Verdict: verdict}}}}}
	}
	now := report(20, comparison.Different)
	limit := func(score float64) func(string) float64 { return func(string) float64 { return score } }
	require.Empty(t, verdict.Failures(now, limit(-1), comparison.Report{}))
	require.Empty(t, verdict.Failures(now, limit(20), comparison.Report{}))
	require.Len(t, verdict.Failures(now, limit(19.9), comparison.Report{}), 1)
	for _, was := range []struct {
		comparison.Report
		failures int
	}{{report(20, comparison.Different), 0}, {report(60, comparison.Broken), 0}, {report(15, comparison.Different), 1}, {comparison.Report{}, 0}, {report(0, comparison.New), 0}} {
		require.Len(t, verdict.Failures(now, limit(-1), was.Report), was.failures)
	}
	known := report(20, comparison.Different)
	require.Len(t, verdict.Failures(report(0, comparison.New), limit(0), known), 1, "the reference has lost the document")
}
