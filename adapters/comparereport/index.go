package comparereport

import (
	"bytes"
	_ "embed"
	"html/template"

	"platen/domain/comparison"
)

//go:embed page/index.html
var indexHTML string

//go:embed page/report.css
var style string

//go:embed bundle/report.js
var script string

var index = template.Must(template.New("index").Parse(indexHTML))

// view is what the page shows: the report with its evidence.
type view struct {
	comparison.Report
	Documents []viewDocument `json:"documents"`
}

type viewDocument struct {
	comparison.Document
	// Pictures is the address of the folder of its pictures.
	Pictures    string           `json:"pictures"`
	Comparisons []viewComparison `json:"comparisons"`
}

type viewComparison struct {
	comparison.Comparison
	Rows  []comparison.Row  `json:"rows"`
	Marks []comparison.Mark `json:"marks"`
}

// indexPage makes the page for people.
func indexPage(summary comparison.Summary) ([]byte, error) {
	report := summary.Report
	v := view{report, []viewDocument{}}
	for _, d := range report.Documents {
		shown := viewDocument{Document: d, Pictures: address(picturesOf(d.Name)), Comparisons: []viewComparison{}}
		for _, c := range d.Comparisons {
			shown.Comparisons = append(shown.Comparisons, viewComparison{c,
				append([]comparison.Row{}, c.Rows...), append([]comparison.Mark{}, c.Marks...)})
		}
		v.Documents = append(v.Documents, shown)
	}
	var page bytes.Buffer
	err := index.Execute(&page, struct {
		Title, Headline string
		Style           template.CSS
		Script          template.JS
		Data            view
	}{"comparison with " + report.Reference, summary.Headline, template.CSS(style), template.JS(script), v}) //nolint:gosec // its own
	return page.Bytes(), err
}
