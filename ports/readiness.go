package ports

// Readiness says whether a part of the service can do its work, for those who send it traffic.
type Readiness interface {
	// Ready gives nil when the part can work, else what it waits for, in words for the operator. It answers at
	// once, from what is known already. Safe for concurrent use.
	Ready() error
}
