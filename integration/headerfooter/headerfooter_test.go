// Package headerfooter_test tests headers and footers from outside, on both engines: section 4 of the contract.
package headerfooter_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	registry "platen/adapters/engines"
	"platen/domain"
	"platen/integration/harness"
	"platen/ports"
	"platen/ports/pdfcheck"
)

func TestMain(m *testing.M) { harness.Main(m) }

var engines = registry.All().Names()

// services are one service for each engine, which all tests with equal settings share. Settings of Chrome's are for it alone.
func services(t *testing.T, settings ...string) map[string]*harness.Service {
	t.Helper()
	started := map[string]*harness.Service{}
	for _, engine := range engines {
		started[engine] = service(t, engine, slices.DeleteFunc(slices.Clone(settings), func(s string) bool {
			return engine != "chrome" && strings.HasPrefix(s, "PLATEN_CHROME_")
		})...)
	}
	return started
}

// servicesThatFollowPageRules are those of the engines that do.
func servicesThatFollowPageRules(t *testing.T) map[string]*harness.Service {
	t.Helper()
	started := map[string]*harness.Service{}
	for _, engine := range engines {
		if followsPageRules(engine) {
			started[engine] = service(t, engine)
		}
	}
	return started
}

// followsPageRules reports whether an engine does.
func followsPageRules(engine string) bool { return capabilities(engine).PageRules }

func capabilities(engine string) ports.Capabilities {
	kind, _ := registry.All().Find(engine)
	return kind.Capabilities
}

// service is a service that all tests with equal settings share. It lets documents reach loopback, where the tests serve their files.
func service(t *testing.T, engine string, settings ...string) *harness.Service {
	t.Helper()
	return harness.Shared(t, append([]string{"PLATEN_ENGINE=" + engine, "PLATEN_EGRESS_ALLOW=127.0.0.0/8"}, settings...)...)
}

// request is a body of the one operation.
type request struct {
	HTML   string         `json:"html"`
	CSS    string         `json:"css,omitempty"`
	Data   map[string]any `json:"data,omitempty"`
	Header string         `json:"headerHtml,omitempty"`
	Footer string         `json:"footerHtml,omitempty"`
}

func (r request) body(t *testing.T) []byte {
	t.Helper()
	body, err := json.Marshal(r)
	require.NoError(t, err)
	return body
}

// The fonts of tests are the same on both engines.
const style = `<style>body{font:10pt "DejaVu Sans";margin:0} p{margin:0 0 2mm}</style>`

// pagesOf is a body of so many pages, on each of which the first and the last word stand at the very edge of
// the content.
func pagesOf(n int) string {
	var b strings.Builder
	b.WriteString("<!doctype html>" + style)
	for i := 1; i <= n; i++ {
		brk := "page-break-after:always;"
		if i == n {
			brk = ""
		}
		fmt.Fprintf(&b, `<div style="%s">%s</div>`, brk, paragraphs(i))
	}
	return b.String()
}

func paragraphs(page int) string {
	return fmt.Sprintf("<p>bodyfirst%d</p><p>body text of the page</p>", page)
}

// flow is a body that fills its pages to the last line.
func flow(paragraphs int) string {
	var b strings.Builder
	b.WriteString("<!doctype html>" + style)
	for i := range paragraphs {
		fmt.Fprintf(&b, "<p>body%d %s</p>", i, filler)
	}
	return b.String()
}

const numbered = `<div style="font:9pt 'DejaVu Sans'">footer <span class="pageNumber"></span> of <span class="totalPages"></span></div>`

func TestNumbering(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for _, pages := range []int{1, 2, 12, 95} {
			t.Run(fmt.Sprintf("%s/%d", engine, pages), func(t *testing.T) {
				answer := service.PDF(t, request{
					HTML:   pagesOf(pages),
					Header: `<b style="font:9pt 'DejaVu Sans'">header <i class="x pageNumber y">?</i>/<i class="totalPages">?</i> again <span class=pageNumber></span><span class=pageNumber></span></b>`,
					Footer: numbered,
				}.body(t))
				require.Equal(t, fmt.Sprint(pages), answer.Header.Get("Platen-Pages"))
				checks := []pdfcheck.Check{pdfcheck.Pages(pages), pdfcheck.Sound(), pdfcheck.NoText("?")}
				for n := 1; n <= pages; n++ {
					checks = append(checks, pdfcheck.TextOn(n, fmt.Sprintf("bodyfirst%d", n),
						fmt.Sprintf("header %d/%d again %d%d", n, pages, n, n), fmt.Sprintf("footer %d of %d", n, pages)))
				}
				pdfcheck.In(t, answer.Body, checks...)
			})
		}
	}
}

// TestNothingOverlaps sends headers and footers of many kinds above and below a body that fills its pages, and
// looks for words of one in the boxes of another.
func TestNothingOverlaps(t *testing.T) {
	t.Parallel()
	site := serveFiles(t)
	started := services(t)
	for name, r := range kinds(site) {
		for _, engine := range engines {
			if !does(t, engine, name) {
				continue
			}
			t.Run(name+"/"+engine, func(t *testing.T) {
				r.HTML = flow(110)
				answer := started[engine].PDF(t, r.body(t))
				require.Equal(t, "0", answer.Header.Get("Platen-Resources-Failed"))
				pdf := pdfcheck.Open(t, answer.Body)
				pages, err := pdf.Pages()
				require.NoError(t, err)
				require.Greater(t, pages, 1)
				for n := 1; n <= pages; n++ {
					checkApart(t, pdf, n, name == "web font")
				}
				pdfcheck.In(t, answer.Body, pdfcheck.Sound())
				checkOrder(t, pdf, 110)
			})
		}
	}
}

// checkApart holds that header, body and footer of a page do not touch. What is no word of the body belongs to
// the header in the upper half of the page, and to the footer in the lower; a header in a web font may be drawn.
func checkApart(t *testing.T, pdf *pdfcheck.File, page int, outlined bool) {
	t.Helper()
	words, err := pdf.Words(page)
	require.NoError(t, err)
	top, bottom := domain.Length(0), domain.A4.Height // of the room between header and footer
	first, last := bottom, top                        // of the body
	for _, w := range words {
		switch {
		case isBody(w.Text):
			first, last = min(first, w.Top), max(last, w.Bottom)
		case w.Bottom < domain.A4.Height/2:
			top = max(top, w.Bottom)
		default:
			bottom = min(bottom, w.Top)
		}
	}
	if outlined {
		// One engine draws web fonts, and no words are to be found.
		pink, err := pdf.Extent(page, webFontColour)
		require.NoError(t, err)
		top = max(top, pink.Bottom)
	}
	require.Less(t, first, last, "page %d has no body", page)
	require.LessOrEqual(t, top, first, "page %d: the header ends below the first line of the body", page)
	require.GreaterOrEqual(t, bottom, last, "page %d: the footer begins above the end of the body", page)
}

// filler is the rest of each paragraph.
const filler = "of many"

// fillers are the words of flow that do not say where they stand.
var fillers = strings.Fields(filler)

// isBody tells the words of flow.
func isBody(word string) bool {
	return strings.HasPrefix(word, "body") || slices.Contains(fillers, word)
}

// checkOrder holds that the body's text is read in its own order, with nothing in between but whole headers and
// footers.
func checkOrder(t *testing.T, pdf *pdfcheck.File, paragraphs int) {
	t.Helper()
	text, err := pdf.Text()
	require.NoError(t, err)
	for i := range paragraphs {
		want := fmt.Sprintf("body%d %s", i, filler)
		at := strings.Index(text, want)
		require.GreaterOrEqual(t, at, 0, "%q is not to be read in what follows: %.300s", want, text)
		text = text[at+len(want):]
	}
}
