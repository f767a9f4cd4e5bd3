package httpapi_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// FuzzWire sends arbitrary bytes on a connection. The service answers in the contract's form or not at all: never with a text of
// net/http, never with a document without the key.
func FuzzWire(f *testing.F) {
	for _, seed := range []string{
		post(),
		post() + post(),
		head("Transfer-Encoding: chunked") + "\r\n3\r\n{}\n\r\n0\r\n\r\n",
		head("Expect: 100-continue", lengthOfSmall) + "\r\n" + small,
		head("Expect: tea") + "\r\n",
		"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n",
		"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
		"CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
		"GET / HTTP/1.0\r\n\r\n",
		"GET /\r\n",
		"\r\n\r\n",
		"GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: x\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	s := start(f, func(s *service) { s.config.HeaderLimit = domain.KiB })
	f.Fuzz(func(t *testing.T, message []byte) {
		c, err := net.Dial("tcp", s.Addr())
		require.NoError(t, err)
		defer func() { _ = c.Close() }()
		require.NoError(t, c.SetDeadline(time.Now().Add(10*time.Second)))
		_, err = c.Write(message)
		require.NoError(t, err)
		require.NoError(t, c.(*net.TCPConn).CloseWrite())
		answers, err := io.ReadAll(c)
		require.NoError(t, err)

		require.NotContains(t, string(answers), "\r\nContent-Type: text/")
		if !bytes.Contains(message, []byte(goodKey)) {
			require.NotContains(t, string(answers), "HTTP/1.1 200")
		}
		if len(answers) == 0 || bytes.HasPrefix(answers, []byte("HTTP/1.1 100 Continue\r\n\r\n")) {
			return
		}
		method, _, _ := bytes.Cut(message, []byte(" "))
		response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(answers)), &http.Request{Method: string(method)})
		require.NoError(t, err, "%q", answers)
		r := readReply(t, response)
		common(t, r)
		if r.StatusCode == http.StatusOK || string(method) == http.MethodHead {
			return
		}
		var problem map[string]string
		require.NoError(t, json.Unmarshal(r.body, &problem), "%q", answers)
		require.Equal(t, r.Header.Get("X-Request-Id"), problem["requestId"])
	})
}
