package egress_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/egress"
	"platen/domain"
	"platen/ports/rendertest"
)

// loopback allows the tests' own servers.
var loopback = allow("127.0.0.1")

func TestWholeResource(t *testing.T) {
	body := strings.Repeat("0123456789", 10_000)
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "font/woff")
		if r.URL.RawQuery == "chunked" {
			w.(http.Flusher).Flush()
		}
		_, _ = io.WriteString(w, body)
	})
	e := start(t, loopback)
	x := open(t, e)
	client := engine(t, e, x)
	for _, query := range []string{"", "?chunked"} {
		response, got := get(t, client, "http://"+server+"/a.png"+query)
		require.Equal(t, http.StatusOK, response.StatusCode)
		require.Equal(t, "font/woff", response.Header.Get("Content-Type"))
		require.Equal(t, int64(len(body)), response.ContentLength)
		require.Equal(t, body, got)
	}
	require.Equal(t, domain.Traffic{Requests: 2}, x.Drain())
}

// TestRequestHeaders: the headers that a server receives.
func TestRequestHeaders(t *testing.T) {
	heads := make(chan *http.Request, 1)
	server := serve(t, "127.0.0.1", func(_ http.ResponseWriter, r *http.Request) { heads <- r.Clone(r.Context()) })
	e := start(t, loopback)
	client := engine(t, e, open(t, e))
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+server+"/a?b=c%zz", nil)
	require.NoError(t, err)
	for _, name := range []string{
		"Cookie", "Authorization", "Proxy-Authorization", "Referer", "Origin", "Range", "If-None-Match", "If-Modified-Since",
		"Accept-Encoding", "X-Forwarded-For", "Sec-CH-UA", "Sec-Fetch-Dest", "TE", "Forwarded", "X-Own", "Purpose", "DNT",
	} {
		request.Header.Set(name, "secret")
	}
	request.Header.Set("Accept", "image/avif")
	request.Header.Set("Accept-Language", "de")
	request.Header.Set("User-Agent", "an engine")
	response, err := client.Do(request)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())

	got := <-heads
	require.Equal(t, "/a?b=c%zz", got.RequestURI)
	require.Equal(t, server, got.Host)
	require.Equal(t, http.Header{
		"Accept": {"image/avif"}, "Accept-Language": {"de"}, "User-Agent": {"an engine"}, "Accept-Encoding": {"gzip"},
	}, got.Header)
}

// TestResponseHeaders: the headers that an engine receives.
func TestResponseHeaders(t *testing.T) {
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) {
		for _, name := range []string{
			"Set-Cookie", "Alt-Svc", "Strict-Transport-Security", "Clear-Site-Data", "NEL", "Report-To", "Reporting-Endpoints",
			"Refresh", "Link", "WWW-Authenticate", "Proxy-Authenticate", "Cross-Origin-Resource-Policy", "ETag", "Last-Modified",
			"Expires", "Age", "Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy", "Accept-CH", "Critical-CH",
			"Default-Style", "Content-Language", "Content-Disposition", "Document-Policy", "Speculation-Rules", "X-Own", "Vary",
			"Access-Control-Allow-Origin", "Content-Location", "Content-Security-Policy-Report-Only", "SourceMap", "Date",
		} {
			w.Header().Set(name, "x")
		}
		w.Header().Set("Cache-Control", "max-age=100")
		w.Header().Set("Content-Type", "font/woff2")
		w.Header().Set("X-Frame-Options", "DENY")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'")
		_, _ = io.WriteString(w, "wOF2")
	})
	e := start(t, loopback)
	client := engine(t, e, open(t, e))
	response, _ := get(t, client, "http://"+server+"/font")
	want := http.Header{
		"Content-Length": {"4"}, "Content-Type": {"font/woff2"}, "Cache-Control": {"no-store"},
		"X-Frame-Options": {"DENY"}, "X-Content-Type-Options": {"nosniff"}, "Content-Security-Policy": {"frame-ancestors 'none'"},
		"Access-Control-Allow-Origin": {"*"},
	}
	require.Equal(t, want, response.Header)

	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+server+"/font", nil)
	require.NoError(t, err)
	request.Header.Set("Origin", "null")
	response, err = client.Do(request)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	want.Set("Access-Control-Allow-Origin", "null")
	want.Set("Access-Control-Allow-Credentials", "true")
	require.Equal(t, want, response.Header)
}

// If the server states no type, the engine guesses it.
func TestNoContentType(t *testing.T) {
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		_, _ = io.WriteString(w, "<p>")
	})
	e := start(t, loopback)
	response, _ := get(t, engine(t, e, open(t, e)), "http://"+server)
	require.NotContains(t, response.Header, "Content-Type")
}

func TestFailures(t *testing.T) {
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		var code int
		if _, err := fmt.Sscanf(r.URL.Path, "/status/%d", &code); err == nil {
			w.Header().Set("WWW-Authenticate", "Basic")
			w.Header().Set("Proxy-Authenticate", "Basic")
			w.WriteHeader(code)
			if code >= 200 && code != http.StatusNotModified {
				_, _ = io.WriteString(w, "<p>not for paper")
			}
			return
		}
		switch r.URL.Path {
		case "/broken":
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, "half")
		case "/broken-chunks":
			_, _ = io.WriteString(w, "half")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		case "/silent":
			panic(http.ErrAbortHandler)
		case "/garbage":
			conn, _, _ := w.(http.Hijacker).Hijack()
			_, _ = io.WriteString(conn, "SSH-2.0-OpenSSH\r\n")
			_ = conn.Close()
		case "/large":
			w.Header().Set("Content-Length", "1001")
			_, _ = w.Write(make([]byte, 1001))
		case "/large-by-its-own-word":
			w.Header().Set("Content-Length", "1001")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case "/large-chunks":
			w.(http.Flusher).Flush()
			_, _ = w.Write(make([]byte, 1001))
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			zip := gzip.NewWriter(w)
			_, _ = zip.Write(make([]byte, 1<<20))
			_ = zip.Close()
		case "/brotli":
			w.Header().Set("Content-Encoding", "br")
			_, _ = io.WriteString(w, "x")
		case "/twice":
			w.Header().Set("Content-Encoding", "gzip, gzip")
			_, _ = io.WriteString(w, "x")
		case "/not-gzip":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, "x")
		case "/headers":
			w.Header().Set("X-Long", strings.Repeat("x", 1<<20))
		case "/empty.png":
			w.Header().Set("Content-Type", "image/png")
		case "/page.png":
			w.Header().Set("Content-Type", "image/png")
			_, _ = io.WriteString(w, "<!doctype html>not found")
		}
	})
	e := start(t, loopback, func(c *egress.Config) { c.MaxBytes = 1000 })
	x := open(t, e)
	client := engine(t, e, x)
	for path, reason := range map[string]string{
		"/status/400":            "answered 400",
		"/status/401":            "answered 401",
		"/status/404":            "answered 404",
		"/status/407":            "answered 407",
		"/status/500":            "answered 500",
		"/status/101":            "answered 101",
		"/status/204":            "answered 204",
		"/status/206":            "answered 206",
		"/status/300":            "answered 300",
		"/status/304":            "answered 304",
		"/broken":                "the connection was broken off",
		"/broken-chunks":         "the connection was broken off",
		"/silent":                "the connection was broken off",
		"/garbage":               "no usable answer",
		"/large":                 "larger than egress.max_bytes",
		"/large-by-its-own-word": "larger than egress.max_bytes",
		"/large-chunks":          "larger than egress.max_bytes",
		"/bomb":                  "larger than egress.max_bytes",
		"/brotli":                "compressed in a way that was not asked for",
		"/twice":                 "compressed in a way that was not asked for",
		"/not-gzip":              "the connection was broken off",
		"/headers":               "no usable answer",
		"/empty.png":             "answered with text, or nothing, where a picture or a font was asked for",
		"/page.png":              "answered with text, or nothing, where a picture or a font was asked for",
	} {
		t.Run(path[1:], func(t *testing.T) { requireFailed(t, client, x, "http://"+server+path, reason) })
	}
	t.Run("pictures", func(t *testing.T) {
		var body string
		pictures := serve(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
		for text, status := range map[string]int{
			"<!doctype html>not found": http.StatusForbidden, "not found": http.StatusForbidden, "": http.StatusForbidden,
			"<!doctype html><svg></svg>not found":                                    http.StatusForbidden,
			`<?xml version="1.0"?><ns0:svg xmlns:ns0="http://www.w3.org/2000/svg"/>`: http.StatusOK,
			"<!-- drawn by hand --><svg/>":                                           http.StatusOK, "\x89PNG\r\n\x1a\n": http.StatusOK, "\x00\x00\x00\x20ftypavif": http.StatusOK,
		} {
			body = text
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+pictures+"/"+url.PathEscape(text), nil)
			require.NoError(t, err)
			request.Header.Set("Accept", "image/avif,*/*")
			response, err := client.Do(request)
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			require.Equal(t, status, response.StatusCode, "%q", text)
		}
		require.Len(t, x.Drain().Failed, 4)
	})
	t.Run("style sheets", func(t *testing.T) {
		sheets := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", r.URL.Query().Get("type"))
		})
		for kind, status := range map[string]int{
			"text/css": http.StatusOK, "Text/CSS ;charset=x": http.StatusOK, "": http.StatusOK, "css": http.StatusOK,
			"text/plain": http.StatusForbidden, "text/html; charset=utf-8": http.StatusForbidden, "text/css,text/plain": http.StatusForbidden,
		} {
			address := "http://" + sheets + "/?type=" + url.QueryEscape(kind)
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
			require.NoError(t, err)
			request.Header.Set("Accept", "text/css,*/*;q=0.1")
			response, err := client.Do(request)
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			require.Equal(t, status, response.StatusCode, "%q", kind)
		}
		require.Len(t, x.Drain().Failed, 3)
	})
	t.Run("of exactly the limit", func(t *testing.T) {
		exact := serve(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 1000)) })
		_, body := get(t, client, "http://"+exact)
		require.Len(t, body, 1000)
	})
}

func TestNoServer(t *testing.T) {
	nobody := rendertest.DeadAddress(t)
	e := start(t, loopback)
	x := open(t, e)
	client := engine(t, e, x)
	requireFailed(t, client, x, "http://"+nobody, "no connection")
	requireFailed(t, client, x, "https://"+nobody, "no connection")
	requireFailed(t, client, x, "https://nowhere.example", "no such host")
}

// Each server answers something in time, and none finishes in time.
func TestTimeoutCoversWholeResource(t *testing.T) {
	release := make(chan struct{})
	drip := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, "x")
			w.(http.Flusher).Flush()
			select {
			case <-time.After(10 * time.Millisecond):
			case <-release:
			}
		}
	}
	mute := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	dripping, silent := serve(t, "127.0.0.1", drip), serve(t, "127.0.0.1", mute)

	listener, err := net.Listen("tcp", "127.0.0.1:0") // accepts, by the kernel, and does not speak TLS or anything
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close(); close(release) })

	e := start(t, loopback, func(c *egress.Config) { c.Timeout = 150 * time.Millisecond })
	x := open(t, e)
	client := engine(t, e, x)
	requireFailed(t, client, x, "http://"+dripping, "timed out")
	requireFailed(t, client, x, "http://"+silent, "timed out")
	requireFailed(t, client, x, "http://"+listener.Addr().String(), "timed out")
	requireFailed(t, client, x, "https://"+listener.Addr().String(), "timed out")
}

func TestDecompresses(t *testing.T) {
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(w)
		_, _ = io.WriteString(zip, "p{color:red}")
		_ = zip.Close()
	})
	e := start(t, loopback)
	response, body := get(t, engine(t, e, open(t, e)), "http://"+server)
	require.Equal(t, "p{color:red}", body)
	require.Equal(t, int64(len(body)), response.ContentLength)
	require.Empty(t, response.Header.Get("Content-Encoding"))
}

// TestPassesRedirects: the engine follows redirects itself.
func TestPassesRedirects(t *testing.T) {
	inside := serve(t, "127.0.0.2", say("the inside"))
	var location string
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Location"] = []string{location}
		w.WriteHeader(http.StatusFound)
		_, _ = io.WriteString(w, "<p>moved")
	})
	e := start(t, loopback)
	x := open(t, e)
	client := engine(t, e, x)

	for _, c := range []struct{ location, want string }{
		{"/b?q#f", "http://" + server + "/b?q#f"},
		{"//" + inside, "http://" + inside},
		{"http://" + inside + "/", "http://" + inside + "/"},
		{"HTTPS://other.example", "https://other.example"},
	} {
		location = c.location
		response, body := get(t, client, "http://"+server+"/a")
		require.Equal(t, http.StatusFound, response.StatusCode)
		require.Equal(t, c.want, response.Header.Get("Location"))
		require.Empty(t, body)
		require.Equal(t, domain.Traffic{Requests: 1}, drain(client, x))
	}
	for _, to := range []string{
		"", "file:///etc/passwd", "FILE:/etc/passwd", "ftp://other.example", "javascript:alert(1)", "data:text/html,x", "chrome://gpu",
		" file:///etc/passwd", "http:other", "http://[", "blob:http://x",
	} {
		location = to
		t.Run(to, func(t *testing.T) {
			requireFailed(t, client, x, "http://"+server+"/a", "redirected to an address that is not http or https")
		})
	}

	location = "http://" + inside + "/secret"
	client.CheckRedirect = nil
	response, body := get(t, client, "http://"+server+"/a")
	require.Equal(t, http.StatusForbidden, response.StatusCode)
	require.Empty(t, body)
	traffic := x.Drain()
	require.Equal(t, 2, traffic.Requests)
	require.Len(t, traffic.Failed, 1)
	require.Equal(t, "http://"+inside+"/secret", traffic.Failed[0].URL)
}

// An engine that stops following a loop does not report it. A chain that ends is not a loop.
func TestRedirectLoop(t *testing.T) {
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		switch place := r.URL.Path; {
		case place == "/ping":
			http.Redirect(w, r, "/pong#there", http.StatusFound)
		case place == "/pong":
			http.Redirect(w, r, "http://"+r.Host+"/ping", http.StatusFound)
		case strings.HasPrefix(place, "/x"):
			http.Redirect(w, r, place[2:], http.StatusFound)
		}
	})
	e := start(t, loopback)
	x := open(t, e)
	client := engine(t, e, x)
	client.CheckRedirect = nil
	response, _ := get(t, client, "http://"+server+"/ping")
	require.Equal(t, http.StatusForbidden, response.StatusCode)
	traffic := drain(client, x)
	require.Len(t, traffic.Failed, 1)
	require.Equal(t, "redirected too often", traffic.Failed[0].Reason)
	for range 3 { // one address as often as a document likes
		response, _ = get(t, client, "http://"+server+strings.Repeat("/x", 9)+"/end")
		require.Equal(t, http.StatusOK, response.StatusCode)
	}
	require.Equal(t, domain.Traffic{Requests: 30}, drain(client, x))
}
