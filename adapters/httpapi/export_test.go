package httpapi

// Closing tells whether new requests are refused.
func (s *Server) Closing() bool { return s.gate.closed() }

// Undelivered is the number of bytes that wait for clients.
func (s *Server) Undelivered() int {
	s.undelivered.mu.Lock()
	defer s.undelivered.mu.Unlock()
	return s.undelivered.total
}
