package chrome

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/coder/websocket"
)

// socket is the transport of --remote-debugging-port: a WebSocket. Each of its messages is a message of the protocol.
type socket struct {
	conn    *websocket.Conn
	alive   context.Context // ends with Close
	end     context.CancelFunc
	message io.Reader // the message that is being read; nil between two messages
}

// dialSocket connects to a ws:// address; ctx bounds the handshake. host is the Host header field; empty: the address's.
func dialSocket(ctx context.Context, client *http.Client, address, host string) (*socket, error) {
	conn, response, err := websocket.Dial(ctx, address, &websocket.DialOptions{HTTPClient: client, Host: host})
	if response != nil && response.Body != nil {
		response.Body.Close()
	}
	if err != nil {
		return nil, err
	}
	// cdpConn bounds the messages.
	conn.SetReadLimit(-1)
	s := &socket{conn: conn}
	s.alive, s.end = context.WithCancel(context.Background())
	return s, nil
}

// Read reads the messages as a stream, with a NUL after each.
func (s *socket) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	if s.message == nil {
		_, message, err := s.conn.Reader(s.alive)
		if err != nil {
			return 0, err
		}
		s.message = message
	}
	n, err := s.message.Read(b)
	if errors.Is(err, io.EOF) {
		if n == len(b) {
			return n, nil // the next call meets the end again, and has room for the NUL
		}
		b[n] = 0
		s.message = nil
		return n + 1, nil
	}
	return n, err
}

// Write sends a message without its NUL.
func (s *socket) Write(b []byte) (int, error) {
	if err := s.conn.Write(s.alive, websocket.MessageText, b[:len(b)-1]); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Close ends the connection at once. The browser then closes the tabs that it made for this service.
func (s *socket) Close() error {
	s.end()
	return s.conn.CloseNow()
}
