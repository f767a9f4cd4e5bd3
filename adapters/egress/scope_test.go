package egress_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/egress"
	"platen/domain"
	"platen/ports"
)

// openScope starts a document that ends with the test.
func openScope(t testing.TB, e *egress.Egress) ports.NetworkScope {
	t.Helper()
	scope := e.OpenScope(t.Context())
	t.Cleanup(scope.Close)
	return scope
}

// If a server changes its answer, all prints of a document still receive the same one, in every session.
func TestPrintsShareAnswers(t *testing.T) {
	var requests atomic.Int64
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		n := requests.Add(1)
		switch r.URL.Path {
		case "/missing":
			w.WriteHeader(http.StatusNotFound)
		case "/moved":
			http.Redirect(w, r, fmt.Sprintf("/%d", n), http.StatusFound)
		default:
			w.Header().Set("Content-Type", "font/woff")
			_, _ = fmt.Fprint(w, n)
		}
	})
	e := start(t, loopback)
	scope := openScope(t, e)
	type result struct {
		status         int
		kind, to, body string
	}
	print := func(scope ports.NetworkScope) map[string]result {
		x := open(t, e)
		x.Reset(scope)
		client := engine(t, e, x)
		results := map[string]result{}
		for _, path := range []string{"/a", "/a#top", "/a?query", "/missing", "/moved"} {
			response, body := get(t, client, "http://"+server+path)
			results[path] = result{response.StatusCode, response.Header.Get("Content-Type"), response.Header.Get("Location"), body}
		}
		traffic := drain(client, x)
		require.Equal(t, 5, traffic.Requests, "as the engine counts them")
		require.Equal(t, []domain.FailedResource{{URL: "http://" + server + "/missing", Reason: "answered 404"}}, traffic.Failed)
		return results
	}
	first := print(scope)
	require.Equal(t, "1", first["/a#top"].body)
	require.Equal(t, "2", first["/a?query"].body)
	require.Equal(t, first, print(scope))
	require.EqualValues(t, 4, requests.Load())
	require.NotEqual(t, first, print(openScope(t, e)), "another document")
	require.EqualValues(t, 8, requests.Load())
}

// The budget of a document counts each address once, however often it is printed.
func TestPrintsShareBudget(t *testing.T) {
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 1000)) })
	for name, limit := range map[string]func(*egress.Config){
		"of requests": func(c *egress.Config) { c.MaxRequests = 2 },
		"of bytes":    func(c *egress.Config) { c.MaxBytes = 1000; c.MaxTotal = 2000 },
	} {
		t.Run(name, func(t *testing.T) {
			e := start(t, loopback, limit)
			x := open(t, e)
			client := engine(t, e, x)
			scope := openScope(t, e)
			for range 3 {
				x.Reset(scope)
				get(t, client, "http://"+server+"/a")
				get(t, client, "http://"+server+"/b")
				require.Equal(t, domain.Traffic{Requests: 2}, drain(client, x))
			}
			x.Reset(scope)
			get(t, client, "http://"+server+"/c")
			require.Len(t, drain(client, x).Failed, 1)
		})
	}
}

// A download that a crashing engine abandons does not count for the next attempt.
func TestAbandonedDownloadsDoNotCount(t *testing.T) {
	var attempts atomic.Int64
	halfway, abandoned := make(chan struct{}), make(chan struct{})
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(make([]byte, 900))
		if attempts.Add(1) == 1 {
			w.(http.Flusher).Flush()
			close(halfway)
			<-r.Context().Done()
			close(abandoned)
		}
	})
	e := start(t, loopback, func(c *egress.Config) { c.MaxBytes, c.MaxTotal, c.MaxRequests = 1000, 1000, 1 })
	x := open(t, e)
	client := engine(t, e, x)
	scope := openScope(t, e)
	x.Reset(scope)
	ended := make(chan error, 1)
	go func() {
		_, err := client.Get("http://" + server)
		ended <- err
	}()
	<-halfway
	drain(client, x)
	require.Error(t, <-ended)
	<-abandoned // until then, another request waits for the same download
	require.Equal(t, []string{"http://" + server + "/"}, scope.Unfinished())

	x.Reset(scope)
	_, body := get(t, client, "http://"+server)
	require.Len(t, body, 900)
	require.Empty(t, drain(client, x).Failed)
}

// Header and body, printed side by side, wait for the same download; it ends when neither waits any longer.
func TestRequestsShareDownload(t *testing.T) {
	var requests atomic.Int64
	release, held, abandoned := make(chan struct{}), make(chan struct{}), make(chan struct{})
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/held" {
			close(held)
			<-r.Context().Done()
			close(abandoned)
			return
		}
		requests.Add(1)
		<-release
		_, _ = io.WriteString(w, "shared")
	})
	e := start(t, loopback)
	scope := openScope(t, e)
	var sessions []ports.Session
	var prints sync.WaitGroup
	for range 3 {
		x := open(t, e)
		x.Reset(scope)
		client := engine(t, e, x)
		sessions = append(sessions, x)
		prints.Go(func() {
			if _, body := get(t, client, "http://"+server); body != "shared" {
				t.Errorf("got %q", body)
			}
		})
	}
	waitFor(t, func() bool {
		return requests.Load() == 1 && egress.Asked(sessions[0])+egress.Asked(sessions[1])+egress.Asked(sessions[2]) == 3
	})
	close(release)
	prints.Wait()
	require.EqualValues(t, 1, requests.Load())

	x := open(t, e)
	x.Reset(scope)
	client := engine(t, e, x)
	ctx, cancel := context.WithCancel(t.Context())
	for range 2 {
		prints.Go(func() {
			request, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+server+"/held", nil)
			_, _ = client.Do(request)
		})
	}
	waitFor(t, func() bool { return egress.Asked(x) == 2 })
	<-held
	cancel()
	<-abandoned
	prints.Wait()
}

// waitFor polls until the condition is true.
func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	require.Eventually(t, done, time.Minute, time.Millisecond)
}

// Large resources reach every print unchanged, and leave nothing on disk.
func TestLargeResources(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	var requests atomic.Int64
	server := serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		_, _ = io.WriteString(w, strings.Repeat(r.URL.Path[1:2], 3<<20))
	})
	e := start(t, loopback)
	scope := openScope(t, e)
	x := open(t, e)
	client := engine(t, e, x)
	for range 2 {
		x.Reset(scope)
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			response, body := get(t, client, "http://"+server+"/"+name)
			require.EqualValues(t, 3<<20, response.ContentLength)
			require.Equal(t, strings.Repeat(name, 3<<20), body)
		}
		require.Equal(t, domain.Traffic{Requests: 5}, drain(client, x))
	}
	require.EqualValues(t, 5, requests.Load())
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	require.NoError(t, err)
	require.Empty(t, files, "nothing of a document is on disk")
}

// Six requests at a time, as Chrome makes them, to a host that accepts connections and never answers.
func TestUnresponsiveHost(t *testing.T) {
	const timeout = 300 * time.Millisecond
	var arrived atomic.Int64
	silent := serve(t, "127.0.0.1", func(_ http.ResponseWriter, r *http.Request) {
		arrived.Add(1)
		<-r.Context().Done()
	})
	other := serve(t, "127.0.0.1", say("there"))
	e := start(t, loopback, func(c *egress.Config) { c.Timeout = timeout })
	x := open(t, e)
	x.Reset(openScope(t, e))
	client := engine(t, e, x)
	client.Transport.(*http.Transport).MaxConnsPerHost = 6
	var requests sync.WaitGroup
	for i := range 31 {
		requests.Go(func() { get(t, client, fmt.Sprintf("http://%s/%d.png", silent, i)) })
	}
	requests.Wait()
	_, body := get(t, client, "http://"+other)
	require.Equal(t, "there", body)
	traffic := drain(client, x)
	require.Equal(t, 32, traffic.Requests)
	reasons := map[string]int{}
	for _, f := range traffic.Failed {
		reasons[f.Reason]++
	}
	require.LessOrEqual(t, reasons["timed out"], 12, "at most two rounds of six")
	require.Equal(t, 31, reasons["timed out"]+reasons["not requested: its server did not answer earlier requests of this document in time"])
	require.LessOrEqual(t, arrived.Load(), int64(12))

	x.Reset(openScope(t, e))
	get(t, client, "http://"+silent+"/0.png")
	require.Equal(t, "timed out", drain(client, x).Failed[0].Reason, "another document tries again")
}

// A host that answers some requests is asked again after others have timed out.
func TestSlowHostIsAskedAgain(t *testing.T) {
	server := serve(t, "127.0.0.1", func(_ http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/slow") {
			<-r.Context().Done()
		}
	})
	e := start(t, loopback, func(c *egress.Config) { c.Timeout = 100 * time.Millisecond })
	x := open(t, e)
	x.Reset(openScope(t, e))
	client := engine(t, e, x)
	for i := range 4 {
		get(t, client, fmt.Sprintf("http://%s/slow/%d", server, i))
		response, _ := get(t, client, fmt.Sprintf("http://%s/%d", server, i))
		require.Equal(t, http.StatusOK, response.StatusCode)
	}
	require.Len(t, drain(client, x).Failed, 4)
}

// The network time of a document ends before the document does: it has half of its time at most.
func TestNetworkTime(t *testing.T) {
	drip := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	servers := []string{serve(t, "127.0.0.1", drip), serve(t, "127.0.0.1", drip)}
	e := start(t, loopback, func(c *egress.Config) { c.Timeout = time.Hour })
	x := open(t, e)
	client := engine(t, e, x)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	scope := e.OpenScope(ctx)
	t.Cleanup(scope.Close)
	x.Reset(scope)
	get(t, client, "http://"+servers[0])
	get(t, client, "http://"+servers[1])
	traffic := drain(client, x)
	require.Len(t, traffic.Failed, 2)
	require.Equal(t, "timed out", traffic.Failed[0].Reason)
	require.Equal(t, "not requested: this document used up its time for the network", traffic.Failed[1].Reason)
}

func TestClosedScope(t *testing.T) {
	arrived := make(chan struct{}, 1)
	server := serve(t, "127.0.0.1", func(_ http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-r.Context().Done()
	})
	e := start(t, loopback)
	x := open(t, e)
	client := engine(t, e, x)
	scope := openScope(t, e)
	x.Reset(scope)
	answered := make(chan int, 1)
	go func() {
		response, _ := get(t, client, "http://"+server)
		answered <- response.StatusCode
	}()
	<-arrived
	require.Equal(t, []string{"http://" + server + "/"}, scope.Unfinished())
	scope.Close()
	scope.Close()
	require.Equal(t, http.StatusForbidden, <-answered)
	response, _ := get(t, client, "http://"+server+"/later")
	require.Equal(t, http.StatusForbidden, response.StatusCode)
	require.Len(t, drain(client, x).Failed, 2)
}
