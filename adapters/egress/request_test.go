package egress_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

func TestOnlyGet(t *testing.T) {
	reached := make(chan string, 100)
	server := serve(t, "127.0.0.1", func(_ http.ResponseWriter, r *http.Request) { reached <- r.Method })
	e := start(t, loopback)
	x := open(t, e)
	for _, c := range []struct{ head, reason string }{
		{"POST http://%s/ HTTP/1.1\r\nContent-Length: 0\r\n", "refused: method POST"},
		{"PUT http://%s/ HTTP/1.1\r\nContent-Length: 0\r\n", "refused: method PUT"},
		{"DELETE http://%s/ HTTP/1.1\r\n", "refused: method DELETE"},
		{"OPTIONS http://%s/ HTTP/1.1\r\n", "refused: method OPTIONS"},
		{"TRACE http://%s/ HTTP/1.1\r\n", "refused: method TRACE"},
		{"PROPFIND http://%s/ HTTP/1.1\r\n", "refused: method PROPFIND"},
		{"GET http://%s/ HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", "refused: a request with a body"},
		{"GET http://%s/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "refused: a request with a body"},
		{"GET http://%s/ HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n", "refused: a change of protocol"},
		{"GET http://user:password@%s/ HTTP/1.1\r\n", "refused: the address holds credentials"},
		{"GET ws://%s/ HTTP/1.1\r\n", "the engine's request cannot be read"},
		{"GET ftp://%s/ HTTP/1.1\r\n", "the engine's request cannot be read"},
		{"GET file://%s/etc/passwd HTTP/1.1\r\n", "the engine's request cannot be read"},
		{"GET gopher://%s/ HTTP/1.1\r\n", "the engine's request cannot be read"},
		{"GET http:%s HTTP/1.1\r\n", "the engine's request cannot be read"},
		{"GET / HTTP/1.1\r\nX: %s\r\n", "the engine's request cannot be read"},
		{"GET http://%s/%%zz HTTP/1.1\r\n", "the engine's request cannot be read"},
		{"GET http://%s/ HTTP/1.1\r\nA b: c\r\n", "the engine's request cannot be read"},
		{"GET http://%%31.%s/ HTTP/1.1\r\n", "the engine's request cannot be read"},
		{"nonsense %s\r\n", "the engine's request cannot be read"},
	} {
		t.Run(c.head, func(t *testing.T) {
			conn, err := net.Dial("tcp", x.Addr())
			require.NoError(t, err)
			defer func() { _ = conn.Close() }()
			head := fmt.Sprintf(c.head, server)
			if !strings.Contains(head, "Host:") {
				head = strings.Replace(head, "\r\n", "\r\nHost: "+server+"\r\n", 1)
			}
			_, err = io.WriteString(conn, head+"\r\n")
			require.NoError(t, err)
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			require.Equal(t, http.StatusForbidden, response.StatusCode)
			require.Zero(t, response.ContentLength)
			traffic := x.Drain()
			require.Equal(t, 1, traffic.Requests)
			require.Len(t, traffic.Failed, 1)
			require.Equal(t, c.reason, traffic.Failed[0].Reason)
			require.NotContains(t, traffic.Failed[0].URL, "password@")
		})
	}
	client := engine(t, e, x)
	response, err := client.Head("http://" + server)
	require.NoError(t, err)
	require.Equal(t, http.StatusForbidden, response.StatusCode)
	require.Equal(t, "refused: method HEAD", drain(client, x).Failed[0].Reason)
	require.Empty(t, reached)
}

// The answers of net/http itself are replaced on a used connection, too.
func TestBadRequestOnUsedConnection(t *testing.T) {
	server := serve(t, "127.0.0.1", say("x"))
	e := start(t, loopback)
	x := open(t, e)
	conn, err := net.Dial("tcp", x.Addr())
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	reader := bufio.NewReader(conn)
	for _, c := range []struct {
		path   string
		status int
	}{{"/", http.StatusOK}, {"/a", http.StatusOK}, {"/100%.png", http.StatusForbidden}} {
		_, err = fmt.Fprintf(conn, "GET http://%s%s HTTP/1.1\r\nHost: %s\r\n\r\n", server, c.path, server)
		require.NoError(t, err)
		response, err := http.ReadResponse(reader, nil)
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, response.Body)
		require.NoError(t, err)
		require.Equal(t, c.status, response.StatusCode)
	}
	traffic := x.Drain()
	require.Equal(t, 3, traffic.Requests)
	require.Equal(t, []domain.FailedResource{{URL: "http:///", Reason: "the engine's request cannot be read"}}, traffic.Failed)
}
