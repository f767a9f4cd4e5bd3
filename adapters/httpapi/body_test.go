package httpapi_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// document makes a valid body of exactly n bytes.
func document(n int) string {
	const frame = `{"html":"x"}`
	return `{"html":"x` + strings.Repeat("y", n-len(frame)) + `"}`
}

// hidden is a reader of unknown length, so that the client sends chunks.
type hidden struct{ io.Reader }

func TestBodyLimit(t *testing.T) {
	const limit = 100_000
	s := start(t, func(s *service) { s.config.BodyLimit = limit })
	for _, c := range []struct {
		size   int
		status int
	}{{100, 200}, {limit - 1, 200}, {limit, 200}, {limit + 1, 413}, {2 * limit, 413}, {50 * limit, 413}} {
		for _, framing := range []string{"Content-Length", "chunked"} {
			t.Run(fmt.Sprintf("%d %s", c.size, framing), func(t *testing.T) {
				var body io.Reader = strings.NewReader(document(c.size))
				if framing == "chunked" {
					body = hidden{body}
				}
				r := s.do(s.request(body))
				if c.status == 200 {
					require.Equal(t, 200, r.StatusCode, "body: %s", r.body)
					return
				}
				require.Contains(t, failure(t, r, 413, domain.PayloadTooLarge), "100000B")
				require.True(t, r.Close, "the connection must close: the body was not read")
			})
		}
	}
}

func TestDefaultBodyLimit(t *testing.T) {
	s := start(t)
	require.Equal(t, 200, s.do(s.request(strings.NewReader(document(5_242_880)))).StatusCode)
	require.Contains(t, failure(t, s.do(s.request(strings.NewReader(document(5_242_881)))), 413, domain.PayloadTooLarge), "5MiB")
}

// A declared length is refused before the client sends any of the body.
func TestExpectContinue(t *testing.T) {
	s := start(t)
	expect := "Expect: 100-continue"

	c := s.dial()
	c.send(head(expect, fmt.Sprintf("Content-Length: %d", len(small))) + "\r\n")
	line, err := c.reader.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1 100 Continue\r\n", line)
	_, _ = c.reader.ReadString('\n')
	c.send(small)
	require.Equal(t, 200, c.answer("POST").StatusCode)

	for _, refused := range []struct {
		fields []string
		status int
		code   domain.Code
	}{
		{[]string{expect, "Content-Length: 5242881"}, 413, domain.PayloadTooLarge},
		{[]string{expect, "Content-Length: 10", "Content-Type: text/html"}, 415, domain.UnsupportedMediaType},
		{[]string{expect, "Content-Length: 10", "Authorization: twice"}, 401, domain.Unauthorized},
	} {
		r := s.raw(head(refused.fields...) + "\r\n")
		failure(t, r, refused.status, refused.code)
		require.True(t, r.Close)
	}
	message := failure(t, s.raw(head("Expect: tea", "Content-Length: 2")+"\r\n{}"), 417, domain.InvalidRequest)
	require.Contains(t, message, "100-continue")
}

// Bodies that do not match their header.
func TestWrongFraming(t *testing.T) {
	s := start(t)
	for _, c := range []struct {
		name    string
		message string
		status  int
	}{
		{"less than declared, then half closed", head("Content-Length: 1000") + "\r\n" + small, 400},
		{"a chunk's size is not a number", head("Transfer-Encoding: chunked") + "\r\nzz\r\n" + small + "\r\n0\r\n\r\n", 400},
		{"a chunk is longer than its size", head("Transfer-Encoding: chunked") + "\r\n2\r\n" + small + "\r\n0\r\n\r\n", 400},
		{"the last chunk is missing", head("Transfer-Encoding: chunked") + "\r\n2\r\n{}\r\n", 400},
		{"a negative length", head("Content-Length: -1") + "\r\n", 400},
		{"a length beyond 64 bits", head("Content-Length: 99999999999999999999") + "\r\n", 400},
		{"a signed length", head("Content-Length: +2") + "\r\n{}", 400},
		{"two lengths", head("Content-Length: 2", "Content-Length: 3") + "\r\n{}", 400},
		{"a list of lengths", head("Content-Length: 2, 3") + "\r\n{}", 400},
		{"more codings than chunked", head("Transfer-Encoding: gzip, chunked") + "\r\n0\r\n\r\n", 501},
		{"another coding", head("Transfer-Encoding: xchunked") + "\r\n0\r\n\r\n", 501},
		{"chunked twice", head("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + "\r\n0\r\n\r\n", 501},
	} {
		t.Run(c.name, func(t *testing.T) {
			line := s.dial()
			line.send(c.message)
			require.NoError(t, line.Conn.(interface{ CloseWrite() error }).CloseWrite())
			r := line.answer("POST")
			failure(t, r, c.status, domain.InvalidRequest)
			require.True(t, r.Close)
		})
	}
	require.Zero(t, s.printer.count())
}

// Bytes behind a body with an ambiguous end are never read as a request.
func TestNoRequestSmuggling(t *testing.T) {
	smuggled := post()
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(small), small)
	old := strings.Replace(head(lengthOfSmall, "Connection: keep-alive", "Transfer-Encoding: chunked"), "HTTP/1.1", "HTTP/1.0", 1)
	for name, message := range map[string]string{
		"Transfer-Encoding beside Content-Length": head("Content-Length: 4", "Transfer-Encoding: chunked") + "\r\n" + chunked,
		"Transfer-Encoding in HTTP/1.0":           old + "\r\n" + small,
		"more than the Content-Length":            head("Content-Length: 1") + "\r\n" + small + "\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			c := s.dial()
			c.send(message + smuggled)
			_ = c.answer("POST")
			rest, _ := io.ReadAll(c.reader)
			require.NotContains(t, string(rest), "HTTP/1.1 200")
			require.LessOrEqual(t, s.printer.count(), 1)
		})
	}
}

func TestSlowBody(t *testing.T) {
	s := start(t, func(s *service) { s.config.ReadTimeout = 100 * time.Millisecond })
	c := s.dial()
	c.send(head("Content-Length: 1000") + "\r\n" + small)
	message := failure(t, c.answer("POST"), 400, domain.InvalidRequest)
	require.Contains(t, message, "100ms")
}

// The read timeout does not apply to the rendering.
func TestRenderingOutlastsReadTimeout(t *testing.T) {
	release := make(chan struct{})
	s := start(t, func(s *service) {
		s.config.ReadTimeout = 50 * time.Millisecond
		s.config.WriteTimeout = 50 * time.Millisecond
		s.printer.do = waits(release)
	})
	time.AfterFunc(300*time.Millisecond, func() { close(release) })
	require.Equal(t, 200, s.do(s.request(strings.NewReader(small))).StatusCode)
}

func TestConnectionsAreKept(t *testing.T) {
	s := start(t)
	c := s.dial()
	length := func(body string) string { return fmt.Sprintf("Content-Length: %d", len(body)) }
	for range 3 {
		for _, step := range []struct {
			message string
			status  int
		}{
			{head(length(small)) + "\r\n" + small, 200},
			{head(length("{}")) + "\r\n{}", 400},
			{head("Content-Length: 0") + "\r\n", 400},
			{"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n", 404},
			{"GET " + operation + " HTTP/1.1\r\nHost: x\r\n\r\n", 405},
		} {
			c.send(step.message)
			r := c.answer(step.message)
			require.Equal(t, step.status, r.StatusCode)
			require.False(t, r.Close)
		}
	}
	// And one that net/http refuses by itself, after others.
	c.send("GET / HTTP/1.1\r\n\r\n")
	require.Contains(t, failure(t, c.answer("GET"), http.StatusBadRequest, domain.InvalidRequest), "Host")
}
