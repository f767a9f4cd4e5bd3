package headerfooter_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/integration/harness"
	"platen/integration/program"
	"platen/ports/pdfcheck"
)

// TestExtremeMargins: margins and sizes beyond all paper are ignored or a 400, and never an engine's crash or a page
// that is a hair wide.
func TestExtremeMargins(t *testing.T) {
	t.Parallel()
	version, err := program.Get(t.Context(), service(t, "weasyprint").Admin+"/version")
	require.NoError(t, err)
	debian := strings.Contains(string(version.Body), `"57.`)
	for engine, service := range services(t) {
		for _, declarations := range []string{
			"margin:calc(-infinity * 1mm)", "margin:-1e9mm", "margin:-1e40mm", "margin:calc(-1mm/0)", "margin:-1e9%", "margin:-1e9em",
			"margin:calc(-1e9*1lh)", "margin:calc(pow(10,30)*-1mm)", "margin:round(up,-1e30mm,1mm)", "margin:var(--x)}:root{--x:calc(-infinity*1px)",
			"margin-left:-1e9mm", "margin-top:calc(-infinity * 1mm)", "margin:calc(NaN * 1mm)", "margin:1e400mm", "margin:calc(1mm/0)",
			"size:calc(infinity*1mm)", "size:calc(-infinity*1mm)", "size:calc(NaN*1mm)", "size:1e9mm", "size:1e-9mm", "width:1e9mm",
		} {
			if engine == "weasyprint" && (declarations == "size:1e-9mm" || declarations == "size:calc(-infinity*1mm)" && !debian) {
				continue // its pages are at least as large as their margins and their first line; Debian's does not know calc()
			}
			for _, header := range []string{"", "<p>head"} {
				t.Run(engine+" "+declarations+header, func(t *testing.T) {
					checkExtremes(t, service, request{HTML: "<!doctype html><style>@page{" + declarations + "}</style><p>text", Header: header})
				})
			}
		}
	}
}

// TestExtremeMarginsOfLinkedSheets: the same, if the engine alone reads the style sheet.
func TestExtremeMarginsOfLinkedSheets(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/css")
		_, _ = w.Write([]byte("@page{" + r.URL.Query().Get("page") + "}"))
	}))
	defer site.Close()
	for engine, service := range services(t) {
		for _, declarations := range []string{"margin:calc(-infinity * 1mm)", "margin-left:-1e9mm", "margin:-1e9em;size:a5", "size:6000mm 100mm"} {
			t.Run(engine+" "+declarations, func(t *testing.T) {
				sheet := site.URL + "/?page=" + url.QueryEscape(declarations)
				for _, html := range []string{"<link rel=stylesheet href='" + sheet + "'>", "<style>@import '" + sheet + "'</style>"} {
					checkExtremes(t, service, request{HTML: "<!doctype html>" + html + "<p>text"})
				}
			})
		}
	}
}

// TestNegativeMargins: beyond the paper's edge nothing of a header is lost.
func TestNegativeMargins(t *testing.T) {
	t.Parallel()
	for engine, service := range services(t) {
		for _, rule := range []string{"@page{margin:10mm 10mm 10mm -20mm}", "@page{margin:-5mm}", "@page:first{margin-left:-20mm}"} {
			t.Run(engine+" "+rule, func(t *testing.T) {
				body := request{HTML: "<style>" + rule + "</style><p>text", Header: "<p>ABCDEFGHIJ<p style=text-align:right>KLMNOPQRST"}.body(t)
				pdfcheck.In(t, service.PDF(t, body).Body, pdfcheck.TextOn(1, "ABCDEFGHIJ", "KLMNOPQRST"))
			})
		}
	}
}

// checkExtremes checks that a document is a 400, or has the size of its paper.
func checkExtremes(t *testing.T, s *harness.Service, r request) {
	answer, err := s.Post(t.Context(), r.body(t))
	require.NoError(t, err)
	if answer.Status == http.StatusBadRequest {
		return
	}
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	sizes, err := pdfcheck.Open(t, answer.Body).PageSizes()
	require.NoError(t, err)
	want := domain.A4
	if strings.Contains(r.HTML, "a5") {
		want = domain.Size{Width: 148 * domain.Millimetre, Height: 210 * domain.Millimetre}
	}
	require.InDelta(t, want.Width.Points(), sizes[0].Width.Points(), 1)
	require.InDelta(t, want.Height.Points(), sizes[0].Height.Points(), 1)
}
