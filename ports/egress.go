package ports

import (
	"context"

	"platen/domain"
)

// Egress is the only way by which engines reach the network: no engine is trusted to protect itself.
//
// It terminates TLS: engines receive a certificate that it makes itself, the same for every host, and it verifies the real
// servers. An engine trusts it by the hash of that key, or not at all.
type Egress interface {
	// Open starts a session for one tab or one process, which identifies their requests. Safe for concurrent use.
	Open() (Session, error)
	// SPKIHash is the base64 SHA-256 hash of the public key of the certificate that engines receive, for engines
	// that trust by it (--ignore-certificate-errors-spki-list).
	SPKIHash() string
}

// Session is an egress proxy for one tab or one process.
type Session interface {
	// Addr is the host:port of an HTTP forward proxy, on loopback unless an engine runs elsewhere. It takes absolute-form
	// requests, and CONNECT with TLS terminated here. It is the same from Open to Close.
	Addr() string
	// Fetch gets a resource in the engine's stead, over the redirects that its server answers: the rules, limits, counts and log of
	// the print hold as for the engine's own requests, and Drain reports a failure. Of the header, what the engine's own request would
	// have is sent on: Accept, Accept-Language and User-Agent.
	Fetch(ctx context.Context, address string, header map[string][]string) (Resource, error)
	// Reset starts a print. Connections opened since the last Drain are closed and attributed to no document. The
	// print belongs to the document that the scope was opened for. If scope is nil, as after Open and Drain, it belongs to
	// no document and has limits of its own.
	Reset(scope NetworkScope)
	// Drain ends the print: it closes its connections and returns the traffic since Reset, or since the last Drain.
	Drain() domain.Traffic
	// Close ends the listener and its connections. A second call does nothing.
	Close() error
}

// Resource is what a session fetched.
type Resource struct {
	// URL is its address, after redirects.
	URL string
	// Type is its Content-Type, empty if the server stated none.
	Type string
	// Content must not be changed: other prints of the document receive the same.
	Content []byte
}
