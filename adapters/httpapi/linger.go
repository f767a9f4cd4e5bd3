package httpapi

import (
	"io"
	"time"
)

// A client that is still sending when its answer is there gets this much time, and this much of what it sends
// is taken off the wire and thrown away: a connection closed on unread bytes is reset, and many clients then
// never see the answer that lies before the reset (RFC 9112, section 9.6).
const (
	lingerTime  = 5 * time.Second
	lingerBytes = 32 << 20
)

// linger lets a client that is still sending its body come to its answer, and to its end: one that reads until
// the connection closes need not wait for as long as one that sends may go on.
func (x *exchange) linger() {
	if x.control.Flush() != nil || x.conn.CloseWrite() != nil ||
		x.control.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return
	}
	// However this ends, the connection is closed next.
	_, _ = io.CopyN(io.Discard, x.body, lingerBytes)
}

// linger does the same below HTTP, for an answer to what was no request.
func (c *conn) linger() {
	if c.CloseWrite() != nil || c.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return
	}
	_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
}
