package httpapi

// Closing tells whether new requests are refused.
func (s *Server) Closing() bool { return s.gate.closed() }
