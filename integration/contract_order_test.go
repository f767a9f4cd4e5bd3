package integration_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// exhaust uses up a key's requests with cheap ones.
func exhaust(t *testing.T, s *harness.Service, key string, requests int) {
	t.Helper()
	spending := call{body: "{}", header: map[string]string{"Authorization": "Bearer " + key}}
	for range requests {
		refused(t, spending.to(t, s), http.StatusBadRequest)
	}
	refused(t, spending.to(t, s), http.StatusTooManyRequests)
}

// wrongs are the possible faults of a request; of several, the service reports the first.
type wrongs struct{ path, method, key, rate, mediaType, size, json, field, template, rendering bool }

// faults are in the order of the contract's checks.
var faults = []struct {
	name   string
	add    func(*wrongs)
	status int
	part   string
}{
	{"path", func(w *wrongs) { w.path = true }, 404, ""},
	{"method", func(w *wrongs) { w.method = true }, 405, ""},
	{"key", func(w *wrongs) { w.key = true }, 401, ""},
	{"rate limit", func(w *wrongs) { w.rate = true }, 429, ""},
	{"type", func(w *wrongs) { w.mediaType = true }, 415, ""},
	{"size", func(w *wrongs) { w.size = true }, 413, "64KiB"},
	{"JSON", func(w *wrongs) { w.json = true }, 400, "not valid JSON"},
	{"fields", func(w *wrongs) { w.field = true }, 400, "css"},
	{"template", func(w *wrongs) { w.template = true }, 400, "without-a-value"},
	{"rendering", func(w *wrongs) { w.rendering = true }, 400, "pages"},
}

const spentKey = "the-key-that-is-spent"

// call is a request with these faults.
func (w wrongs) call() call {
	c := call{header: map[string]string{}}
	if w.path {
		c.path = "/elsewhere"
	}
	if w.method {
		c.method = http.MethodPut
	}
	if w.rate {
		c.header["Authorization"] = "Bearer " + spentKey
	}
	if w.key {
		c.header["Authorization"] = "Bearer wrong"
	}
	if w.mediaType {
		c.header["Content-Type"] = "text/html"
	}
	body := `{"html":"<p>x</p>`
	if w.template {
		body += "{{without-a-value}}"
	}
	if w.rendering {
		body += `<p style='page-break-before:always'>a second page</p>`
	}
	body += `"`
	if w.field {
		body += `,"css":1`
	}
	if w.size {
		body += `,"unknown":"` + strings.Repeat("x", 64<<10) + `"`
	}
	if !w.json {
		body += "}"
	}
	c.body = body
	return c
}

// TestContractOrder puts every two faults into one request: the earlier check answers.
func TestContractOrder(t *testing.T) {
	t.Parallel()
	const burst = 60
	service := harness.Start(t, quick, "PLATEN_HTTP_BODY_LIMIT=64KiB", "PLATEN_TEMPLATE_MISSING=error", "PLATEN_RENDER_MAX_PAGES=1",
		"PLATEN_AUTH_KEYS=tests="+harness.Key+",spent="+spentKey,
		"PLATEN_RATE_LIMIT_REQUESTS=1", "PLATEN_RATE_LIMIT_WINDOW=24h", fmt.Sprintf("PLATEN_RATE_LIMIT_BURST=%d", burst))
	exhaust(t, service, spentKey, burst)
	for i, first := range faults {
		for _, second := range faults[i:] {
			t.Run(first.name+" before "+second.name, func(t *testing.T) {
				var wrong wrongs
				first.add(&wrong)
				second.add(&wrong)
				answer := wrong.call().to(t, service)
				refused(t, answer, first.status, first.part)
				// Every authenticated answer has the rate limit fields, and no other answer has.
				limited := len(answer.Header.Values("RateLimit")) > 0
				require.Equal(t, first.status != 404 && first.status != 405 && first.status != 401, limited)
				require.Equal(t, limited, len(answer.Header.Values("RateLimit-Policy")) > 0)
			})
		}
	}
	var all wrongs
	for _, fault := range faults {
		fault.add(&all)
	}
	refused(t, all.call().to(t, service), http.StatusNotFound)
	delivered(t, wrongs{}.call().to(t, service))
}
