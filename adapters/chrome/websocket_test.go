package chrome_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
)

// TestSocketSeparatesMessages: each message ends with a NUL, in whatever pieces it is read, and a large one is whole.
func TestSocketSeparatesMessages(t *testing.T) {
	messages := []string{`{"id":1}`, `{"id":2,"result":{"data":"` + strings.Repeat("QUJD", 1<<18) + `"}}`, "{}"}
	got := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer conn.CloseNow()
		for _, m := range messages {
			_ = conn.Write(r.Context(), websocket.MessageText, []byte(m))
		}
		_, sent, _ := conn.Read(r.Context())
		got <- string(sent)
	}))
	defer server.Close()
	socket, err := chrome.DialSocket(t.Context(), http.DefaultClient, "ws"+strings.TrimPrefix(server.URL, "http"), "")
	require.NoError(t, err)
	defer socket.Close()
	want := strings.Join(messages, "\x00") + "\x00"
	read := make([]byte, len(want))
	_, err = io.ReadFull(iotest.HalfReader(socket), read)
	require.NoError(t, err)
	require.True(t, bytes.Equal([]byte(want), read))
	_, err = socket.Write([]byte("{\"id\":3}\x00"))
	require.NoError(t, err)
	require.Equal(t, `{"id":3}`, <-got)
	require.NoError(t, socket.Close())
	_, err = socket.Read(read)
	require.Error(t, err)
}
