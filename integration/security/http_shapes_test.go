package security_test

import (
	"fmt"
	"strings"
	"sync"
)

// shape is a request that one reader may read as one request, and another as two, or as none.
type shape struct {
	name, text string
	status     int
	honest     bool // nothing can be hidden behind it
}

func (s shape) title() string     { return s.name }
func (s shape) works(string) bool { return !s.honest }

const tunnelled = "2\r\n{}\r\n0\r\n\r\n"

// shapes are made when they are needed, as clients are.
var shapes = sync.OnceValue(func() []shape {
	return []shape{
		{"two lengths", head("Content-Length: 2", "Content-Length: 3") + "{}", 400, false},
		{"a list of lengths", head("Content-Length: 2, 3") + "{}", 400, false},
		{"a signed length", head("Content-Length: +2") + "{}", 400, false},
		{"a negative length", head("Content-Length: -2") + "{}", 400, false},
		{"a hexadecimal length", head("Content-Length: 0x2") + "{}", 400, false},
		{"a length with a blank", head("Content-Length: 2 2") + "{}", 400, false},
		{"a length of no digits", head("Content-Length: ") + "{}", 400, false},
		{"a length beyond 64 bits", head("Content-Length: 18446744073709551618") + "{}", 400, false},
		{"a length with a blank before the colon", head("Content-Length : 2") + "{}", 400, false},
		{"chunks beside a length", head("Content-Length: 4", "Transfer-Encoding: chunked") + tunnelled, 400, false},
		{"a length beside chunks", head("Transfer-Encoding: chunked", "Content-Length: 300") + tunnelled, 400, false},
		{"chunks with a blank before the colon", head("Content-Length: 2", "Transfer-Encoding : chunked") + tunnelled, 400, false},
		{"chunks in a folded field", head("Content-Length: 2", "Transfer-Encoding:\r\n chunked") + tunnelled, 400, false},
		{"chunks in another field's fold", head("Content-Length: 2", "X: y\r\n Transfer-Encoding: chunked", "Expect: x") + tunnelled, 417, false},
		{"chunks behind a line feed", head("Content-Length: 2", "X: y\nTransfer-Encoding: chunked") + tunnelled, 400, false},
		{"chunks behind a carriage return", head("Content-Length: 2", "X: y\rTransfer-Encoding: chunked") + tunnelled, 400, false},
		{"chunks behind a NUL", head("Content-Length: 2", "X: y\x00", "Transfer-Encoding: chunked") + tunnelled, 400, false},
		{"chunks in a vertical tab", head("Content-Length: 2", "Transfer-Encoding: \x0bchunked") + tunnelled, 400, false},
		{"chunks in quotes", head("Content-Length: 2", `Transfer-Encoding: "chunked"`) + tunnelled, 501, false},
		{"chunks and identity", head("Content-Length: 2", "Transfer-Encoding: chunked, identity") + tunnelled, 501, false},
		{"identity", head("Content-Length: 2", "Transfer-Encoding: identity") + tunnelled, 501, false},
		{"other chunks", head("Content-Length: 2", "Transfer-Encoding: xchunked") + tunnelled, 501, false},
		{"chunks twice", head("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + tunnelled, 501, false},
		{"chunks in HTTP/1.0", strings.Replace(head("Content-Length: 2", "Connection: keep-alive", "Transfer-Encoding: chunked"), "/1.1", "/1.0", 1) + tunnelled, 400, false},
		{"chunks of an unreadable size", head("Transfer-Encoding: chunked") + "0x2\r\n{}\r\n0\r\n\r\n", 400, false},
		{"chunks of a signed size", head("Transfer-Encoding: chunked") + "+2\r\n{}\r\n0\r\n\r\n", 400, false},
		{"chunks of a huge size", head("Transfer-Encoding: chunked") + "fffffffffffffffff\r\n{}\r\n0\r\n\r\n", 400, false},
		{"chunks longer than they say", head("Transfer-Encoding: chunked") + "1\r\n{}\r\n0\r\n\r\n", 400, false},
		{"chunks ended by line feeds", head("Transfer-Encoding: chunked") + "2\n{}\n0\n\n", 400, false},
		{"chunks with a line feed in an extension", head("Transfer-Encoding: chunked") + "2;x\ny\r\n{}\r\n0\r\n\r\n", 400, false},
		{"a chunk's extension without end", head("Transfer-Encoding: chunked") + "2;" + strings.Repeat("x", 1<<17) + "\r\n{}\r\n0\r\n\r\n", 400, false},
		{"a key in the trailer", strings.Replace(head("Transfer-Encoding: chunked", "Trailer: Authorization"), "Bearer ", "Bearer no", 1) + "2\r\n{}\r\n0\r\nAuthorization: Bearer a-key-for-tests\r\n\r\n", 401, false},
		{"a length in the trailer", head("Transfer-Encoding: chunked") + "2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n", 400, false},
		{"a body that is refused", strings.Replace(whole(), "Bearer ", "Bearer no", 1), 401, false},
		{"a body of another type", whole("Content-Type: text/html"), 415, false},
		{"a body that is too large", head("Content-Length: 99999999"), 413, false},
		{"a body where there is none", "GET /x HTTP/1.1\r\nHost: x\r\n" + inBody, 404, true},
		{"a body of another method", "DELETE /api/pdf/external HTTP/1.1\r\nHost: x\r\n" + inBody, 405, true},
		{"an expectation of a miracle", whole("Expect: a miracle"), 417, false},
		{"two hosts", whole("Host: y"), 400, false},
		{"no host", strings.Replace(whole(), "Host: x\r\n", "", 1), 400, false},
		{"a blank before the first field", strings.Replace(whole(), "Host: x", " Host: x", 1), 400, false},
		{"a field without a colon", whole("Content-Length 5"), 400, false},
		{"a field without a name", whole(": x"), 400, false},
		{"a field of 100 KB", whole("X: " + strings.Repeat("x", 100_000)), 431, false},
		{"100,000 fields", whole(strings.TrimSuffix(strings.Repeat("X: y\r\n", 100_000), "\r\n")), 431, false},
		{"a path of 100 KB", strings.Replace(whole(), "/external", "/"+strings.Repeat("x", 100_000), 1), 431, false},
		{"two blanks in the first line", strings.Replace(whole(), "POST /", "POST  /", 1), 400, false},
		{"a tab in the first line", strings.Replace(whole(), "POST /", "POST\t/", 1), 400, false},
		{"more in the first line", strings.Replace(whole(), "HTTP/1.1", "x HTTP/1.1", 1), 400, false},
		{"a version in lower case", strings.Replace(whole(), "HTTP/1.1", "http/1.1", 1), 400, false},
		{"a version of three digits", strings.Replace(whole(), "HTTP/1.1", "HTTP/1.10", 1), 400, false},
		{"no version", "GET /\r\n", 400, false},
		{"the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 404, false},
		{"an upgrade to HTTP/2", whole("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"), 400, true},
		{"an upgrade to a socket", whole("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="), 400, true},
		{"a tunnel", "CONNECT localhost:22 HTTP/1.1\r\nHost: x\r\n\r\n", 404, true},
		{"a proxy's request", "GET http://localhost:22/ HTTP/1.1\r\nHost: x\r\n\r\n", 404, true},
		{"the greeting of TLS", "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + strings.Repeat("\x00", 60) + "\r\n\r\n", 400, false},
		{"binary", "\x00\xff\x00\xff\r\n\r\n", 400, false},
	}
})

// inBody is a body that is a request itself.
var inBody = fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(whole("X-Request-Id: "+marker)), whole("X-Request-Id: "+marker))
