package verdict_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/app/compare/verdict"
	"platen/domain/comparison"
)

// TestLeftOut: a report begins with what became of the sample, and how what was left out differs.
func TestLeftOut(t *testing.T) {
	engines := []comparison.Engine{{Name: "a"}, {Name: "b"}}
	served := func(pages int, ms float64, left string) comparison.Shadow {
		s := comparison.Shadow{Engines: engines, LeftOut: left, Document: comparison.Document{Name: "n", Renders: map[string]comparison.Render{"a": {Pages: pages, P50: ms}}}}
		if left == "" {
			s.Comparisons = []comparison.Comparison{{Engine: "b", Verdict: comparison.Identical}}
		}
		return s
	}
	some, _ := verdict.FromShadow([]comparison.Shadow{served(1, 40, ""), served(12, 900, "busy"), served(14, 1000, "busy"), served(2, 50, "failed")})
	require.Regexp(t, `^4 requests were sampled, 3 left out \(2 busy, 1 failed\), of 12 pages and 900 ms at the median; the compared ones have 1 page and 40 ms\. b against a: 1 of 1`, some.Headline)
	require.Equal(t, map[string]int{"busy": 2, "failed": 1}, some.Report.Sample.LeftOut)
	require.Len(t, some.Report.Documents, 1)
	none, _ := verdict.FromShadow([]comparison.Shadow{served(1, 40, "stopped")})
	require.Equal(t, "1 request was sampled, 1 left out (1 stopped), of 1 page and 40 ms at the median. b against a: no document was compared.", none.Headline)
}

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
		result("b", "2", comparison.Render{Pages: 1, P50: 20, Memory: 60 << 20 / 25}, comparison.Comparison{Verdict: comparison.Identical}),
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
	require.Contains(t, summary.Headline, "3 requests were sampled, none left out. b against a: ")
	require.Contains(t, summary.Headline, "b takes 2 × the time and 0.04 × the memory.")
}
