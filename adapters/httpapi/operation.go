package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"platen/domain"
	"platen/ports"
)

// createDocument is the operation.
func (s *Server) createDocument(x *exchange, r *http.Request) error {
	return s.answerChecked(x, r, 1, func(ctx context.Context, request domain.Request) (reply, error) {
		document, err := s.generator.Generate(ctx, request)
		x.document.Fetches, x.document.Timing = document.Fetches, document.Timing // for the log, also of a failure
		return reply{len(document.PDF), func() { x.deliver(document) }}, err
	})
}

// reply is an answer that is ready.
type reply struct {
	size int
	send func()
}

// answerChecked answers a request that passes the checks. They run in the order of the contract's section 5, the cheapest first. The
// client's rate limit is charged once for each document that the answer takes.
func (s *Server) answerChecked(x *exchange, r *http.Request, documents int,
	answer func(context.Context, domain.Request) (reply, error)) error {
	if !s.gate.enter() {
		return shuttingDown()
	}
	defer s.gate.leave()

	client, err := s.authenticate(r.Header)
	x.client = client
	if err != nil {
		return err
	}
	x.conn.authenticated()
	for range documents {
		if err := s.takeAllowance(r.Context(), x); err != nil {
			return err
		}
	}
	request, err := s.readRequest(x, r)
	if err != nil {
		return err
	}
	if err := s.undelivered.check(client.Name); err != nil {
		return err
	}
	request.Standards = client.Standards
	ready, err := answer(ports.WithRequestID(ports.WithClient(r.Context(), client), x.id), request)
	if err != nil {
		return s.endedBy(r.Context(), err)
	}
	if err := s.undelivered.add(client.Name, ready.size); err != nil {
		return err
	}
	defer s.undelivered.remove(client.Name, ready.size)
	ready.send()
	return nil
}

// readRequest reads and parses the body. The request does not refer to the body, whose memory is freed before the rendering.
func (s *Server) readRequest(x *exchange, r *http.Request) (domain.Request, error) {
	if err := checkMedia(r.Header); err != nil {
		return domain.Request{}, err
	}
	content, err := s.readBody(x.body)
	if err != nil {
		return domain.Request{}, err
	}
	request, err := domain.ParseRequest(content)
	if err == nil && x.strict {
		request.Strict, request.Unknown = true, domain.UnknownFields(content)
	}
	return request, err
}

// endedBy returns the error to report for a rendering that failed: the error of the shutdown if this server ended it, errGone if the client
// closed the connection, else the rendering's own error.
func (s *Server) endedBy(ctx context.Context, err error) error {
	switch {
	case s.life.Err() != nil:
		return shuttingDown()
	case ctx.Err() != nil:
		return errGone
	default:
		return err
	}
}

// deliver answers with the document.
func (x *exchange) deliver(d domain.Document) {
	h := x.Header()
	h.Set("Content-Disposition", `inline; filename="document.pdf"`)
	h.Set("Platen-Engine", d.Engine)
	h.Set("Platen-Fingerprint", d.Fingerprint.String())
	h.Set("Platen-Pages", strconv.Itoa(d.Pages))
	h.Set("Platen-Placeholders-Missing", strconv.Itoa(d.Missing))
	h.Set("Platen-Resources-Failed", strconv.Itoa(len(d.Traffic.Failed)))
	h.Set("Platen-Standards", d.Standards.String())
	h.Set("Server-Timing", fmt.Sprintf("queue;dur=%.1f, render;dur=%.1f, compose;dur=%.1f",
		milliseconds(d.Timing.Queue), milliseconds(d.Timing.Render), milliseconds(d.Timing.Compose)))
	x.document = d
	x.answer(http.StatusOK, "application/pdf", d.PDF)
	x.document.PDF = nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func shuttingDown() error {
	return &domain.Error{Code: domain.Overloaded, Message: "the service is shutting down: try again, another instance may answer"}
}

// Action answers a request that passed the checks. Its errors are answered like those of the operation. The caller owns the content.
type Action = func(ctx context.Context, question *http.Request, request domain.Request) (contentType string, content []byte, err error)

// CheckedHandler makes a handler for another listener of the same service. Before the action, a request passes the checks of the
// public operation in their order: shutdown, key, rate limit, type, size, JSON, fields. The limits are the same ones, and
// the client's rate limit is charged once for each of the documents that the action prints for a question. Requests are
// logged and observed like others, and Close waits for those under way.
func (s *Server) CheckedHandler(documents func(*http.Request) int, action Action) http.Handler {
	handler := s.handle(func(x *exchange, r *http.Request) error {
		// The context is another server's, which does not know of the end of this one.
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(s.life, cancel)()
		r = r.WithContext(ctx)
		return s.answerChecked(x, r, documents(r), func(ctx context.Context, request domain.Request) (reply, error) {
			contentType, content, err := action(ctx, r, request)
			return reply{len(content), func() { x.answer(http.StatusOK, contentType, content) }}, err
		})
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serveBy(handler, w, r) })
}
