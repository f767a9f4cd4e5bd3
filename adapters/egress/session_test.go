package egress_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"platen/adapters/egress"
	"platen/domain"
)

// TestSessionAddress: a session keeps its address, and no other session has it.
func TestSessionAddress(t *testing.T) {
	e := start(t)
	a, b := open(t, e), open(t, e)
	require.NotEqual(t, a.Addr(), b.Addr())
	before := a.Addr()
	host, _, err := net.SplitHostPort(before)
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1", host)
	a.Drain()
	require.NoError(t, a.Close())
	require.NoError(t, a.Close())
	require.Equal(t, before, a.Addr())
	_, err = net.Dial("tcp", before)
	require.Error(t, err, "it is closed")
	require.Equal(t, domain.Traffic{}, a.Drain())
}

func TestSessionsCountSeparately(t *testing.T) {
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/missing") {
			w.WriteHeader(http.StatusNotFound)
		}
	})
	e := start(t, loopback)
	a, b := open(t, e), open(t, e)
	forA, forB := engine(t, e, a), engine(t, e, b)
	for i := range 3 {
		get(t, forA, fmt.Sprintf("http://%s/missing/%d?token=secret", server, i))
		get(t, forA, "http://"+server+"/there")
	}
	get(t, forB, "http://"+server+"/there")
	want := domain.Traffic{Requests: 6}
	for i := range 3 {
		missing := &url.URL{Scheme: "http", Host: server, Path: fmt.Sprintf("/missing/%d", i), RawQuery: "token=secret"}
		want.Failed = append(want.Failed, domain.NewFailedResource(missing, "answered 404"))
	}
	require.Equal(t, want, drain(forA, a))
	require.Equal(t, domain.Traffic{Requests: 1}, drain(forB, b))
	require.Equal(t, domain.Traffic{}, drain(forA, a))
}

func TestReportedAddressIsBounded(t *testing.T) {
	e := start(t)
	x := open(t, e)
	client := engine(t, e, x)
	get(t, client, "http://127.0.0.1/"+strings.Repeat("a", 100_000))
	failed := drain(client, x).Failed
	require.Len(t, failed, 1)
	require.Less(t, len(failed[0].URL), 600)
}

func TestDrainCancelsRequests(t *testing.T) {
	ca := newAuthority(t)
	arrived := make(chan struct{}, 10)
	wait := func(_ http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-r.Context().Done() // the session cancels it
	}
	addresses := []string{
		"http://" + serve(t, "127.0.0.1", wait),
		"https://" + serveTLS(t, ca.issue(t, "127.0.0.1", time.Now().Add(time.Hour)), wait),
	}
	e := start(t, loopback, func(c *egress.Config) { c.CAFile = ca.file(t); c.Timeout = time.Hour })
	for _, address := range addresses {
		x := open(t, e)
		client := engine(t, e, x)
		ended := make(chan error, 1)
		go func() {
			_, err := client.Get(address)
			ended <- err
		}()
		<-arrived
		require.Equal(t, domain.Traffic{Requests: 1}, x.Drain())
		require.Error(t, <-ended)
		require.Equal(t, domain.Traffic{}, x.Drain())
	}
}

// One connection serves many requests until Drain closes it; later requests need another.
func TestKeepsConnections(t *testing.T) {
	ca := newAuthority(t)
	plain := "http://" + serve(t, "127.0.0.1", say("x"))
	secure := "https://" + serveTLS(t, ca.issue(t, "127.0.0.1", time.Now().Add(time.Hour)), say("x"))
	e := start(t, loopback, func(c *egress.Config) { c.CAFile = ca.file(t) })
	x := open(t, e)
	client := engine(t, e, x)
	client.Transport.(*http.Transport).ForceAttemptHTTP2 = false
	fetch := func(address string) (reused bool) {
		trace := &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { reused = i.Reused }}
		request, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, address, nil)
		require.NoError(t, err)
		response, err := client.Do(request)
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		return reused
	}
	for _, address := range []string{plain, secure} {
		require.False(t, fetch(address))
		require.True(t, fetch(address))
		require.True(t, fetch(address))
		require.Equal(t, 3, drain(client, x).Requests)
		require.False(t, fetch(address))
		require.Equal(t, 1, drain(client, x).Requests)
	}
}

func TestReusesServerConnections(t *testing.T) {
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.RemoteAddr)
	})
	e := start(t, loopback)
	seen := map[string]bool{}
	for range 5 {
		x := open(t, e)
		_, from := get(t, engine(t, e, x), "http://"+server)
		seen[from] = true
		require.NoError(t, x.Close())
	}
	require.Len(t, seen, 1, "connections to servers serve all documents")
}

// TestFailedFrameIsEmpty: wkhtmltopdf prints an error page instead of a frame that fails. Chrome's frames accept images.
func TestFailedFrameIsEmpty(t *testing.T) {
	e := start(t)
	x := open(t, e)
	client := engine(t, e, x)
	for accept, status := range map[string]int{
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8":            http.StatusOK,
		"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8": http.StatusForbidden,
		"*/*": http.StatusForbidden,
		"":    http.StatusForbidden,
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1/", nil)
		require.NoError(t, err)
		request.Header.Set("Accept", accept)
		response, err := client.Do(request)
		require.NoError(t, err)
		require.Equal(t, status, response.StatusCode)
		require.Zero(t, response.ContentLength)
		require.NoError(t, response.Body.Close())
		require.Len(t, drain(client, x).Failed, 1)
	}
}

func TestManySessions(t *testing.T) {
	ca := newAuthority(t)
	half := func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "1") {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = io.WriteString(w, r.URL.Path)
	}
	plain := "http://" + serve(t, "127.0.0.1", half)
	secure := "https://" + serveTLS(t, ca.issue(t, "127.0.0.1", time.Now().Add(time.Hour)), half)
	e := start(t, loopback, func(c *egress.Config) { c.CAFile = ca.file(t) })
	var engines sync.WaitGroup
	for range 4 {
		x := open(t, e)
		// One client for each document: a client may keep an unused connection, and Drain closes that.
		clients := []*http.Client{engine(t, e, x), engine(t, e, x), engine(t, e, x)}
		engines.Go(func() {
			for _, client := range clients {
				var requests sync.WaitGroup
				for i := range 40 {
					requests.Go(func() {
						address := []string{plain, secure}[i/2%2] + fmt.Sprintf("/%d", i%2)
						response, err := client.Get(address)
						if err != nil {
							t.Error(err)
							return
						}
						_, _ = io.Copy(io.Discard, response.Body)
						_ = response.Body.Close()
					})
				}
				requests.Wait()
				traffic := drain(client, x)
				if traffic.Requests != 40 || len(traffic.Failed) != 20 {
					t.Errorf("got %d requests and %d failures, want 40 and 20", traffic.Requests, len(traffic.Failed))
				}
			}
		})
	}
	engines.Wait()
}

// TestClose: with a session, its listener and its connections end, and the requests under way.
func TestClose(t *testing.T) {
	arrived := make(chan struct{})
	server := serve(t, "127.0.0.1", func(_ http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-r.Context().Done()
	})
	e := start(t, loopback, func(c *egress.Config) { c.Timeout = time.Hour })
	x, err := e.Open()
	require.NoError(t, err)
	idle := tunnel(t, x, "127.0.0.1:443") // in the middle of a handshake
	client := engine(t, e, x)
	ended := make(chan error, 1)
	go func() {
		_, err := client.Get("http://" + server)
		ended <- err
	}()
	<-arrived

	require.NoError(t, x.Close())
	require.NoError(t, x.Close())
	require.Error(t, <-ended)
	_, err = idle.Read(make([]byte, 1))
	require.Error(t, err)
	_, err = net.Dial("tcp", x.Addr())
	require.Error(t, err)
}

func TestSessionLeaks(t *testing.T) {
	server := serve(t, "127.0.0.1", say("x"))
	e := start(t, loopback)
	get(t, engine(t, e, open(t, e)), "http://"+server)
	before := goleak.IgnoreCurrent()
	for range 50 {
		x, err := e.Open()
		require.NoError(t, err)
		client := engine(t, e, x)
		get(t, client, "http://"+server)
		require.NoError(t, x.Close())
		client.CloseIdleConnections()
	}
	goleak.VerifyNone(t, before)
}
