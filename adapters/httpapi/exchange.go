package httpapi

import (
	"cmp"
	"errors"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

// exchange is one request, its answer, and what the log will say of them.
type exchange struct {
	http.ResponseWriter
	control *http.ResponseController
	server  *Server
	conn    *conn // nil without a listener
	request *http.Request
	body    *body

	id      string
	started time.Time
	client  ports.Client
	// status is 0 until there is an answer.
	status   int
	code     domain.Code
	logged   string // what the log says of a failure
	sent     int
	document domain.Document
	err      error
}

// exchangeOf finds the exchange again behind the router, which hands on the writer that serve gave it.
func exchangeOf(w http.ResponseWriter) *exchange { return w.(*exchange) }

func (s *Server) begin(w http.ResponseWriter, r *http.Request) *exchange {
	x := &exchange{
		ResponseWriter: w,
		control:        http.NewResponseController(w),
		server:         s,
		conn:           connOf(r.Context()),
		request:        r,
		body:           newBody(r),
		id:             requestID(r.Header),
		started:        time.Now(),
	}
	x.conn.answering()
	setCommon(w.Header(), x.id)
	return x
}

// answer sends a whole answer. It is the only place that writes to the client.
func (x *exchange) answer(status int, contentType string, content []byte) {
	h := x.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(content)))
	if x.lastOnConnection() {
		h.Set("Connection", "close")
	}
	x.extendWriteDeadline()
	x.WriteHeader(status)
	x.status = status
	if err := x.write(content); err != nil && !errors.Is(err, http.ErrBodyNotAllowed) {
		x.err = err
	}
}

// writePiece is how much of an answer a client must take within WriteTimeout.
const writePiece = 1 << 20

// write sends an answer's content. The deadline moves on with what the client takes: a slow client gets its document,
// one that takes nothing loses it.
func (x *exchange) write(content []byte) error {
	for len(content) > 0 {
		x.extendWriteDeadline()
		n, err := x.Write(content[:min(len(content), writePiece)])
		x.sent += n
		if err != nil {
			return err
		}
		content = content[n:]
	}
	return nil
}

func (x *exchange) extendWriteDeadline() {
	// Not every ResponseWriter has deadlines; those of tests don't.
	_ = x.control.SetWriteDeadline(time.Now().Add(x.server.config.WriteTimeout))
}

// lastOnConnection says whether the connection ends with this answer. It does where some of the body was not
// read, since it can't be told from a next request without reading it; and where net/http may have taken one
// framing over another (Transfer-Encoding beside Content-Length, or in HTTP/1.0), so that nothing smuggled
// behind the body is ever read as a request.
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
	case domain.Overloaded:
		h.Set("Retry-After", strconv.FormatInt(max(1, wholeSeconds(e.RetryAfter)), 10))
	}
	x.answer(statusOf(e.Code), "application/json", problem{e.Message, e.Code, x.id}.json())
}

// recovered answers for a panic. An answer that has begun can only be broken off, which net/http does.
func (x *exchange) recovered(cause any) {
	x.server.log.Error("panic while answering",
		zap.String("request_id", x.id), zap.Any("panic", cause), zap.ByteString("stack", debug.Stack()))
	if x.status == 0 {
		x.fail(&domain.Error{Code: domain.RenderFailed, Message: "the service failed on this request"})
		return
	}
	panic(http.ErrAbortHandler)
}

// end is what follows the answer.
func (x *exchange) end() {
	x.logAccess()
	if x.status == 0 {
		// The client has gone. Without this, net/http would send an empty 200 into the void.
		panic(http.ErrAbortHandler)
	}
	if !x.body.ended {
		x.linger()
	}
}
