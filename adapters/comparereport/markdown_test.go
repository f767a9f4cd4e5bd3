package comparereport_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/comparereport"
	"platen/domain/comparison"
)

func TestMarkdown(t *testing.T) {
	s := summary()
	hostile := s.Report.Documents[0]
	hostile.Name = "a|b\n@team <img src=x> [x](y) *z* `c`"
	hostile.Comparisons = []comparison.Comparison{{Engine: "b", Score: 50, Verdict: comparison.Broken, Reasons: []string{"one", "two", "three", "four", "five"}}}
	same := s.Report.Documents[0]
	same.Name, same.Comparisons = "same", []comparison.Comparison{{Engine: "b", Verdict: comparison.Identical}}
	s.Report.Documents = append(s.Report.Documents, hostile, same)
	told := string(comparereport.Markdown(s, "https://ci.example.com/r?a=1&b=2/", func(document, _ string) bool { return document == "letter" }))
	lines := strings.Split(told, "\n")
	require.NotContains(t, told, "<b>")
	require.NotContains(t, told, "<i>")
	require.NotContains(t, told, "@team")
	require.NotContains(t, told, "<img src=x>")
	require.Contains(t, told, "**Not good enough: 1 of 4.**")
	require.Contains(t, told, "1 of 4 identical.")
	require.Contains(t, told, `<a href="https://ci.example.com/r?a=1&amp;b=2/pages/invoice/a-1.png"><img src="https://ci.example.com/r?a=1&amp;b=2/pages/invoice/a-1.png" width="110" alt="page 1 of a"></a>`)
	var rows []string
	for _, line := range lines {
		if strings.HasPrefix(line, "| ") {
			rows = append(rows, line)
			require.Equal(t, 5, strings.Count(line, "|"), "columns of %s", line)
		}
	}
	require.Len(t, rows, 4)
	require.Contains(t, rows[1], "**letter**<br>b | ❌ broken<br>100.0 | b gave no PDF")
	require.Contains(t, rows[2], "one<br>two<br>three<br>and 2 more |")
	require.Contains(t, rows[3], "**invoice**<br>b | different<br>12.5 |")
}

// TestMarkdownFingerprints: what differs beside the request is named, as an upgrade's engine.
func TestMarkdownFingerprints(t *testing.T) {
	s := summary()
	d := &s.Report.Documents[0]
	for engine, fingerprint := range map[string]string{"a": `request="1", engine="2", service="3", fonts="4"`, "b": `request="1", engine="5", service="3", fonts="4"`} {
		render := d.Renders[engine]
		render.Fingerprint = fingerprint
		d.Renders[engine] = render
	}
	told := string(comparereport.Markdown(s, "report", func(string, string) bool { return false }))
	require.Contains(t, told, "b against a: the fingerprint differs in engine, not in request, service, fonts.")
}

// TestMarkdownIsBounded: GitHub takes 65,536 characters.
func TestMarkdownIsBounded(t *testing.T) {
	s := summary()
	document := s.Report.Documents[0]
	s.Report.Documents = nil
	for i := range 2000 {
		document.Name = fmt.Sprintf("invoice %d", i)
		s.Report.Documents = append(s.Report.Documents, document)
	}
	told := string(comparereport.Markdown(s, "report", func(string, string) bool { return true }))
	require.Less(t, len(told), 65_536)
	require.Regexp(t, `And 1970 more\.`, told)
	require.Contains(t, told, "Not good enough: 2000 of 2000")
}
