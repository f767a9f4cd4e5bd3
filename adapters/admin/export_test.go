package admin

import "net/http"

// Handler returns the handler without a listener.
func (s *Server) Handler() http.Handler { return s.http.Handler }
