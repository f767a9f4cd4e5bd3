package ports

import "platen/domain"

// Egress is the only way by which engines reach the network: no engine is trusted to protect itself.
//
// It terminates TLS: engines receive certificates that it issues itself, all with one key, and it verifies the real
// servers. An engine trusts it by the hash of that key, by the authority's certificate, or not at all.
type Egress interface {
	// Open starts a session for one tab or one process, which identifies their requests. Safe for concurrent use.
	Open(options SessionOptions) (Session, error)
	// SPKIHash is the base64 SHA-256 hash of the public key of all certificates that engines receive, for engines
	// that trust by it (--ignore-certificate-errors-spki-list).
	SPKIHash() string
	// CA is the PEM certificate of the authority that issues a certificate for each host, for engines that verify
	// certificates. It is the same as long as the process runs.
	CA() []byte
}

// SessionOptions adapt a session to an engine. The zero value fits most.
type SessionOptions struct {
	// EmptyFailedFrames: a frame that fails to load receives an empty page instead of an error status, for engines
	// that print an error page of their own in its place. Such a frame's request accepts text/html and no images.
	EmptyFailedFrames bool
}

// Session is an egress proxy for one tab or one process.
type Session interface {
	// Addr is the host:port of an HTTP forward proxy, on loopback unless an engine runs elsewhere. It takes absolute-form
	// requests, and CONNECT with TLS terminated here. It is the same from Open to Close.
	Addr() string
	// Reset starts a print. Connections opened since the last Drain are closed and attributed to no document. The
	// print belongs to the document that the scope was opened for. If scope is nil, as after Open and Drain, it belongs to
	// no document and has limits of its own.
	Reset(scope NetworkScope)
	// Drain ends the print: it closes its connections and returns the traffic since Reset, or since the last Drain.
	Drain() domain.Traffic
	// Close ends the listener and its connections. A second call does nothing.
	Close() error
}
