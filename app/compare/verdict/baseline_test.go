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
	require.Empty(t, verdict.Failures(now, -1, nil))
	require.Empty(t, verdict.Failures(now, 20, nil))
	require.Len(t, verdict.Failures(now, 19.9, nil), 1)
	for _, was := range []struct {
		comparison.Report
		failures int
	}{{report(20, comparison.Different), 0}, {report(60, comparison.Broken), 0}, {report(15, comparison.Different), 1}, {comparison.Report{}, 0}} {
		require.Len(t, verdict.Failures(now, -1, &was.Report), was.failures)
	}
}
