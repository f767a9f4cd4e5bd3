package domain

import "sync/atomic"

// Budget is what all prints of one document, header and footer among them, have had from the network. The zero
// value is nothing. Safe for concurrent use.
type Budget struct{ requests, bytes atomic.Int64 }

// Request counts a request and gives the number so far.
func (s *Budget) Request() int64 { return s.requests.Add(1) }

// Receive counts bytes of a body, decompressed, and gives the sum so far.
func (s *Budget) Receive(bytes int) int64 { return s.bytes.Add(int64(bytes)) }
