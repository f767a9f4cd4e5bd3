package ports

import "platen/domain/comparison"

// ShadowStore keeps what is found out about documents that a second engine rendered.
type ShadowStore interface {
	// Add keeps a result and, where it is not empty, its request as JSON. The store is bounded: the oldest results make
	// room. After an error neither is kept. Safe for concurrent use.
	Add(result comparison.Shadow, request []byte) error
}
