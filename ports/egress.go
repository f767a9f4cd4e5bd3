package ports

import "platen/domain"

// Egress is the only way by which engines reach the network: no engine is trusted to protect itself.
type Egress interface {
	// Open makes an exit of its own for one tab or one process, so that it is known whose requests pass.
	// Safe for concurrent use.
	Open() (Session, error)
	// SPKIHash is the base64 SHA-256 hash of the public key with which exits end TLS, for engines that trust by it
	// (Chrome's --ignore-certificate-errors-spki-list).
	SPKIHash() string
}

// Session is a guarded way to the network, for one tab or one process.
type Session interface {
	// Addr is the loopback host:port of an HTTP forward proxy: absolute-form requests and CONNECT, TLS ended
	// with the key of SPKIHash. It is the same from Open to Close.
	Addr() string
	// Reset starts a print. Connections opened since the last Drain are closed and attributed to no document. The
	// limits of one document apply to what the budget has counted already and what this print adds; nil, as after
	// Open and Drain: a budget of its own.
	Reset(budget *domain.Budget)
	// Drain tells what passed since Begin, or the last Drain, and starts anew. Whatever was still under way is cut off.
	Drain() domain.Traffic
	// Close ends the listener and its connections. A second call does nothing.
	Close() error
}
