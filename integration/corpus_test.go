package integration_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/domain"
	"platen/ports/pdfcheck"
)

const corpus = "testdata/corpus"

// hindi is the document that relies on the machine's fonts: without one for its letters they are boxes.
const hindi = "udhr-hindi"

// hasFontFor reports whether the machine has a font for a language.
func hasFontFor(t *testing.T, language string) bool {
	t.Helper()
	fonts, err := exec.Command("fc-list", ":lang="+language).Output()
	require.NoError(t, err)
	return len(fonts) > 0
}

// promise is an entry of the corpus's manifest: the facts that a correct rendering of a document satisfies.
type promise struct {
	Name              string         `json:"name"`
	Pages             int            `json:"pages"`
	PagesMin          int            `json:"pages_min"`
	PagesMax          int            `json:"pages_max"`
	PagesByMargin     map[string]int `json:"pages_by_default_margin"`
	PageSize          []float64      `json:"page_size_pts"`
	AllPageSizes      [][]float64    `json:"all_page_sizes_pts"`
	MustContain       []string       `json:"must_contain"`
	MustNotContain    []string       `json:"must_not_contain"`
	EveryPageContains []string       `json:"every_page_must_contain"`
	FooterPattern     string         `json:"footer_pattern"`
	WkOK              bool           `json:"wk_ok"`
}

// TestCorpus renders each document of the corpus on a service, and on another one, which prints the documents in the opposite order, so that a
// document that changes a later one is noticed: both give the same bytes, and show what the manifest promises.
func TestCorpus(t *testing.T) {
	t.Parallel()
	checks := map[string]func(*testing.T, promise, []byte){
		"chrome": checkOnChrome, "wkhtmltopdf": checkOnWkhtmltopdf, "weasyprint": checkOnWeasyPrint,
	}
	for _, engine := range engines.All().Names() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			answers := reproduced(t, "PLATEN_ENGINE="+engine)
			for _, p := range readManifest(t) {
				t.Run(p.Name, func(t *testing.T) {
					if check := checks[engine]; check != nil {
						check(t, p, answers[p.Name])
					}
					p.checkNumbering(t, answers[p.Name])
				})
			}
		})
	}
	t.Run("tagged", func(t *testing.T) {
		t.Parallel()
		reproduced(t, "PLATEN_CHROME_TAGGED=true")
	})
}

func checkOnChrome(t *testing.T, p promise, pdf []byte) {
	pdfcheck.In(t, pdf, pdfcheck.Whole(), pdfcheck.Text(p.MustContain...), pdfcheck.NoText(p.MustNotContain...), p.pages())
	p.checkPaper(t, pdf)
}

// checkOnWkhtmltopdf checks the text only, of the documents that the manifest marks for it.
func checkOnWkhtmltopdf(t *testing.T, p promise, pdf []byte) {
	pdfcheck.In(t, pdf, pdfcheck.Whole())
	if p.WkOK {
		pdfcheck.In(t, pdf, pdfcheck.Text(p.MustContain...), pdfcheck.NoText(p.MustNotContain...))
	}
}

// checkOnWeasyPrint checks the text and the paper: lines and pages break elsewhere, and 57 has no nesting of style rules.
func checkOnWeasyPrint(t *testing.T, p promise, pdf []byte) {
	pdfcheck.In(t, pdf, pdfcheck.Whole(), pdfcheck.NoText(p.MustNotContain...))
	// Capital letters of the one are made by a nested rule; of the other, an Indic font divides words where letters change their order.
	if p.Name != "ticket-weasyprint" && (p.Name != hindi || !hasFontFor(t, "hi")) {
		pdfcheck.In(t, pdf, pdfcheck.Text(p.MustContain...))
	}
	p.checkPaper(t, pdf)
}

func readManifest(t *testing.T) []promise {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(corpus, "MANIFEST.json"))
	require.NoError(t, err)
	var manifest struct{ Documents []promise }
	require.NoError(t, json.Unmarshal(content, &manifest))
	require.Len(t, manifest.Documents, 19)
	return manifest.Documents
}

func (p promise) request(t *testing.T) []byte {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(corpus, p.Name+".json"))
	require.NoError(t, err)
	return body
}

// pages checks the number of pages: the manifest's for the default margin of 10 mm.
func (p promise) pages() pdfcheck.Check {
	if n, ok := p.PagesByMargin["10mm"]; ok && p.Name != hindi {
		return pdfcheck.Pages(n)
	}
	if p.Pages > 0 {
		return pdfcheck.Pages(p.Pages)
	}
	return pdfcheck.PagesBetween(p.PagesMin, p.PagesMax)
}

// checkPaper checks the size of the first page, and of all of which the manifest says it.
func (p promise) checkPaper(t *testing.T, pdf []byte) {
	t.Helper()
	pdfcheck.In(t, pdf, pdfcheck.PaperOn(1, size(p.PageSize)))
	for i, s := range p.AllPageSizes {
		pdfcheck.In(t, pdf, pdfcheck.PaperOn(i+1, size(s)))
	}
}

// checkNumbering checks the header and the footer of every page.
func (p promise) checkNumbering(t *testing.T, pdf []byte) {
	t.Helper()
	if p.FooterPattern == "" {
		return
	}
	pages, err := pdfcheck.Open(t, pdf).Pages()
	require.NoError(t, err)
	var checks []pdfcheck.Check
	for n := 1; n <= pages; n++ {
		footer := strings.NewReplacer("{page}", strconv.Itoa(n), "{pages}", strconv.Itoa(pages)).Replace(p.FooterPattern)
		checks = append(checks, pdfcheck.TextOn(n, slices.Concat(p.EveryPageContains, []string{footer})...))
	}
	pdfcheck.In(t, pdf, checks...)
}

func size(points []float64) domain.Size {
	return domain.Size{Width: domain.Length(points[0]), Height: domain.Length(points[1])}
}
