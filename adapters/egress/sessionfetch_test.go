package egress_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/egress"
	"platen/domain"
	"platen/ports"
)

// TestFetch: what the service fetches in an engine's stead is loaded, refused and counted as the engine's own requests are.
func TestFetch(t *testing.T) {
	ca := newAuthority(t)
	var requests atomic.Int64
	handler := func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		var code int
		switch _, err := fmt.Sscanf(r.URL.Path, "/status/%d", &code); {
		case err == nil:
			w.WriteHeader(code)
		case r.URL.Path == "/moved":
			http.Redirect(w, r, "/sheet.css?moved#here", http.StatusFound)
			return
		case r.URL.Path == "/ping":
			http.Redirect(w, r, "/ping", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/css")
		_, _ = io.WriteString(w, r.UserAgent()+"|"+r.Header.Get("Cookie"))
	}
	server := serve(t, "127.0.0.1", handler)
	secured := serveTLS(t, ca.issue(t, "127.0.0.1", time.Now().Add(time.Hour)), handler)
	e := start(t, loopback, func(c *egress.Config) { c.CAFile = ca.file(t) })
	x := open(t, e)
	header := map[string][]string{"User-Agent": {"an engine"}, "Cookie": {"secret"}}
	for address, final := range map[string]string{
		"http://" + server + "/sheet.css":  "http://" + server + "/sheet.css",
		"https://" + secured + "/sheet":    "https://" + secured + "/sheet",
		"http://" + server + "/status/203": "http://" + server + "/status/203",
		"http://" + server + "/moved":      "http://" + server + "/sheet.css?moved#here",
	} {
		got, err := x.Fetch(t.Context(), address, header)
		require.NoError(t, err, address)
		require.Equal(t, final, got.URL)
		require.Equal(t, "an engine|", string(got.Content))
	}
	require.Equal(t, domain.Traffic{Requests: 5}, x.Drain(), "a redirect counts, too")

	for address, reason := range map[string]string{
		"http://" + server + "/status/206":       "answered 206",
		"http://" + server + "/status/404":       "answered 404",
		"http://" + server + "/ping":             "redirected too often",
		"http://127.0.0.2/":                      "refused: 127.0.0.2 is not a public address",
		"http://user:password@" + server + "/":   "refused: the address holds credentials",
		"https://" + server + "/":                "no usable answer",
		"file:///etc/passwd":                     "the engine's request cannot be read",
		"http:" + server:                         "the engine's request cannot be read",
		"http://" + server + "/%zz":              "the engine's request cannot be read",
		strings.Repeat("x", 10) + "://" + server: "the engine's request cannot be read",
	} {
		_, err := x.Fetch(t.Context(), address, header)
		require.Error(t, err, address)
		failed := x.Drain().Failed
		require.Len(t, failed, 1, address)
		require.Equal(t, reason, failed[0].Reason, address)
	}
}

// TestFetchSharesTheScope: an engine's request and the service's for the same address are one.
func TestFetchSharesTheScope(t *testing.T) {
	var requests atomic.Int64
	server := serve(t, "127.0.0.1", func(http.ResponseWriter, *http.Request) { requests.Add(1) })
	e := start(t, loopback)
	scope := openScope(t, e)
	x, y := open(t, e), open(t, e)
	x.Reset(scope)
	y.Reset(scope)
	for _, fetch := range []func(context.Context, string, map[string][]string) (ports.Resource, error){x.Fetch, scope.Fetch} {
		_, err := fetch(t.Context(), "http://"+server+"/a", nil)
		require.NoError(t, err)
	}
	get(t, engine(t, e, y), "http://"+server+"/a")
	require.EqualValues(t, 1, requests.Load())
	require.Equal(t, 1, x.Drain().Requests)
	require.Equal(t, 1, y.Drain().Requests)
}

// TestFetchEndsWithItsContext: it is no failed resource then, as if an engine had cancelled it.
func TestFetchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	server := serve(t, "127.0.0.1", func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
		close(ended)
	})
	x := open(t, start(t, loopback))
	_, err := x.Fetch(ctx, "http://"+server, nil)
	require.ErrorIs(t, err, context.Canceled)
	<-ended
	require.Equal(t, domain.Traffic{Requests: 1}, x.Drain())
}
