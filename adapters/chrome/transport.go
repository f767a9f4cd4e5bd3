package chrome

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"

	"github.com/coder/websocket"
)

// transport carries the messages of the DevTools protocol: JSON texts, each followed by a NUL. Each call of Write is one message. One
// goroutine may read while another writes; Close ends both calls.
type transport = io.ReadWriteCloser

// pipe is the transport of --remote-debugging-pipe: the browser reads from descriptor 3 and writes to descriptor 4.
type pipe struct{ to, from *os.File }

// transportBuffer is larger than most PDFs, so that a message is read at once or in two pieces.
const transportBuffer = 1 << 20

// newPipe makes the pipe and the two ends that the browser gets, as its descriptors 3 and 4.
func newPipe() (p *pipe, browser []*os.File, err error) {
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		theirIn.Close()
		ourOut.Close()
		return nil, nil, err
	}
	return &pipe{to: ourOut, from: ourIn}, []*os.File{theirIn, theirOut}, nil
}

func (p *pipe) Read(b []byte) (int, error)  { return p.from.Read(b) }
func (p *pipe) Write(b []byte) (int, error) { return p.to.Write(b) }

// Close closes both directions. The browser then ends itself.
func (p *pipe) Close() error {
	p.to.Close()
	p.from.Close()
	return nil
}

// socket is the transport of --remote-debugging-port: a WebSocket. Each of its messages is a message of the protocol.
type socket struct {
	conn    *websocket.Conn
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
	return &socket{conn: conn}, nil
}

// Read reads the messages as a stream, with a NUL after each.
func (s *socket) Read(b []byte) (int, error) {
	if s.message == nil {
		_, message, err := s.conn.Reader(context.Background())
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
	if err := s.conn.Write(context.Background(), websocket.MessageText, b[:len(b)-1]); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Close ends the connection at once. The browser then closes the tabs that it made for this service.
func (s *socket) Close() error { return s.conn.CloseNow() }
