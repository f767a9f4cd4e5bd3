package harness_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// TestUndescribed: an answer that openapi.yaml does not describe fails a test.
func TestUndescribed(t *testing.T) {
	refusal := func() http.Header {
		return http.Header{
			"X-Request-Id": {"a"}, "X-Content-Type-Options": {"nosniff"}, "Cache-Control": {"no-store"},
			"Content-Type": {"application/json"}, "Retry-After": {"1"}, "Date": {"Thu, 01 Jan 2026 00:00:00 GMT"}, "Connection": {"close"},
		}
	}
	const problem = `{"error":"try again","code":"overloaded","requestId":"a"}`
	for _, c := range []struct {
		name   string
		status int
		body   string
		change func(http.Header)
		good   bool
	}{
		{name: "as it should be", status: 503, body: problem, good: true},
		{name: "no key", status: 401, body: `{"error":"e","code":"unauthorized","requestId":"a"}`, good: true,
			change: func(h http.Header) { h.Del("Retry-After"); h.Set("WWW-Authenticate", "Bearer") }},
		{name: "another status", status: 418, body: problem},
		{name: "a field more", status: 503, body: `{"error":"e","code":"overloaded","requestId":"a","stack":"s"}`},
		{name: "a field less", status: 503, body: `{"error":"e","code":"overloaded"}`},
		{name: "an unknown code", status: 503, body: `{"error":"e","code":"busy","requestId":"a"}`},
		{name: "an error that is an object", status: 503, body: `{"error":{},"code":"overloaded","requestId":"a"}`},
		{name: "a page of HTML", status: 503, body: `<html>`, change: func(h http.Header) { h.Set("Content-Type", "text/html") }},
		{name: "no request id", status: 503, body: problem, change: func(h http.Header) { h.Del("X-Request-Id") }},
		{name: "no Retry-After", status: 503, body: problem, change: func(h http.Header) { h.Del("Retry-After") }},
		{name: "Retry-After as a date", status: 503, body: problem, change: func(h http.Header) { h.Set("Retry-After", "Thu, 01 Jan 2026 00:00:00 GMT") }},
		{name: "Retry-After 0", status: 503, body: problem, change: func(h http.Header) { h.Set("Retry-After", "0") }},
		{name: "a header more", status: 503, body: problem, change: func(h http.Header) { h.Set("X-Powered-By", "chrome") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := refusal()
			if c.change != nil {
				c.change(header)
			}
			_, err := harness.Read(&http.Response{StatusCode: c.status, Header: header, Body: io.NopCloser(bytes.NewBufferString(c.body))})
			if c.good {
				require.NoError(t, err)
			} else {
				require.Error(t, err)
			}
		})
	}
}
