package chrome_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/htmldoc"
	"platen/ports"
	"platen/ports/pdfcheck"
)

// A document stays where it is, whatever is in it; what it frames is loaded. Domain takes refresh metas out of
// documents; these are printed with and without.
func TestDocumentCannotNavigate(t *testing.T) {
	t.Parallel()
	site := openSite(t)
	page := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<p>elsewhere"))
	}
	site.mux.HandleFunc("/page", page)
	// The frame that goes to a page of its own accord has the time for it: this picture comes after that page.
	asked := make(chan struct{}, 9)
	site.mux.HandleFunc("/later", func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		page(w, r)
	})
	site.mux.HandleFunc("/after.png", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-asked:
		case <-time.After(patience):
		case <-r.Context().Done():
		}
		sendPNG(w, green)
	})
	network := passThrough(t)
	network.route = site.address()
	r := start(t, with(1), network)
	// That is long enough for a navigation that happens at once.
	stays := `<p>stays <img src="http://site.test/slow.png?300ms">`
	for _, c := range []struct {
		name, html string
		shows      []string
		asks       int // requests, the picture aside
	}{
		{"refresh to a page", `<meta http-equiv=refresh content="0;url=http://site.test/page">` + stays, []string{"stays"}, 0},
		{"refresh to itself", `<meta http-equiv=refresh content="0">` + stays, []string{"stays"}, 0},
		{"refresh to nothing", `<meta http-equiv=refresh content="0;url=about:blank">` + stays, []string{"stays"}, 0},
		{"refresh to a frame's address", `<meta http-equiv=refresh content="0;url=about:srcdoc">` + stays, []string{"stays"}, 0},
		{"refresh to data", `<meta http-equiv=refresh content="0;url=data:text/html,away">` + stays, []string{"stays"}, 0},
		{"refresh to a file", `<meta http-equiv=refresh content="0;url=file:///etc/passwd">` + stays, []string{"stays"}, 0},
		{"refresh to Chrome's own", `<meta http-equiv=refresh content="0;url=chrome://crash">` + stays, []string{"stays"}, 0},
		{"frame", `<iframe src="http://site.test/page"></iframe>` + stays, []string{"stays", "elsewhere"}, 1},
		{"frame of its own text", `<iframe srcdoc="<p>inside"></iframe>` + stays, []string{"stays", "inside"}, 0},
		{"frame of data", `<iframe src="data:text/html,<p>inside"></iframe>` + stays, []string{"stays", "inside"}, 0},
		{"frame that would take over", `<iframe srcdoc="<base target=_top><meta http-equiv=refresh content='0;url=http://site.test/later'>"></iframe><p>stays <img src="http://site.test/after.png">`,
			[]string{"stays", "elsewhere"}, 1},
		{"object", `<object data="http://site.test/page" type=text/html></object>` + stays, []string{"stays", "elsewhere"}, 1},
		{"embedded page", `<embed src="http://site.test/page" type=text/html>` + stays, []string{"stays", "elsewhere"}, 1},
		{"file in a frame", `<iframe src="file:///etc/passwd"></iframe>` + stays, []string{"stays"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := printJob(htmldoc.NeutralizeRefresh(c.html))
			pdf := render(t, r, s)
			require.Equal(t, c.asks+1, pdf.Traffic.Requests)
			for _, text := range c.shows {
				pdfcheck.In(t, pdf.Content, pdfcheck.Text(text))
			}

			// A refresh to about:blank is not intercepted. It must be an error, and nothing else may be printed.
			raw, err := r.Render(t.Context(), printJob(c.html), ports.RenderOptions{})
			if err != nil {
				var known *domain.Error
				require.ErrorAs(t, err, &known)
				require.Contains(t, known.Message, "navigated away")
				return
			}
			pdfcheck.In(t, raw.Content, pdfcheck.Text("stays"))
		})
	}
}
