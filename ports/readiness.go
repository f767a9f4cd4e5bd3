package ports

// Readiness reports whether a part of the service can work.
type Readiness interface {
	// Ready returns nil if the part can work, else an error that says what is missing. It answers at once,
	// from what is known already. Safe for concurrent use.
	Ready() error
}
