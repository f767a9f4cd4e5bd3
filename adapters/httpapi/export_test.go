package httpapi

import "net/http"

// Closing reports whether new requests are refused.
func (s *Server) Closing() bool { return s.gate.closed() }

// Undelivered is the number of bytes that wait for clients.
func (s *Server) Undelivered() int {
	s.undelivered.mu.Lock()
	defer s.undelivered.mu.Unlock()
	return s.undelivered.total
}

// Handler returns the handler without a listener.
func (s *Server) Handler() http.Handler { return s.http.Handler }
