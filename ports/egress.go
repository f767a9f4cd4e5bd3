package ports

import "platen/domain"

// Egress is the only way by which engines reach the network: no engine is trusted to protect itself.
type Egress interface {
	// Open makes an exit of its own for one tab or one process, so that it is known whose requests pass.
	// Safe for concurrent use.
	Open() (Exit, error)
	// Pin is the base64 SHA-256 hash of the public key with which exits end TLS, for engines that trust by it
	// (Chrome's --ignore-certificate-errors-spki-list).
	Pin() string
}

// Exit is a guarded way to the network, for one tab or one process.
type Exit interface {
	// Addr is the loopback host:port of an HTTP forward proxy: absolute-form requests and CONNECT, TLS ended
	// with the key of Pin. It is the same from Open to Close.
	Addr() string
	// Begin is for the moment before a print: what came since the last Take is nobody's, and cut off. Limits per
	// document count with what is spent on the account already; nil, as after Open and Take: an account of its own.
	Begin(account *domain.Spending)
	// Take tells what passed since Begin, or the last Take, and starts anew. Whatever was still under way is cut off.
	Take() domain.Traffic
	// Close ends the listener and its connections. A second call does nothing.
	Close() error
}
