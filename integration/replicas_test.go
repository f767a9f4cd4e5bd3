package integration_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/integration/program"
	"platen/ports/machine"
)

// replica is a service that keeps its ports when it is restarted.
type replica struct {
	name, addr, admin string
	*harness.Service
}

func (r *replica) start(t *testing.T) {
	t.Helper()
	r.Service = harness.Start(t, "PLATEN_HTTP_ADDR="+r.addr, "PLATEN_ADMIN_ADDR="+r.admin, "PLATEN_ENGINE=wkhtmltopdf",
		"PLATEN_RENDER_CONCURRENCY=1", "PLATEN_HTTP_DRAIN_DELAY=4s")
}

// proxy is HAProxy with the configuration in configs/deploy, for the replicas of a test.
type proxy struct{ url, stats string }

func startProxy(t *testing.T, replicas []*replica) *proxy {
	t.Helper()
	shipped, err := os.ReadFile("../configs/deploy/haproxy/haproxy.cfg")
	require.NoError(t, err)
	config, front, stats := string(shipped), machine.FreeAddress(t), machine.FreeAddress(t)
	addresses := []string{"bind :8080", "bind " + front}
	for _, r := range replicas {
		_, port, err := net.SplitHostPort(r.admin)
		require.NoError(t, err)
		addresses = append(addresses, fmt.Sprintf("platen-%s:8080 port 9090", r.name), r.addr+" port "+port)
	}
	for i := 0; i < len(addresses); i += 2 {
		require.Contains(t, config, addresses[i])
		config = strings.ReplaceAll(config, addresses[i], addresses[i+1])
	}
	config += "\nfrontend stats\n    bind " + stats + "\n    stats enable\n    stats uri /stats\n"
	path := filepath.Join(t.TempDir(), "haproxy.cfg")
	require.NoError(t, os.WriteFile(path, []byte(config), 0o600))
	command := exec.Command(machine.Program(t, "haproxy"), "-db", "-f", path)
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	return &proxy{url: "http://" + front, stats: "http://" + stats + "/stats;csv"}
}

// awaitState waits until HAProxy reports the replica as UP or DOWN.
func (p *proxy) awaitState(t *testing.T, r *replica, state string) {
	t.Helper()
	require.Eventually(t, func() bool {
		response, err := http.Get(p.stats)
		if err != nil {
			return false
		}
		defer response.Body.Close()
		rows, err := csv.NewReader(response.Body).ReadAll()
		if err != nil {
			return false
		}
		const status = 17 // pxname, svname, … status
		for _, row := range rows {
			if row[0] == "replicas" && row[1] == r.name {
				return strings.HasPrefix(row[status], state)
			}
		}
		return false
	}, patience, 20*time.Millisecond, "%s is not %s", r.name, state)
}

// TestProxyFailures: HAProxy's own failures are JSON, and a request whose replica ends without an answer goes to another one.
func TestProxyFailures(t *testing.T) {
	t.Parallel()
	var lost atomic.Int64
	serve := func(name string, answer http.HandlerFunc) *replica {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.Copy(io.Discard, r.Body); err == nil && r.URL.Path != "/readyz" {
				answer(w, r)
			}
		}))
		t.Cleanup(server.Close)
		address := server.Listener.Addr().String()
		return &replica{name: name, addr: address, admin: address}
	}
	ends := serve("a", func(http.ResponseWriter, *http.Request) {
		lost.Add(1)
		panic(http.ErrAbortHandler)
	})
	serves := serve("b", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.Header.Get("X-Forwarded-For"))) })
	absent := &replica{name: "c", addr: "127.0.0.1:1", admin: "127.0.0.1:1"}
	post := func(p *proxy, id string) (*http.Response, string) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url, strings.NewReader(strings.Repeat("x", 50_000)))
		require.NoError(t, err)
		request.Header.Set("X-Request-Id", id)
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return response, string(body)
	}
	fails := func(p *proxy, r *replica, state string, status int) {
		p.awaitState(t, r, state)
		response, body := post(p, `my "own"`)
		require.Equal(t, status, response.StatusCode)
		require.Equal(t, "application/json", response.Header.Get("Content-Type"))
		require.Regexp(t, "^[1-9]", response.Header.Get("Retry-After"))
		require.Equal(t, `my "own"`, response.Header.Get("X-Request-Id"))
		var answer struct{ Error, Code, RequestID string }
		require.NoError(t, json.Unmarshal([]byte(body), &answer), body)
		require.Equal(t, []string{"overloaded", `my "own"`}, []string{answer.Code, answer.RequestID})
		require.NotEmpty(t, answer.Error)
	}
	none := &replica{name: "b", addr: "127.0.0.1:1", admin: "127.0.0.1:1"}
	fails(startProxy(t, []*replica{{name: "a", addr: "127.0.0.1:1", admin: "127.0.0.1:1"}, none, absent}), none, "DOWN", http.StatusServiceUnavailable)
	alone := startProxy(t, []*replica{ends, none, absent})
	alone.awaitState(t, none, "DOWN")
	alone.awaitState(t, absent, "DOWN")
	fails(alone, ends, "UP", http.StatusBadGateway)

	lost.Store(0)
	p := startProxy(t, []*replica{ends, serves, absent})
	p.awaitState(t, ends, "UP")
	p.awaitState(t, serves, "UP")
	p.awaitState(t, absent, "DOWN")
	for range 10 {
		response, body := post(p, "")
		require.Equal(t, http.StatusOK, response.StatusCode)
		require.Equal(t, "127.0.0.1", body)
	}
	require.Positive(t, lost.Load(), "some had to be sent twice")
}

// load is a number of clients that each post ten documents a second, or fewer.
type load struct {
	good, bad atomic.Int64
	stop      chan struct{}
	clients   sync.WaitGroup
}

func startLoad(t *testing.T, p *proxy, clients int) *load {
	l := &load{stop: make(chan struct{})}
	service := &harness.Service{Service: &program.Service{URL: p.url}}
	for range clients {
		l.clients.Go(func() {
			for {
				select {
				case <-l.stop:
					return
				case <-time.After(100 * time.Millisecond):
				}
				answer, err := service.Post(t.Context(), []byte(`{"html":"<p>Hello</p>"}`))
				if err == nil && answer.Status == http.StatusOK {
					l.good.Add(1)
					continue
				}
				l.bad.Add(1)
				t.Logf("lost: %v %d %s", err, answer.Status, answer.Body)
			}
		})
	}
	return l
}

// more waits for more successful answers, two for each of three clients.
func (l *load) more(t *testing.T) {
	t.Helper()
	want := l.good.Load() + 6
	require.Eventually(t, func() bool { return l.good.Load() >= want }, patience, 5*time.Millisecond)
}

// TestReplicas: a rolling restart under load loses no request, and a killed replica at most those under way on it.
func TestReplicas(t *testing.T) {
	t.Parallel()
	const clients = 3
	var replicas []*replica
	for _, name := range []string{"a", "b", "c"} {
		r := &replica{name: name, addr: machine.FreeAddress(t), admin: machine.FreeAddress(t)}
		r.start(t)
		replicas = append(replicas, r)
	}
	p := startProxy(t, replicas)
	for _, r := range replicas {
		p.awaitState(t, r, "UP")
	}
	l := startLoad(t, p, clients)
	defer l.clients.Wait()
	defer close(l.stop)
	for _, r := range replicas {
		l.more(t)
		r.Stop(t)
		r.start(t)
		p.awaitState(t, r, "UP")
	}
	l.more(t)
	require.Zero(t, l.bad.Load(), "requests lost by a rolling restart")

	replicas[0].Kill(t)
	p.awaitState(t, replicas[0], "DOWN")
	l.more(t)
	require.LessOrEqual(t, l.bad.Load(), int64(clients), "requests lost by a killed replica")
	lost := l.bad.Load()
	l.more(t)
	require.Equal(t, lost, l.bad.Load(), "requests lost after HAProxy knew")
}
