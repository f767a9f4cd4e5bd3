package compare_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/comparison"
	"platen/integration/harness"
)

// letter has a date, a number and a stamp, on a coloured background.
func letter(t testing.TB, date, number, stamp, rest string) string {
	return file(t, "letter.json", fmt.Sprintf(`{"html": "<style>@page{margin:0}body{margin:20mm;background:#fed;font:12pt 'Liberation Sans'}#s{position:absolute;left:150mm;top:100mm;width:40mm;height:20mm;background:%s}</style><p>Printed on %s, invoice no. %s of this year. %s<div id=s>%s</div>"}`,
		stamp, date, number, rest, stamp))
}

// TestRules: what a rule ignores counts for nothing, whatever is drawn there, and everything else counts as before.
func TestRules(t *testing.T) {
	service := harness.Shared(t)
	first := letter(t, "3 May 2026", "INV-2026-00017,", "red", "Pay 100 euros.")
	golden := filepath.Dir(file(t, "letter.pdf", string(service.PDF(t, readFile(t, first)).Body)))
	rules := file(t, "rules.yaml", `
documents:
  - match: "let*"
    max_score: 45
    ignore:
      - {text: '\d+ [A-Z]\w+ \d{4}'}
      - {text: 'INV-[\d-]+'}
      - {page: 1, area: [14.9cm, 99mm, 42mm, 22mm]}
  - match: other
    ignore: [{text: Pay.*}]
`)
	compare := func(request string, more ...string) (int, comparison.Comparison) {
		out := t.TempDir()
		code, _, diagnostics := run(t, []string{"PLATEN_COMPARE_KEY=" + harness.Key}, append([]string{"--engine", "pdf=" + golden, "--engine", "now=url=" + service.URL,
			"--out", out, request}, more...)...)
		require.NotEqual(t, 2, code, diagnostics)
		return code, readReport(t, out).Documents[0].Comparisons[0]
	}
	later := letter(t, "22 November 2026", "INV-2026-123456,", "blue", "Pay 100 euros.")
	code, without := compare(later)
	require.Zero(t, code)
	require.Equal(t, comparison.Broken, without.Verdict)
	code, with := compare(later, "--rules", rules)
	require.Zero(t, code, "%v", with.Reasons)
	require.Zero(t, with.Words.Missing+with.Words.Extra, "%v", with.Reasons)
	require.NotContains(t, fmt.Sprint(with.Reasons), "“")
	code, equal := compare(letter(t, "4 May 2026", "INV-2026-00018,", "blue", "Pay 100 euros."), "--rules", rules)
	require.Zero(t, code)
	require.Equal(t, comparison.Identical, equal.Verdict, "%v", equal.Reasons)
	for name, other := range map[string]string{
		"another amount": letter(t, "3 May 2026", "INV-2026-00018,", "red", "Pay 900 euros."),
		"no date":        letter(t, "", "INV-2026-00018,", "red", "Pay 100 euros."),
	} {
		code, changed := compare(other, "--rules", rules)
		require.Equal(t, 3, code, name)
		require.Equal(t, comparison.Broken, changed.Verdict, name)
	}
	code, _ = compare(later, "--rules", file(t, "rules.yaml", `documents: [{match: "*"}, {match: letter, max_score: 20}]`))
	require.Equal(t, 3, code)
}

// TestIgnoredCode: a bar code in an ignored area counts for nothing, a control and a line neither.
func TestIgnoredCode(t *testing.T) {
	service := harness.Shared(t)
	label := func(bar, checked, style string) string {
		bars := ""
		for i, width := range []string{"1", "2", "1", "3", "1", "1", "2", "3", "1", "2", "1", "1", "3", bar, "1", "2", "1", "3", "2", "1", "1", "3", "2", "1"} {
			bars += fmt.Sprintf("<rect x='%d' width='%s' height='60'/>", 5*i, width)
		}
		return file(t, "label.json", fmt.Sprintf(`{"html": "<style>@page{margin:0}body{margin:0;font:12pt 'Liberation Sans'}svg,p{position:absolute;left:20mm;margin:0}</style><p style='top:20mm'>Parcel</p><svg style='top:40mm;width:80mm;height:20mm' viewBox='0 0 120 60' preserveAspectRatio='none'>%s</svg><p style='top:70mm'><input type=checkbox %s> paid <span style='%s'>net</span></p>"}`, bars, checked, style))
	}
	first := label("1", "", "")
	golden := filepath.Dir(file(t, "label.pdf", string(service.PDF(t, readFile(t, first)).Body)))
	rules := file(t, "rules.yaml", `documents: [{match: label, ignore: [{area: [15mm, 35mm, 100mm, 50mm]}]}]`)
	for _, other := range []string{label("3", "", ""), label("1", "checked", ""), label("1", "", "text-decoration:line-through")} {
		verdicts := map[string]comparison.Verdict{}
		for name, more := range map[string][]string{"without": nil, "with": {"--rules", rules}} {
			out := t.TempDir()
			code, _, diagnostics := run(t, []string{"PLATEN_COMPARE_KEY=" + harness.Key}, append([]string{"--engine", "pdf=" + golden, "--engine", "now=url=" + service.URL,
				"--out", out, other}, more...)...)
			require.Zero(t, code, diagnostics)
			verdicts[name] = readReport(t, out).Documents[0].Comparisons[0].Verdict
		}
		require.Equal(t, map[string]comparison.Verdict{"without": comparison.Broken, "with": comparison.Identical}, verdicts)
	}
}

// TestUnusedRules: a rule that is for nothing in any document is named.
func TestUnusedRules(t *testing.T) {
	golden := filepath.Dir(file(t, "letter.pdf", string(harness.Shared(t).PDF(t, []byte(`{"html": "<p>of 3 May</p>"}`)).Body)))
	rules := file(t, "rules.yaml", `
documents:
  - {match: "let*", ignore: [{text: '\d \w+'}, {text: '\d{4}'}, {page: 2, area: [1mm, 1mm, 9mm, 9mm]}, {area: [1mm, 1mm, 9mm, 9mm]}]}
  - {match: invoice, max_score: 4}
`)
	code, _, diagnostics := run(t, nil, "-e", "golden=pdf="+golden, "-e", "same=pdf="+golden, "--out", t.TempDir(), "--rules", rules,
		file(t, "letter.json", `{"html": "<p>x"}`))
	require.Zero(t, code)
	require.Equal(t, `--rules: documents[0].ignore[1] matches nothing in the documents of "let*"
--rules: documents[0].ignore[2] matches nothing in the documents of "let*"
--rules: documents[1]: no document matches "invoice"
`, diagnostics)
}

// TestWrongRules: nothing is rendered.
func TestWrongRules(t *testing.T) {
	request := file(t, "request.json", `{"html": "<p>x</p>"}`)
	for name, content := range map[string]string{
		"unknown key":       `documents: [{match: x, maxscore: 3}]`,
		"unknown rule":      `documents: [{match: x, ignore: [{texts: a}]}]`,
		"a bad regexp":      `documents: [{match: x, ignore: [{text: "("}]}]`,
		"a bad pattern":     `documents: [{match: "[", max_score: 1}]`,
		"no pattern":        `documents: [{max_score: 1}]`,
		"a score beyond":    `documents: [{match: x, max_score: 101}]`,
		"a bare length":     `documents: [{match: x, ignore: [{area: [1, 2, 3, 4]}]}]`,
		"three lengths":     `documents: [{match: x, ignore: [{area: [1mm, 2mm, 3mm]}]}]`,
		"no width":          `documents: [{match: x, ignore: [{area: [1mm, 2mm, 0mm, 4mm]}]}]`,
		"page 0":            `documents: [{match: x, ignore: [{page: 0, area: [1mm, 2mm, 3mm, 4mm]}]}]`,
		"both":              `documents: [{match: x, ignore: [{text: a, area: [1mm, 2mm, 3mm, 4mm]}]}]`,
		"a page for a text": `documents: [{match: x, ignore: [{text: a, page: 1}]}]`,
		"a list":            `[]`,
		"empty":             ``,
		"no YAML":           `documents: [`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "report")
			code, told, diagnostics := run(t, nil, "--out", out, "--rules", file(t, "rules.yaml", content), request)
			require.Equal(t, 2, code, diagnostics)
			require.Empty(t, told)
			require.Contains(t, diagnostics, "--rules")
			require.NotContains(t, diagnostics, "command.", "a type of the program")
			require.NoDirExists(t, out)
		})
	}
}

// TestNewDocument: a folder of PDFs that has no such document has nothing to compare it with.
func TestNewDocument(t *testing.T) {
	service, out := harness.Shared(t), t.TempDir()
	code, told, diagnostics := run(t, []string{"PLATEN_COMPARE_KEY=" + harness.Key}, "--engine", "golden=pdf="+t.TempDir(), "--engine", "now=url="+service.URL,
		"--max-score", "0", "--out", out, file(t, "request.json", `{"html": "<p>x</p>"}`))
	require.Zero(t, code, diagnostics)
	require.Contains(t, told, "now against golden: 1 is new.")
	document := readReport(t, out).Documents[0]
	require.Equal(t, comparison.New, document.Comparisons[0].Verdict)
	require.Zero(t, document.Comparisons[0].Score)
	require.Equal(t, []string{"golden has no such document"}, document.Comparisons[0].Reasons)
	require.FileExists(t, filepath.Join(out, "pages", "request", "now-1.png"))
}
