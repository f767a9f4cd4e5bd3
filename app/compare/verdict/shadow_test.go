package verdict_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/verdict"
	"platen/domain/comparison"
)

// TestFromShadow: the report has the results of the latest pair of engines, and says in words what their numbers say.
func TestFromShadow(t *testing.T) {
	timeout := "timeout"
	result := func(second, version string, r comparison.Render, c comparison.Comparison) comparison.Shadow {
		c.Engine = second
		return comparison.Shadow{Engines: []comparison.Engine{{Name: "a", Version: version}, {Name: second, Version: version}}, Document: comparison.Document{
			Name: "n", Renders: map[string]comparison.Render{"a": {Pages: 1, P50: 10, Memory: 60 << 20}, second: r}, Comparisons: []comparison.Comparison{c},
		}}
	}
	summary, left := verdict.FromShadow([]comparison.Shadow{
		result("b", "1", comparison.Render{Pages: 2, P50: 20}, comparison.Comparison{
			Verdict: comparison.Broken, Words: comparison.Words{Missing: 1, Extra: 2, Moved: 3, MaxShift: 4.25},
			Pages: []comparison.Page{{Page: 1, ChangedPixels: 0.013}},
		}),
		result("c", "1", comparison.Render{Pages: 1}, comparison.Comparison{Verdict: comparison.Broken}),
		result("b", "1", comparison.Render{Error: &timeout}, comparison.Comparison{Verdict: comparison.Broken}),
		result("b", "2", comparison.Render{Pages: 1, P50: 20, Memory: 30 << 20}, comparison.Comparison{Verdict: comparison.Identical}),
	})
	require.Equal(t, 1, left)
	require.Equal(t, "a", summary.Report.Reference)
	require.Equal(t, []comparison.Engine{{Name: "a", Version: "2"}, {Name: "b", Version: "2"}}, summary.Report.Engines)
	require.Len(t, summary.Report.Documents, 3)
	reasons := func(n int) []string { return summary.Report.Documents[n].Comparisons[0].Reasons }
	require.Equal(t, []string{
		"2 pages instead of 1", "1 word is missing", "2 words are there in addition", "3 words moved by up to 4.2 mm",
		"1.3 % of page 1 are drawn differently",
	}, reasons(0))
	require.Equal(t, []string{"b gave no PDF: timeout"}, reasons(1))
	require.Empty(t, reasons(2))
	require.Contains(t, summary.Headline, "b takes 2.0 × the time and 0.5 × the memory.")
}
