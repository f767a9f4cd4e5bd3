package domain

import "sync/atomic"

// Budget counts what all renders of one document (body, header, footer) received from the network. The zero value
// has counted nothing. Safe for concurrent use.
type Budget struct{ requests, bytes atomic.Int64 }

// Request counts a request and gives the number so far.
func (b *Budget) Request() int64 { return b.requests.Add(1) }

// Receive counts bytes of a body, decompressed, and gives the sum so far.
func (b *Budget) Receive(bytes int) int64 { return b.bytes.Add(int64(bytes)) }
