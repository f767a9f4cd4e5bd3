package ports

import "platen/domain/comparison"

// ShadowStore keeps the results of documents that a second engine rendered too.
type ShadowStore interface {
	// Add keeps a result and its request as JSON; an empty request is not kept. The store is bounded and removes the oldest
	// results. After an error it keeps neither. Safe for concurrent use.
	Add(result comparison.Shadow, request []byte) error
}
