package engines_test

import (
	"encoding/json"
	"image/color"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// withHeader prints a document with a header.
func withHeader(t *testing.T, service *harness.Service, html, header string) []byte {
	t.Helper()
	body, err := json.Marshal(map[string]string{"html": html, "headerHtml": header})
	require.NoError(t, err)
	return service.PDF(t, body).Body
}

// TestHeaderLeavesRequestsAsTheyAre: with a header, the service reads linked style sheets before the engine does. The server
// receives the engine's own request all the same, and answers it as it would answer the engine.
func TestHeaderLeavesRequestsAsTheyAre(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine, func(t *testing.T) {
			var mu sync.Mutex
			var received []http.Header
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				received = append(received, r.Header)
				mu.Unlock()
				if strings.Contains(r.UserAgent(), "Go-http") || !strings.Contains(r.Header.Get("Accept"), "text/css") {
					w.WriteHeader(http.StatusForbidden)
					return
				}
				w.Header().Set("Content-Type", "text/css")
				_, _ = w.Write([]byte("@page{margin:60mm} .x{height:20mm;background:#008000}"))
			}))
			defer server.Close()
			service := start(t, engine, "PLATEN_EGRESS_ALLOW="+server.Listener.Addr().String())
			html := `<!doctype html><link rel=stylesheet href="` + server.URL + `"><style>body{margin:0}</style><div class=x></div>`
			block := domain.Rect{Left: 60 * mm, Top: 60 * mm, Right: 150 * mm, Bottom: 80 * mm}
			for _, header := range []string{"", "a header"} {
				pdfcheck.In(t, withHeader(t, service, html, header), pdfcheck.PaintedAt(1, green, block, mm))
			}
			require.Len(t, received, 2)
			require.Equal(t, received[0], received[1])
		})
	}
}

// TestHeaderKeepsMarginsOfLinkedSheets: sheets that engines use, whatever their form, decide where header and body stand.
func TestHeaderKeepsMarginsOfLinkedSheets(t *testing.T) {
	const css = "@page{margin:60mm}"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = nil
		content := css
		switch r.URL.Path {
		case "/mark.css":
			content = "\ufeff" + css
		case "/utf16.css":
			content = "\xff\xfe" + strings.Join(strings.Split(css, ""), "\x00") + "\x00"
		}
		_, _ = w.Write([]byte(content))
	}))
	defer server.Close()
	at := server.URL
	for _, engine := range engines {
		service := start(t, engine, "PLATEN_EGRESS_ALLOW="+server.Listener.Addr().String())
		for name, styles := range map[string]string{
			"byte order mark": `<link rel=stylesheet href="` + at + `/mark.css">`,
			"UTF-16":          `<link rel=stylesheet href="` + at + `/utf16.css">`,
			"escape":          `<style>@import "` + at + `/ok\.css"</style>`,
			"base64":          `<link rel=stylesheet href="data:text/css;BASE64,QHBhZ2V7bWFyZ2luOjYwbW1 9">`,
		} {
			t.Run(engine+"/"+name, func(t *testing.T) {
				pdf := withHeader(t, service, `<!doctype html>`+styles+`<style>body{margin:0}</style><div style="height:20mm;background:#008000"></div>`,
					`<div style="height:10mm;background:#0000ff"></div>`)
				pdfcheck.In(t, pdf, pdfcheck.PaintedAt(1, green, domain.Rect{Left: 60 * mm, Top: 60 * mm, Right: 150 * mm, Bottom: 80 * mm}, mm),
					pdfcheck.PaintedAt(1, color.RGBA{B: 0xff, A: 0xff}, domain.Rect{Left: 60 * mm, Top: 5 * mm, Right: 150 * mm, Bottom: 15 * mm}, mm))
			})
		}
		t.Run(engine+"/disabled", func(t *testing.T) {
			pdf := withHeader(t, service, `<!doctype html><link disabled rel=stylesheet href="`+at+`/x.css"><link type=text/less rel=stylesheet href="data:text/css,`+css+`">`+
				`<style>body{margin:0}</style><div style="height:20mm;background:#008000"></div>`, "x")
			content, err := pdfcheck.Open(t, pdf).Extent(1, green)
			require.NoError(t, err)
			require.InDelta(t, 10, content.Left.Millimetres(), 1)
		})
	}
}

// TestHeaderKeepsMarginsThatTheEngineComputes: the body's margin is the same with and without a header, which stands within it.
func TestHeaderKeepsMarginsThatTheEngineComputes(t *testing.T) {
	service := start(t, "chrome")
	const block = `<style>body{margin:0}</style><div style="height:20mm;background:#008000"></div>`
	for _, rule := range []string{
		"@page{margin-top:12lh}", "@page{margin-top:30cap}", "@page{margin-top:if(media(print): 60mm; else: 40mm)}", "@page{margin:hypot(30mm,40mm)}",
		"@page{margin:20svw}", `@p\61ge{m\61rgin:60mm}`, "@supports selector(a > b){@page{margin:60mm}}", "@starting-style{@page{margin:60mm}}",
	} {
		html := "<!doctype html><style>" + rule + "</style>" + block
		without, err := pdfcheck.Open(t, print(t, service, html)).Extent(1, green)
		require.NoError(t, err)
		require.Greater(t, without.Top.Millimetres(), 30.0, rule)
		with, err := pdfcheck.Open(t, withHeader(t, service, html, "x")).Extent(1, green)
		require.NoError(t, err)
		require.InDelta(t, without.Top.Millimetres(), with.Top.Millimetres(), 0.5, rule)
		require.InDelta(t, without.Left.Millimetres(), with.Left.Millimetres(), 0.5, rule)
	}
	// The header stands between the margins.
	printed := pdfcheck.Open(t, withHeader(t, service, "<style>@page{margin:12lh}body{margin:0}</style>"+block, `<div style="height:5mm;background:#008000">x</div>`))
	both, err := printed.Extent(1, green)
	require.NoError(t, err)
	require.Less(t, both.Top.Millimetres(), 6.0, "the header's")
	body, err := pdfcheck.Open(t, print(t, service, "<style>@page{margin:12lh}body{margin:0}</style>"+block)).Extent(1, green)
	require.NoError(t, err)
	require.InDelta(t, body.Left.Millimetres(), both.Left.Millimetres(), 0.5)
	require.InDelta(t, body.Right.Millimetres(), both.Right.Millimetres(), 0.5)
}
