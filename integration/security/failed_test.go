package security_test

import (
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/ports/rendertest"
)

// fault is a way for a resource to fail.
type fault struct {
	name   string
	answer http.HandlerFunc
	reason string
}

func (f fault) title() string   { return f.name }
func (fault) works(string) bool { return true }
func (fault) alone() bool       { return false }

// The limits of one resource in these tests.
const (
	mostBytes = 100 << 10
	patience  = "1500ms"
)

var faults = []fault{
	{"missing", http.NotFound, "answered 404"},
	{"forbidden", status(http.StatusForbidden), "answered 403"},
	{"broken server", status(http.StatusInternalServerError), "answered 500"},
	{"a part", status(http.StatusPartialContent), "answered 206"},
	{"no answer", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "timed out"},
	{"drop by drop", drip, "timed out"},
	{"too large", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, mostBytes+1)) }, "larger than egress.max_bytes"},
	{"without end", endless, "larger than egress.max_bytes"},
	{"compressed bomb", bomb, "larger than egress.max_bytes"},
	{"unasked compression", header("Content-Encoding", "br"), "compressed in a way that was not asked for"},
	{"broken off", brokenOff, "the connection was broken off"},
	{"no HTTP", hijack("SSH-2.0-OpenSSH\r\n"), "no usable answer"},
	{"header without end", hijack("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 100<<10) + "\r\n\r\n"), "no usable answer"},
	{"redirect to a file", header("Location", "file:///etc/passwd", http.StatusFound), "redirected to an address that is not http or https"},
	{"redirect to data", header("Location", "data:,x", http.StatusFound), "redirected to an address that is not http or https"},
	{"redirect to itself", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, "redirected too often"},
	{"redirect to nowhere", status(http.StatusFound), "redirected to an address that is not http or https"},
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func header(name, value string, code ...int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(name, value)
		w.WriteHeader(append(code, http.StatusOK)[0])
	}
}

// drip sends a byte from time to time.
func drip(w http.ResponseWriter, r *http.Request) {
	for {
		_, _ = w.Write([]byte("x"))
		_ = http.NewResponseController(w).Flush()
		select {
		case <-time.After(20 * time.Millisecond):
		case <-r.Context().Done():
			return
		}
	}
}

func endless(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		_, _ = w.Write(make([]byte, 8<<10))
	}
}

func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	_, _ = w.Write(zeros())
}

// zeros are 10 MiB of zeros, compressed once, since that takes a while.
var zeros = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	compressed := gzip.NewWriter(&b)
	_, _ = compressed.Write(make([]byte, 10<<20))
	_ = compressed.Close()
	return b.Bytes()
})

func brokenOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte("x"))
}

// hijack answers with text that is not HTTP.
func hijack(words string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_, _ = io.WriteString(conn, words)
			conn.Close()
		}
	}
}

// secret is in places that must not be logged.
const secret = "5ecret"

// TestFailedResourcesAreTold: the answer has the number, and the log the addresses and reasons, without secrets. Each document is
// printed again when the resource works, and then none has failed.
func TestFailedResourcesAreTold(t *testing.T) {
	onEngines(t, faults, func(t *testing.T, engine string) func(*testing.T, []fault) []fault {
		zeros()
		// Each row has a site: after two that time out, all of a site's resources fail at once.
		sites := map[string]*site{}
		var allow []string
		for _, f := range faults {
			sites[f.name] = openSite(t)
			allow = append(allow, sites[f.name].address())
		}
		service := start(t, engine, "PLATEN_EGRESS_ALLOW="+strings.Join(allow, ","), "PLATEN_EGRESS_TIMEOUT="+patience, "PLATEN_EGRESS_MAX_BYTES=100KiB")
		t.Cleanup(func() { require.NotContains(t, service.Log(), secret) })
		return func(t *testing.T, rows []fault) []fault {
			var want []failure
			d := together(rows, func(f fault) document {
				canary := sites[f.name]
				canary.serve("/good.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"/>`)
				canary.handle("/bad.svg", f.answer)
				want = append(want, failure{URL: canary.URL + "/bad.svg", Reason: f.reason})
				return html(`<img src="{canary}/good.svg"><img src="{canary}/bad.svg?key=`+secret+`#`+secret+`">`).filled("{canary}", canary.URL)
			}).with()
			require.ElementsMatch(t, want, failures(t, service, print(t, service, d)))

			for _, f := range rows {
				sites[f.name].serve("/bad.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"/>`)
			}
			require.Empty(t, failures(t, service, print(t, service, d)))
			return nil
		}
	})
}

// TestFailedResourcesAreCounted counts the failures in documents of several kinds.
func TestFailedResourcesAreCounted(t *testing.T) {
	onEngines(t, counts, func(t *testing.T, engine string) func(*testing.T, []count) []count {
		canary, stranger, dead := openSite(t), openStranger(t), rendertest.DeadAddress(t)
		service := start(t, engine, "PLATEN_EGRESS_ALLOW="+canary.address()+","+stranger.Listener.Addr().String()+","+dead,
			"PLATEN_EGRESS_MAX_REQUESTS=20", "PLATEN_EGRESS_MAX_BYTES=100KiB", "PLATEN_EGRESS_MAX_TOTAL=300KiB")
		t.Cleanup(func() { require.NotContains(t, service.Log(), secret) })
		return func(t *testing.T, rows []count) []count {
			c, path := rows[0], newPath()
			canary.serve(path+"/good", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"/>`)
			canary.serve(path+"/large3", "text/css", strings.Repeat(" ", 90<<10))
			for _, n := range []string{"2", "1", "0"} {
				canary.serve(path+"/large"+n, "text/css", `@import "large`+string(n[0]+1)+`";`+strings.Repeat(" ", 90<<10))
			}
			d := c.with("{good}", canary.URL+path+"/good", "{bad}", canary.URL+path+"/bad", "{large}", canary.URL+path+"/large",
				"{stranger}", stranger.URL, "{dead}", "http://"+dead)
			found := failures(t, service, print(t, service, d))
			require.Len(t, found, c.failed)
			for _, f := range found {
				require.Contains(t, f.Reason, c.reason)
			}
			return nil
		}
	})
}

// count is a document with a number of failing resources, all for one reason.
type count struct {
	name string
	document
	failed int
	reason string
}

func (c count) title() string { return c.name }

// alone: what is counted is the document's.
func (count) alone() bool { return true }

var counts = []count{
	{"none", html(`<p>x`), 0, ""},
	{"data", html(`<img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">`), 0, ""},
	{"data that is no image", html(`<img src="data:image/png;base64,` + secret + `"><img src="data:image/png;base64,` + secret + `s">`), 2, ""},
	{"good ones", html(`<img src="{good}/1"><img src="{good}/2">`), 0, ""},
	{"three of four", html(`<img src="{good}/1"><img src="{bad}/1"><img src="{bad}/2"><img src="{bad}/3">`), 3, "answered 404"},
	{"one in each part", document{HTML: `<p>{own}</p><img src="{bad}/1">`, Header: `<img src="{bad}/2">`, Footer: `<img src="{bad}/3">`}, 3, "answered 404"},
	{"one in all parts", document{HTML: `<p>{own}</p><img src="{bad}/1">`, Header: `<img src="{bad}/1">`, Footer: `<img src="{bad}/1">`}, 3, "answered 404"},
	{"data in each part", document{HTML: `<img src="data:image/png;base64,` + secret + `">`, Header: `<img src="data:image/png;base64,` + secret + `s">`}, 2, ""},
	{"one through css", document{CSS: `@import "{bad}/1";`}, 1, "answered 404"},
	{"another's certificate", html(`<img src="{stranger}/1">`), 1, "bad certificate"},
	{"nobody there", html(`<img src="{dead}/1">`), 1, "no connection"},
	{"too many", html(many(26)), 6, "more requests than egress.max_requests"},
	{"too much together", html(`<link rel=stylesheet href="{large}0">`), 1, "more than egress.max_total"},
}

// many are n different images.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`<img src="{good}/` + strings.Repeat("x", i+1) + `">`)
	}
	return b.String()
}

// openStranger is a server whose certificate is not trusted.
func openStranger(t testing.TB) *httptest.Server {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}
