package admin_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"go.uber.org/zap"

	"platen/adapters/admin"
	"platen/ports"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// part is a part of the service with a settable fault.
type part struct{ fault atomic.Pointer[string] }

func (p *part) readiness() admin.Readiness {
	if fault := p.fault.Load(); fault != nil {
		return admin.Readiness{Checks: map[string]string{"engine": *fault, "keys": admin.OK}}
	}
	return admin.Readiness{Ready: true, Checks: map[string]string{"engine": admin.OK, "keys": admin.OK}}
}

// running describes the engines of a service.
func running() []ports.EngineStatus {
	return []ports.EngineStatus{
		{EngineInfo: ports.EngineInfo{Name: "chrome", Path: "/bin/chrome", Version: "Chrome/1.2"}}, {EngineInfo: ports.EngineInfo{Name: "other"}},
	}
}

func start(t *testing.T, p *part) *admin.Server {
	t.Helper()
	s := admin.New(admin.Config{Addr: "127.0.0.1:0"}, p.readiness, running, zap.NewNop())
	require.NoError(t, s.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, s.Close(context.Background())) })
	return s
}

func ask(t *testing.T, s *admin.Server, method, path string) (*http.Response, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.Addr()+path, nil)
	require.NoError(t, err)
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := transport.RoundTrip(r)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, "application/json", response.Header.Get("Content-Type"))
	require.Equal(t, "nosniff", response.Header.Get("X-Content-Type-Options"))
	require.Equal(t, "no-store", response.Header.Get("Cache-Control"))
	if method == http.MethodHead {
		require.Empty(t, body)
		return response, nil
	}
	var fields map[string]any
	require.NoError(t, json.Unmarshal(body, &fields), "body: %s", body)
	if response.StatusCode >= 400 && path != "/readyz" {
		require.Len(t, fields, 3)
		require.NotEmpty(t, fields["error"])
		require.NotEmpty(t, fields["code"])
		require.Equal(t, response.Header.Get("X-Request-Id"), fields["requestId"])
	}
	return response, fields
}

func TestReadiness(t *testing.T) {
	p := &part{}
	s := start(t, p)
	response, fields := ask(t, s, "GET", "/readyz")
	require.Equal(t, 200, response.StatusCode)
	require.Equal(t, map[string]any{"ready": true, "checks": map[string]any{"engine": "ok", "keys": "ok"}}, fields)

	fault := "the browser cannot be started"
	p.fault.Store(&fault)
	response, fields = ask(t, s, "GET", "/readyz")
	require.Equal(t, 503, response.StatusCode)
	require.Equal(t, map[string]any{"ready": false, "checks": map[string]any{"engine": fault, "keys": "ok"}}, fields)
	require.Equal(t, "1", response.Header.Get("Retry-After"))
	response, _ = ask(t, s, "HEAD", "/readyz")
	require.Equal(t, 503, response.StatusCode)

	response, fields = ask(t, s, "GET", "/healthz")
	require.Equal(t, 200, response.StatusCode, "the process lives, ready or not")
	require.Equal(t, "ok", fields["status"])
}

func TestVersion(t *testing.T) {
	_, fields := ask(t, start(t, &part{}), "GET", "/version")
	require.Contains(t, fields["go"], "go1.")
	require.Contains(t, fields, "version")
	configured := map[string]any{"name": "chrome", "version": "Chrome/1.2"}
	require.Equal(t, configured, fields["engine"])
	require.Equal(t, []any{configured, map[string]any{"name": "other"}}, fields["engines"])

	named := admin.New(admin.Config{Addr: "127.0.0.1:0", Version: "v1.2.3"}, (&part{}).readiness, running, zap.NewNop())
	require.NoError(t, named.Start(t.Context()))
	defer func() { require.NoError(t, named.Close(context.Background())) }()
	_, fields = ask(t, named, "GET", "/version")
	require.Equal(t, "v1.2.3", fields["version"])
}

func TestOtherPathsAndMethods(t *testing.T) {
	s := start(t, &part{})
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/", 404},
		{"GET", "/healthz/", 404},
		{"GET", "//healthz", 404},
		{"GET", "/api/pdf/external", 404},
		{"GET", "/debug/pprof/", 404},
		{"POST", "/healthz", 405},
		{"DELETE", "/readyz", 405},
		{"OPTIONS", "/version", 405},
	} {
		response, _ := ask(t, s, c.method, c.path)
		require.Equal(t, c.status, response.StatusCode, "%s %s", c.method, c.path)
		if c.status == 405 {
			require.Equal(t, "GET, HEAD", response.Header.Get("Allow"))
		}
	}
}

func TestStartOnUsedPort(t *testing.T) {
	first := start(t, &part{})
	second := admin.New(admin.Config{Addr: first.Addr()}, (&part{}).readiness, running, zap.NewNop())
	require.ErrorContains(t, second.Start(t.Context()), "admin.addr")
	require.NoError(t, second.Close(t.Context()))
}

func TestNoListener(t *testing.T) {
	s := admin.New(admin.Config{}, (&part{}).readiness, running, zap.NewNop())
	require.NoError(t, s.Start(t.Context()))
	require.Empty(t, s.Addr())
	require.NoError(t, s.Close(t.Context()))
}

// Clients that keep their connections open do not delay Close.
func TestClose(t *testing.T) {
	s := start(t, &part{})
	c, err := net.Dial("tcp", s.Addr())
	require.NoError(t, err)
	defer c.Close()
	_, err = io.WriteString(c, "GET /hea")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	require.NoError(t, s.Close(ctx))
	require.NoError(t, ctx.Err())
	_, err = net.Dial("tcp", s.Addr())
	require.Error(t, err, "it still accepts")
	require.NoError(t, s.Close(ctx), "a second call does nothing")
}

func TestConfig(t *testing.T) {
	require.NoError(t, admin.DefaultConfig().Validate())
	require.Equal(t, "127.0.0.1:9090", admin.DefaultConfig().Addr)
	require.NoError(t, admin.Config{}.Validate())
	require.ErrorContains(t, admin.Config{Addr: "9090"}.Validate(), "admin.addr")
	for _, host := range []string{"", "https://platen.example.com", "platen.example.com:9090"} {
		require.ErrorContains(t, admin.Config{Hosts: []string{host}}.Validate(), "admin.hosts")
	}
}
