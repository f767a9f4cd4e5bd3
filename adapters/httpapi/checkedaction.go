package httpapi

import (
	"context"
	"net/http"

	"platen/domain"
)

// Action answers a request that passed the checks. Its errors are answered like those of the operation. The caller owns the content.
type Action = func(ctx context.Context, question *http.Request, request domain.Request) (contentType string, content []byte, err error)

// Checked makes a handler for another listener of the same service. Before the action, a request passes the checks of the
// public operation in their order: shutdown, key, rate limit, type, size, JSON, fields. The limits are the same ones, and
// the client's rate limit is charged once for each of the documents that the action prints for a question. Requests are
// logged and observed like others, and Close waits for those under way.
func (s *Server) Checked(documents func(*http.Request) int, action Action) http.Handler {
	handler := s.handle(func(x *exchange, r *http.Request) error {
		// The context is another server's, which does not know of the end of this one.
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(s.life, cancel)()
		r = r.WithContext(ctx)
		return s.checked(x, r, documents(r), func(ctx context.Context, request domain.Request) (reply, error) {
			contentType, content, err := action(ctx, r, request)
			return reply{len(content), func() { x.answer(http.StatusOK, contentType, content) }}, err
		})
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serveBy(handler, w, r) })
}
