package httpapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// Requests that net/http itself refuses are answered in the contract's form too.
func TestRefusalsOfNetHTTP(t *testing.T) {
	s := fresh(t)
	statuses := make(chan int, 9)
	s.Observe(func(status int, _ time.Duration) { statuses <- status })
	s.listen()
	for _, c := range []struct {
		name    string
		message string
		status  int
		says    string
	}{
		{"no host", "POST " + operation + " HTTP/1.1\r\n\r\n", 400, "Host"},
		{"two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "HTTP"},
		{"a bad host", "GET / HTTP/1.1\r\nHost: a b<\r\n\r\n", 400, "Host"},
		{"no version", "GET /\r\n\r\n", 400, "HTTP"},
		{"no HTTP", "hello there, this is a poem\r\n\r\n", 400, "HTTP"},
		{"a bad method", "G(ET / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "HTTP"},
		{"a bad escape", "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "HTTP"},
		{"a control character in the path", "GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "HTTP"},
		{"no colon", "GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n", 400, "HTTP"},
		{"a blank before the colon", "GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n", 400, "header name"},
		{"a NUL in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\x00c\r\n\r\n", 400, "HTTP"},
		{"HTTP/3.0", "GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505, "HTTP/1.1"},
		{"HTTP/2.0", "GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505, "HTTP/1.1"},
		{"a TLS greeting", "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + strings.Repeat("\x00", 60) + "\r\n\r\n", 400, "HTTP"},
		{"one enormous field", head("X: "+strings.Repeat("x", 1<<20)) + "\r\n", 431, "64KiB"},
		{"many fields", head(strings.Repeat("X: y\r\n", 100_000)) + "\r\n", 431, "64KiB"},
		{"an enormous path", "GET /" + strings.Repeat("x", 1<<20) + " HTTP/1.1\r\nHost: x\r\n\r\n", 431, "64KiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := s.raw(c.message)
			require.Contains(t, failure(t, r, c.status, domain.InvalidRequest), c.says)
			require.True(t, r.Close)
			require.Equal(t, c.status, <-statuses)
			lines := s.logs.TakeAll()
			require.Len(t, lines, 1)
			require.Equal(t, r.Header.Get("X-Request-Id"), lines[0].ContextMap()["request_id"])
			require.EqualValues(t, c.status, lines[0].ContextMap()["status"])
		})
	}
}

// A document that looks like an answer of net/http is sent as it is.
func TestDocumentLikeRefusal(t *testing.T) {
	s := start(t)
	pdf := "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request" +
		strings.Repeat("x", 1<<20)
	s.printer.do = printsPDF([]byte(pdf))
	for range 2 {
		r := s.do(s.request(strings.NewReader(small)))
		require.Equal(t, 200, r.StatusCode)
		require.Equal(t, pdf, string(r.body))
	}
}
