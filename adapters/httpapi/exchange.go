package httpapi

import (
	"cmp"
	"errors"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"go.uber.org/zap"

	"platen/adapters/internal/problem"
	"platen/domain"
	"platen/ports"
)

// exchange is one request, its answer, and the values of its log line.
type exchange struct {
	http.ResponseWriter
	control *http.ResponseController
	server  *Server
	conn    *conn // nil without a listener
	request *http.Request
	body    *body

	id      string
	strict  bool // the client asked for Prefer: handling=strict
	started time.Time
	client  ports.Client
	// status is 0 until an answer is sent.
	status   int
	code     domain.Code
	logged   string // the message of a failure in the log
	sent     int
	document domain.Document
	err      error
}

func (s *Server) begin(w http.ResponseWriter, r *http.Request) *exchange {
	x := &exchange{
		ResponseWriter: w,
		control:        http.NewResponseController(w),
		server:         s,
		conn:           connOf(r.Context()),
		request:        r,
		body:           &body{Reader: r.Body, length: r.ContentLength, ended: r.ContentLength == 0},
		id:             requestID(r.Header),
		started:        time.Now(),
		strict:         prefersStrict(r.Header),
	}
	if x.strict {
		w.Header().Set("Preference-Applied", "handling=strict")
	}
	x.conn.answering()
	problem.SetCommonHeader(w.Header(), x.id)
	return x
}

// answer sends a whole answer. No other function writes to the client.
func (x *exchange) answer(status int, contentType string, content []byte) {
	h := x.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(content)))
	if x.lastOnConnection() {
		h.Set("Connection", "close")
	}
	x.WriteHeader(status)
	x.status = status
	if err := x.write(content); err != nil && !errors.Is(err, http.ErrBodyNotAllowed) {
		x.err = err
	}
}

// writePiece is the number of bytes of an answer that a client must read within WriteTimeout.
const writePiece = 1 << 20

// write sends an answer's content. Each piece has a write deadline of its own, so a slow client gets its document, and a client that reads
// nothing is disconnected.
func (x *exchange) write(content []byte) error {
	for len(content) > 0 {
		_ = x.control.SetWriteDeadline(time.Now().Add(x.server.config.WriteTimeout)) // the ResponseWriters of tests have none
		n, err := x.Write(content[:min(len(content), writePiece)])
		x.sent += n
		if err != nil {
			return err
		}
		content = content[n:]
	}
	return nil
}

// lastOnConnection reports whether the connection is closed after this answer. It is closed if part of the body was not read,
// since the next request would begin after it; and if the request had Transfer-Encoding or came by HTTP/1.0. net/http hides whether it had
// a Content-Length beside Transfer-Encoding. Proxies may disagree about where such a body ends (request smuggling, RFC 9112 section 6.1).
func (x *exchange) lastOnConnection() bool {
	return !x.body.ended ||
		len(x.request.TransferEncoding) > 0 || !x.request.ProtoAtLeast(1, 1) ||
		x.conn.isOverLimit() || x.server.gate.closed()
}

// fail answers with the contract's JSON for err.
func (x *exchange) fail(err error) {
	e := domain.AsError(err)
	x.code, x.logged, x.err = e.Code, cmp.Or(e.LogMessage, e.Message), e.Err
	h := x.Header()
	switch e.Code {
	case domain.Unauthorized:
		h.Set("WWW-Authenticate", "Bearer")
	case domain.MethodNotAllowed:
		if h.Get("Allow") == "" {
			h.Set("Allow", http.MethodPost)
		}
	case domain.Overloaded, domain.RateLimited:
		h.Set("Retry-After", strconv.FormatInt(retrySeconds(e.RetryAfter), 10))
	}
	x.answer(cmp.Or(domain.Statuses[e.Code], http.StatusInternalServerError), "application/json",
		problem.Problem{Error: e.Message, Code: e.Code, RequestID: x.id}.JSON())
}

// recovered answers after a panic with 500. If an answer has begun already, net/http closes the connection.
func (x *exchange) recovered(cause any) {
	x.server.log.Error("panic while answering",
		zap.String("request_id", x.id), zap.Any("panic", cause), zap.ByteString("stack", debug.Stack()))
	if x.status == 0 {
		x.fail(&domain.Error{Code: domain.RenderFailed, Message: "the service failed on this request"})
		return
	}
	panic(http.ErrAbortHandler)
}

// end writes the log line and reads the bytes that the client still sends. If the client has closed the connection, it panics with
// http.ErrAbortHandler: otherwise net/http would write an empty 200.
func (x *exchange) end() {
	x.logAccess()
	if x.status == 0 {
		panic(http.ErrAbortHandler)
	}
	if !x.body.ended {
		x.lingeringClose()
	}
}
