package ports

import (
	"context"

	"platen/domain"
)

// Network opens a scope for every document.
type Network interface {
	// OpenScope starts a document. The time that it may wait for the network is a part of the time that is left until
	// ctx's deadline, so that a document whose resources do not arrive is printed without them. Safe for concurrent use.
	OpenScope(ctx context.Context) NetworkScope
}

// NetworkScope is what all prints of one document share: the limits of egress, and every resource that one of them
// loaded or failed to load. A print of the same document receives the same answer for the same address, without another
// request to its server. Safe for concurrent use.
type NetworkScope interface {
	// Unfinished lists the addresses, without query, that a print waited for when it was cut off, or waits for now; at
	// most 20.
	Unfinished() []string
	// During returns the scope for a print within a step of the document, which ctx belongs to: fetches are parts of that step.
	During(ctx context.Context) NetworkScope
	// Fetch gets a resource for the service itself, over the redirects that its server answers: the rules and limits of the document hold
	// as for an engine's requests. A failure is not counted, since the engine's own request for the same address receives it, too. header
	// is that of Session.Fetch.
	Fetch(ctx context.Context, address string, header map[string][]string) (Resource, error)
	// Fetches returns what the document has waited for so far.
	Fetches() domain.Fetches
	// Close ends requests under way and drops the resources. Prints that still use the scope load nothing more.
	Close()
}
