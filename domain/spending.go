package domain

import "sync/atomic"

// Spending is what all prints of one document, header and footer among them, have had from the network. The zero
// value is nothing. Safe for concurrent use.
type Spending struct{ requests, bytes atomic.Int64 }

// Request counts a request and gives the number so far.
func (s *Spending) Request() int64 { return s.requests.Add(1) }

// Receive counts bytes of a body, decompressed, and gives the sum so far.
func (s *Spending) Receive(bytes int) int64 { return s.bytes.Add(int64(bytes)) }
