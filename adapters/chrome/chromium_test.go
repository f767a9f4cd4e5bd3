package chrome_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
	"platen/ports"
	"platen/ports/machine"
)

// TestChromium tests the whole browser, Debian's chromium.
func TestChromium(t *testing.T) {
	t.Parallel()
	// The path of the browser's socket must be short, which that of t.TempDir is not.
	home, err := os.MkdirTemp("", "h") //nolint:usetesting // see above
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(home)) })
	site := openSite(t)
	egress := passThrough(t)
	egress.route = site.address()
	cfg := with(1, home)
	cfg.Bin = machine.Program(t, "chromium")
	r := start(t, cfg, egress)
	t.Run("requests", func(t *testing.T) { chromiumRequests(t, r, site) })
	t.Run("frames", func(t *testing.T) { chromiumFrames(t, r, site, home) })
}

// chromiumFrames: it keeps frames of other sites in the process of their document too: their memory is counted there, and their crash is
// the document's.
func chromiumFrames(t *testing.T, r *chrome.Engine, site *site, home string) {
	site.mux.HandleFunc("/frame.html", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<p>a frame"))
	})
	render(t, r, printJob("<p>x"))
	before := map[int]bool{}
	for _, p := range renderers(t, home) {
		before[p.pid] = true
	}
	hold := site.holdAt(t, "/hold.png")
	document := held("/hold.png")
	document.HTML += `<iframe src="http://one.example/frame.html"></iframe><iframe src="http://two.example/frame.html"></iframe>`
	results := renders(t.Context(), r, 1, document, ports.RenderOptions{})
	hold.await(t, 1)
	for _, p := range renderers(t, home) {
		require.True(t, before[p.pid], "a process for frames: %s", p.command)
	}
	for pid := range before {
		kill(t, pid)
	}
	require.ErrorIs(t, next(t, results), ports.ErrEngineLost)
}

// chromiumRequests: it sends the languages that Info says.
func chromiumRequests(t *testing.T, r *chrome.Engine, site *site) {
	headers := make(chan http.Header, 1)
	site.mux.HandleFunc("/own.css", func(_ http.ResponseWriter, r *http.Request) { headers <- r.Header })
	render(t, r, printJob(`<link rel=stylesheet href="http://one.example/own.css">`))
	header := <-headers
	require.Equal(t, r.Info().UserAgent, header.Get("User-Agent"))
	require.Equal(t, r.Info().AcceptLanguage, header.Get("Accept-Language"))
}
