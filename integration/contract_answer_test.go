package integration_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// TestContractAnswer is section 5: the answers of a service that is not busy.
func TestContractAnswer(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run("a document of "+engine, func(t *testing.T) { documentAnswer(t, engine) })
	}
	service := harness.Start(t, quick, "PLATEN_RENDER_MAX_PAGES=3", "PLATEN_RENDER_MAX_PDF=200KiB")
	t.Run("methods", func(t *testing.T) { methods(t, service) })
	t.Run("too many pages", func(t *testing.T) {
		page := `<p style="page-break-after:always">x</p>`
		says(t, service, fields{"html": strings.Repeat(page, 2) + "x"}, pdfcheck.Pages(3))
		refused(t, call{body: fields{"html": strings.Repeat(page, 3) + "x"}}.to(t, service), http.StatusBadRequest, "4 pages", "3")
		refused(t, call{body: fields{"html": strings.Repeat(page, 3) + "x", "headerHtml": "<p>h</p>"}}.to(t, service), http.StatusBadRequest, "4 pages", "3")
	})
	t.Run("too large a document", func(t *testing.T) {
		noise := `<img src="` + dataURL("image/png", noisePNG(512)) + `">`
		refused(t, call{body: fields{"html": noise}}.to(t, service), http.StatusBadRequest, "200KiB")
		refused(t, call{body: fields{"html": "<p>x</p>", "footerHtml": noise}}.to(t, service), http.StatusBadRequest, "200KiB")
	})
	for _, engine := range both {
		t.Run("a limit smaller than the test page of "+engine, func(t *testing.T) {
			service := harness.Start(t, "PLATEN_ENGINE="+engine, "PLATEN_RENDER_MAX_PDF=1KiB")
			refused(t, call{body: fields{"html": "<p>x</p>"}}.to(t, service), http.StatusBadRequest, "1KiB")
		})
	}
	t.Run("the connection is kept after a failure", func(t *testing.T) { keptAlive(t, service) })
}

// documentAnswer checks the header fields of a 200.
func documentAnswer(t *testing.T, engine string) {
	service := shared(t, engine)
	html := strings.Repeat(`<p style="page-break-after:always">x</p>`, 4) + "x"
	answer := printed(t, service, fields{"html": html, "footerHtml": "<p><span class=pageNumber></span></p>"})
	pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Sound(), pdfcheck.Pages(5))
	h := answer.Header
	require.Equal(t, strconv.Itoa(len(answer.Body)), h.Get("Content-Length"))
	require.Empty(t, h.Get("Transfer-Encoding"))
	require.NotEmpty(t, h.Get("X-Request-Id"))
	require.Equal(t, engine, h.Get("Platen-Engine"))
	require.Equal(t, "5", h.Get("Platen-Pages"))
	require.Equal(t, "0", h.Get("Platen-Resources-Failed"))
	require.Equal(t, `inline; filename="document.pdf"`, h.Get("Content-Disposition"))
	require.Regexp(t, `^queue;dur=[\d.]+, render;dur=[\d.]+, compose;dur=[\d.]+$`, h.Get("Server-Timing"))
	render, err := strconv.ParseFloat(regexp.MustCompile(`render;dur=([\d.]+)`).FindStringSubmatch(h.Get("Server-Timing"))[1], 64)
	require.NoError(t, err)
	require.Positive(t, render)
}

func methods(t *testing.T, s *harness.Service) {
	for _, method := range []string{"GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "post"} {
		answer := call{method: method}.to(t, s)
		require.Equal(t, http.StatusMethodNotAllowed, answer.Status, method)
		require.Equal(t, "POST", answer.Header.Get("Allow"), method)
		if method == http.MethodHead {
			require.Empty(t, answer.Body)
			require.Equal(t, "application/json", answer.Header.Get("Content-Type"))
		} else {
			refused(t, answer, http.StatusMethodNotAllowed)
		}
		// Without a key the answer is the same: path and method are checked first.
		anonymous := call{method: method, header: map[string]string{"Authorization": ""}}.to(t, s)
		require.Equal(t, http.StatusMethodNotAllowed, anonymous.Status, method)
		unknown := call{method: method, path: "/elsewhere"}.to(t, s)
		require.Equal(t, http.StatusNotFound, unknown.Status, method)
		require.Empty(t, unknown.Header.Get("Allow"))
		require.Empty(t, unknown.Header.Get("RateLimit"), "the request has no client")
	}
}

// keptAlive sends bad and good requests over one connection.
func keptAlive(t *testing.T, s *harness.Service) {
	w := dial(t, s)
	for range 2 {
		for _, bad := range []struct {
			text   string
			status int
		}{
			{post(`{"css":1}`), 400}, {post(`no json`), 400}, {post(`{}`), 400},
			{"GET /elsewhere HTTP/1.1\r\nHost: x\r\n\r\n", 404}, {"GET " + operation + " HTTP/1.1\r\nHost: x\r\n\r\n", 405},
			{post(""), 400},
		} {
			w.send(bad.text)
			answer := w.answer()
			refused(t, answer, bad.status)
			require.NotEqual(t, "close", answer.Header.Get("Connection"))
		}
		w.send(post(`{"html":"<p>fine</p>"}`))
		answer := w.answer()
		delivered(t, answer)
		pdfcheck.In(t, answer.Body, pdfcheck.Text("fine"))
	}
	// Pipelined requests are answered in their order.
	w.send(post(`{}`) + post(`{"html":"<p>fine</p>"}`) + "GET /elsewhere HTTP/1.1\r\nHost: x\r\n\r\n")
	refused(t, w.answer(), http.StatusBadRequest)
	delivered(t, w.answer())
	refused(t, w.answer(), http.StatusNotFound)
}

// TestContractErrorsAreStrings: a typed client can decode every error.
func TestContractErrorsAreStrings(t *testing.T) {
	t.Parallel()
	service := shared(t, both[0])
	answer := call{body: `{"html":"</script>\u2028<b>","css":{}}`}.to(t, service)
	refused(t, answer, http.StatusBadRequest, "css")
	var body struct{ Error, Code, RequestID string }
	require.NoError(t, json.Unmarshal(answer.Body, &body))
	require.NotContains(t, body.Error, "</script>", "a message does not hand out the body")
}
