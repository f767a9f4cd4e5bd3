package admin_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/adapters/admin"
)

// TestHosts sends requests as scripts of a site whose name resolves to the listener would.
func TestHosts(t *testing.T) {
	config := admin.DefaultConfig()
	config.Hosts = []string{"platen.example.com"}
	handler := admin.New(config, (&part{}).readiness, running, zap.NewNop()).Handler()
	ask := func(host, field, value string) int {
		r := httptest.NewRequest(http.MethodGet, "/version", http.NoBody)
		r.Host = host
		r.Header.Set(field, value)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, r)
		return answer.Code
	}
	for _, host := range []string{
		"127.0.0.1:9090", "[::1]:9090", "[::1]", "[::ffff:10.1.2.3]", "10.1.2.3", "localhost:9090", "LocalHost.", "platen", "platen:9090", "pdf.localhost",
		"platen.pdf.svc.cluster.local:9090", "platen.pdf.svc", "printer.local", "a.b.internal", "platen.example.com:9090", "Platen.Example.Com",
	} {
		require.Equal(t, 200, ask(host, "Accept-Language", "en"), host)
	}
	for _, host := range []string{"", "evil.example:9090", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "xlocalhost.com", "sub.platen.example.com"} {
		for _, field := range []string{"Accept-Language", "Origin", "Sec-Fetch-Site"} {
			for _, value := range []string{"en", ""} { // a script can send an empty field
				require.Equal(t, 421, ask(host, field, value), "%s %s: %q", host, field, value)
			}
		}
		require.Equal(t, 200, ask(host, "X-Prometheus-Scrape-Timeout-Seconds", "10"), "programs call by any name")
	}
}

func TestMount(t *testing.T) {
	s := admin.New(admin.DefaultConfig(), (&part{}).readiness, running, zap.NewNop())
	s.Mount(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.URL.Path)) }), "/", "/bench/a")
	for path, want := range map[string]int{"/": 200, "/bench/a": 200, "/bench": 404, "//": 404, "/version": 200} {
		answer := httptest.NewRecorder()
		s.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		require.Equal(t, want, answer.Code, path)
	}
}
