package integration_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// patience is more than any answer of these tests takes; the test fails when it is reached.
const patience = 30 * time.Second

// rawConn is a connection to a service, for requests that no HTTP client sends.
type rawConn struct {
	net.Conn
	t      testing.TB
	reader *bufio.Reader
}

func dial(t testing.TB, s *harness.Service) *rawConn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(patience)))
	return &rawConn{conn, t, bufio.NewReader(conn)}
}

func (w *rawConn) send(text string) {
	w.t.Helper()
	_, err := io.WriteString(w, text)
	require.NoError(w.t, err)
}

// answer reads one answer.
func (w *rawConn) answer() harness.Answer {
	w.t.Helper()
	response, err := http.ReadResponse(w.reader, nil)
	require.NoError(w.t, err)
	answer, err := harness.Read(response)
	require.NoError(w.t, err)
	if response.Close {
		answer.Header.Set("Connection", "close")
	}
	return answer
}

// ended checks that the service closes the connection, without another byte.
func (w *rawConn) ended() {
	w.t.Helper()
	rest, err := io.ReadAll(w.reader)
	require.NoError(w.t, err)
	require.Empty(w.t, rest)
}

// head is the head of a request, with the usual header fields and the given ones, up to the empty line.
func head(extra ...string) string {
	return "POST " + operation + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer " + harness.Key +
		"\r\n" + strings.Join(append(extra, ""), "\r\n") + "\r\n"
}

// post is a whole valid request with that body.
func post(body string) string { return head(fmt.Sprintf("Content-Length: %d", len(body))) + body }

// TestContractEarlyAnswers: an error that is known from the header is answered before the body is read, and the connection is
// closed so that a client that is still sending can read the answer.
func TestContractEarlyAnswers(t *testing.T) {
	t.Parallel()
	service := harness.Start(t, quick, "PLATEN_HTTP_BODY_LIMIT=1MiB", "PLATEN_AUTH_KEYS=tests="+harness.Key+",spent=the-key-that-is-spent",
		"PLATEN_RATE_LIMIT_REQUESTS=1", "PLATEN_RATE_LIMIT_WINDOW=1h", "PLATEN_RATE_LIMIT_BURST=30")
	exhaust(t, service, "the-key-that-is-spent", 30)
	key := "Bearer " + harness.Key
	early := func(length, contentType, authorization string) string {
		return "POST " + operation + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + contentType + "\r\nAuthorization: " + authorization + "\r\n" + length + "\r\n"
	}
	const json = "application/json"
	for name, test := range map[string]struct {
		head   string
		status int
	}{
		"401":                    {early("Content-Length: 1000000\r\n", json, "Bearer wrong"), 401},
		"413":                    {early("Content-Length: 1048577\r\n", json, key), 413},
		"415":                    {early("Content-Length: 1000000\r\n", "text/html", key), 415},
		"429":                    {early("Content-Length: 1000000\r\n", json, "Bearer the-key-that-is-spent"), 429},
		"401 in chunks":          {early("Transfer-Encoding: chunked\r\n", json, "Bearer wrong"), 401},
		"401 not asked to go on": {early("Content-Length: 10\r\nExpect: 100-continue\r\n", json, "Bearer wrong"), 401},
		"413 of very much":       {early("Content-Length: 999999999999\r\n", json, key), 413},
	} {
		t.Run(name+", nothing sent", func(t *testing.T) {
			w := dial(t, service)
			w.send(test.head)
			answer := w.answer()
			refused(t, answer, test.status)
			require.Equal(t, "close", answer.Header.Get("Connection"))
			require.NoError(t, w.Conn.(*net.TCPConn).CloseWrite())
			w.ended()
		})
		if strings.Contains(test.head, "chunked") || strings.Contains(test.head, "Expect") {
			continue
		}
		t.Run(name+", everything sent before reading", func(t *testing.T) {
			w := dial(t, service)
			w.send(test.head)
			// The service may discard the body, but the client must read the answer.
			_, _ = io.CopyN(w, zeros{}, 1_000_000)
			refused(t, w.answer(), test.status)
		})
	}
	t.Run("401, everything of a large body sent before reading", func(t *testing.T) {
		const size = 100 << 20
		w := dial(t, service)
		w.send(early(fmt.Sprintf("Content-Length: %d\r\n", size), json, "Bearer wrong"))
		_, err := io.CopyN(w, zeros{}, size)
		require.NoError(t, err)
		refused(t, w.answer(), http.StatusUnauthorized)
	})
	t.Run("413 while reading", func(t *testing.T) {
		w := dial(t, service)
		w.send(head("Transfer-Encoding: chunked"))
		chunk := fmt.Sprintf("%x\r\n%s\r\n", 1<<16, strings.Repeat("x", 1<<16))
		for range 1 << 20 / (1 << 16) {
			w.send(chunk)
		}
		w.send("1\r\nx\r\n") // no end of the body
		answer := w.answer()
		refused(t, answer, http.StatusRequestEntityTooLarge)
		require.Equal(t, "close", answer.Header.Get("Connection"))
	})
	t.Run("100 where the body is wanted", func(t *testing.T) {
		w := dial(t, service)
		w.send(head("Content-Length: 2", "Expect: 100-continue"))
		line, err := w.reader.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "HTTP/1.1 100 Continue\r\n", line)
		_, err = w.reader.ReadString('\n')
		require.NoError(t, err)
		w.send("{}")
		refused(t, w.answer(), http.StatusBadRequest, "html")
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestContractWire: every HTTP request is answered in JSON, and what is not HTTP gets a 400.
func TestContractWire(t *testing.T) {
	t.Parallel()
	service := shared(t, both[0])
	const host = "Host: x\r\n"
	for name, test := range map[string]struct {
		text   string
		status int
	}{
		"no host":                     {"POST " + operation + " HTTP/1.1\r\n\r\n", 400},
		"two hosts":                   {"POST " + operation + " HTTP/1.1\r\n" + host + host + "\r\n", 400},
		"a field without a name":      {"POST " + operation + " HTTP/1.1\r\n" + host + ": x\r\n\r\n", 400},
		"a blank before the colon":    {"POST " + operation + " HTTP/1.1\r\n" + host + "Authorization : x\r\n\r\n", 400},
		"a nil byte in a field":       {head("X-Nil: a\x00b"), 400},
		"no version":                  {"POST " + operation + "\r\n\r\n", 400},
		"another version":             {"POST " + operation + " HTTP/3.7\r\n" + host + "\r\n", 505},
		"a field that is too large":   {head("X-Large: " + strings.Repeat("x", 200<<10)), 431},
		"a length that is none":       {head("Content-Length: many"), 400},
		"a negative length":           {head("Content-Length: -1"), 400},
		"two lengths":                 {head("Content-Length: 2", "Content-Length: 3") + "{}", 400},
		"another transfer encoding":   {head("Transfer-Encoding: gzip"), 501},
		"another expectation":         {head("Expect: a miracle", "Content-Length: 2") + "{}", 417},
		"a chunk that is none":        {head("Transfer-Encoding: chunked") + "zz\r\n", 400},
		"everything's options":        {"OPTIONS * HTTP/1.1\r\n" + host + "\r\n", 404},
		"a proxy's request":           {"GET http://example.com/ HTTP/1.1\r\n" + host + "\r\n", 404},
		"a tunnel":                    {"CONNECT example.com:443 HTTP/1.1\r\n" + host + "\r\n", 404},
		"an encoded path":             {"POST /api%2fpdf/external HTTP/1.1\r\n" + host + "\r\n", 404},
		"two keys":                    {head("Authorization: Bearer "+harness.Key, "Content-Length: 2") + "{}", 401},
		"two types":                   {head("Content-Type: text/html", "Content-Length: 2") + "{}", 415},
		"a body cut short, in chunks": {head("Transfer-Encoding: chunked") + "5\r\n{\"ht", 400},
		"a body cut short":            {head("Content-Length: 100") + "{}", 400},
	} {
		t.Run(name, func(t *testing.T) {
			w := dial(t, service)
			w.send(test.text)
			require.NoError(t, w.Conn.(*net.TCPConn).CloseWrite())
			refused(t, w.answer(), test.status)
		})
	}
	// HTTP/1.0 has neither chunks nor persistent connections.
	w := dial(t, service)
	w.send(strings.Replace(post(`{"html":"<p>old</p>"}`), "HTTP/1.1", "HTTP/1.0", 1))
	delivered(t, w.answer())
	w.ended()
}
