package security_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// client is a client that takes more than its share of the service without a document.
type client struct {
	name  string
	limit string // the setting that stops it
	// does gives the result: the status of the answer, or 0 if the connection was closed.
	does          func(t *testing.T, service *harness.Service) (status int)
	stopped, free int // the result with the limit, and without
}

func (c client) title() string   { return c.name }
func (client) works(string) bool { return true }

// clients are made when they are needed, not by each service that is started.
var clients = sync.OnceValue(func() []client {
	return []client{
		{"a header, drop by drop", "HTTP_READ_HEADER_TIMEOUT=300ms", dripping("GET / HTTP/1.1\r\nHost: x\r\nX: ", "\r\n\r\n"), 0, 404},
		{"a first line, drop by drop", "HTTP_READ_HEADER_TIMEOUT=300ms", dripping("GET /", " HTTP/1.1\r\nHost: x\r\n\r\n"), 400, 404},
		{"a body, drop by drop", "HTTP_READ_TIMEOUT=300ms", dripping(head("Content-Length: 102")+`{"html":"`, `"}`), 400, 200},
		{"a connection for nothing", "HTTP_READ_HEADER_TIMEOUT=300ms", silent, 0, 404},
		{"a connection kept for nothing", "HTTP_IDLE_TIMEOUT=100ms", idle, 0, 400},
		{"a connection too many", "HTTP_MAX_CONNECTIONS=4", crowd(0), 503, 400},
		{"connections without end", "HTTP_MAX_CONNECTIONS=4", crowd(4), 0, 400},
		{"a header of 32 KiB", "HTTP_HEADER_LIMIT=1KiB", sends(whole("X: " + times(32<<10, "x"))), 431, 400},
		{"a body of 2 MiB", "HTTP_BODY_LIMIT=1MiB", posts(times(2<<20, " ")), 413, 400},
		{"a body of 2 MiB in chunks", "HTTP_BODY_LIMIT=1MiB", sends(head("Transfer-Encoding: chunked") + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", 2<<20, times(2<<20, " "))), 413, 400},
		{"a value used 200 times", "TEMPLATE_MAX_SIZE=100KiB", posts(`{"html":"<p>` + times(200, "{{a}}") + `","data":{"a":"` + times(300, "x ") + `"}}`), 400, 200},
		{"one request after the other", "RATE_LIMIT_REQUESTS=1", again(70), 429, 400},
	}
})

// unlimited are the settings without the limits.
var unlimited = []string{
	"PLATEN_HTTP_READ_HEADER_TIMEOUT=1h", "PLATEN_HTTP_READ_TIMEOUT=1h", "PLATEN_HTTP_IDLE_TIMEOUT=1h",
	"PLATEN_HTTP_MAX_CONNECTIONS=1000", "PLATEN_HTTP_HEADER_LIMIT=1MiB", "PLATEN_HTTP_BODY_LIMIT=5MiB",
	"PLATEN_TEMPLATE_MAX_SIZE=0", "PLATEN_RATE_LIMIT_REQUESTS=0",
}

// TestClientsAreBounded runs each client with its limit, and without.
func TestClientsAreBounded(t *testing.T) {
	open := start(t, wkhtmltopdf, unlimited...)
	for _, c := range clients() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.stopped, c.does(t, start(t, wkhtmltopdf, "PLATEN_"+c.limit)))
			require.Equal(t, c.free, c.does(t, open))
		})
	}
}

// dripping sends a beginning, then single bytes from time to time, and the end after a second.
func dripping(beginning, end string) func(*testing.T, *harness.Service) int {
	return func(t *testing.T, service *harness.Service) int {
		l := dial(t, service)
		for _, piece := range append(append([]string{beginning}, strings.Split(times(91, "x"), "")...), end) {
			if _, err := io.WriteString(l, piece); err != nil {
				break
			}
			<-time.After(10 * time.Millisecond)
		}
		return l.answer(t).Status
	}
}

// silent sends nothing until it is too late.
func silent(t *testing.T, service *harness.Service) int {
	return afterwards(t, dial(t, service), "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
}

// idle sends a request, and another one when it is too late.
func idle(t *testing.T, service *harness.Service) int {
	l := dial(t, service)
	_, err := io.WriteString(l, whole())
	require.NoError(t, err)
	require.Equal(t, http.StatusBadRequest, l.answer(t).Status)
	return afterwards(t, l, whole())
}

// afterwards sends something, unless the service closes the connection within three seconds.
func afterwards(t *testing.T, l line, text string) int {
	require.NoError(t, l.SetReadDeadline(time.Now().Add(3*time.Second)))
	if _, err := l.reader.Peek(1); err != nil && !isTimeout(err) {
		return 0
	}
	require.NoError(t, l.SetReadDeadline(time.Now().Add(hang)))
	_, err := io.WriteString(l, text)
	require.NoError(t, err)
	return l.answer(t).Status
}

// crowd keeps four connections that have shown a valid key, and a number of silent ones, and gives the result of one more.
func crowd(silent int) func(*testing.T, *harness.Service) int {
	return func(t *testing.T, service *harness.Service) int {
		for range 4 {
			l := dial(t, service)
			_, err := io.WriteString(l, whole())
			require.NoError(t, err)
			require.Equal(t, http.StatusBadRequest, l.answer(t).Status)
		}
		for range silent {
			dial(t, service)
		}
		l := dial(t, service)
		// The service may have closed it already.
		_, _ = io.WriteString(l, whole())
		return l.answer(t).Status
	}
}

func sends(text string) func(*testing.T, *harness.Service) int {
	return func(t *testing.T, service *harness.Service) int {
		l := dial(t, service)
		_, err := io.WriteString(l, text)
		require.NoError(t, err)
		return l.answer(t).Status
	}
}

func posts(body string) func(*testing.T, *harness.Service) int {
	return sends(head(fmt.Sprintf("Content-Length: %d", len(body))) + body)
}

// again sends a number of requests, and gives the last one's status.
func again(n int) func(*testing.T, *harness.Service) int {
	return func(t *testing.T, service *harness.Service) (status int) {
		for range n {
			status = posts("{}")(t, service)
		}
		return status
	}
}

// TestBodiesAreRefused sends bodies that are no document in several encodings. None of it is decompressed.
func TestBodiesAreRefused(t *testing.T) {
	service := start(t, wkhtmltopdf)
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, err := io.WriteString(writer, `{"html":"`+strings.Repeat("x", 10<<20)+`"}`)
	require.NoError(t, err)
	require.NoError(t, writer.Close())
	bomb := packed.String()
	for name, body := range map[string]struct {
		status       int
		text, coding string
	}{
		"gzip":                {415, bomb, "gzip"},
		"x-gzip":              {415, bomb, "x-gzip"},
		"deflate":             {415, bomb, "deflate"},
		"br":                  {415, bomb, "br"},
		"zstd":                {415, bomb, "zstd"},
		"gzip twice":          {415, bomb, "gzip, gzip"},
		"gzip behind nothing": {415, bomb, "identity, gzip"},
		"gzip unsaid":         {400, bomb, ""},
		"nested objects":      {400, `{"html":"x","data":` + times(100_000, `{"a":`) + "1" + times(100_000, "}") + "}", ""},
		"nested arrays":       {400, `{"html":"x","data":{"a":` + times(100_000, "[") + times(100_000, "]") + "}}", ""},
		"unclosed arrays":     {400, times(5<<20, "["), ""},
		"a number as the key": {400, `{1:"x"}`, ""},
		"a huge number":       {200, `{"html":"<p>{{a}}","data":{"a":1e999999999}}`, ""},
		"a million digits":    {200, `{"html":"<p>x","data":{"a":` + times(1<<20, "9") + `}}`, ""},
		"10^5 names":          {200, `{"html":"<p>{{a1}}","data":{` + each(100_000, `"a%n":1,`) + `"b":1}}`, ""},
		"10^6 placeholders":   {200, `{"html":"<p>` + times(1_000_000, "{{a}}") + `","data":{"a":""}}`, ""},
		"10^6 paths":          {200, `{"html":"<p>` + times(400_000, "{{a.a.a.a}}") + `","data":{"a":{"a":{"a":{"a":""}}}}}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			field := "X: y"
			if body.coding != "" {
				field = "Content-Encoding: " + body.coding
			}
			require.Equal(t, body.status, sends(head(field, fmt.Sprintf("Content-Length: %d", len(body.text)))+body.text)(t, service))
		})
	}
}
