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
	Reference string              `json:"reference"`
	Engines   []comparison.Engine `json:"engines"`
	Documents []viewDocument      `json:"documents"`
}

type viewDocument struct {
	Name string `json:"name"`
	// Pictures is the address of the folder of its pictures.
	Pictures    string                       `json:"pictures"`
	RequestID   string                       `json:"request_id,omitempty"`
	Template    string                       `json:"template,omitempty"`
	Renders     map[string]comparison.Render `json:"renders"`
	Comparisons []viewComparison             `json:"comparisons"`
}

type viewComparison struct {
	comparison.Comparison
	Rows  []comparison.Row  `json:"rows"`
	Marks []comparison.Mark `json:"marks"`
}

// indexPage makes the page for people.
func indexPage(summary comparison.Summary) ([]byte, error) {
	report := summary.Report
	v := view{Reference: report.Reference, Engines: report.Engines, Documents: []viewDocument{}}
	evidence := evidenceOf(summary)
	for _, d := range report.Documents {
		shown := viewDocument{Name: d.Name, Pictures: address(picturesOf(d.Name)), RequestID: d.RequestID, Template: d.Template,
			Renders: d.Renders, Comparisons: []viewComparison{}}
		for _, c := range d.Comparisons {
			e := evidence[[2]string{d.Name, c.Engine}]
			shown.Comparisons = append(shown.Comparisons, viewComparison{c,
				append([]comparison.Row{}, e.Rows...), append([]comparison.Mark{}, e.Marks...)})
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

// evidenceOf returns the evidence by document and engine.
func evidenceOf(summary comparison.Summary) map[[2]string]comparison.Evidence {
	evidence := map[[2]string]comparison.Evidence{}
	for _, e := range summary.Evidence {
		evidence[[2]string{e.Document, e.Engine}] = e
	}
	return evidence
}
