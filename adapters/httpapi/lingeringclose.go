package httpapi

import (
	"io"
	"time"
)

// An answer may be sent while the client is still sending its body. A connection closed with unread bytes is reset, and many
// clients then discard the answer (RFC 9112, section 9.6). So the service half-closes the connection, and reads and discards
// up to lingerBytes for up to lingerTime before it closes it.
const (
	lingerTime  = 5 * time.Second
	lingerBytes = 32 << 20
)

// lingeringClose half-closes the connection and discards the rest of the body. The half-close ends the wait of a client that
// reads until the end of the connection.
func (x *exchange) lingeringClose() {
	if x.control.Flush() != nil || x.conn.CloseWrite() != nil ||
		x.control.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return
	}
	// The connection is closed next, whether this fails or not.
	_, _ = io.CopyN(io.Discard, x.body, lingerBytes)
}

// lingeringClose does the same for an answer of net/http's own, which has no exchange.
func (c *conn) lingeringClose() {
	if c.CloseWrite() != nil || c.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return
	}
	_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
}
