package domain

import (
	"net/url"
	"strings"
)

// Traffic is what one document asked the network for.
type Traffic struct {
	// Requests counts all that were made, those that failed or were refused included.
	Requests int
	// Failed are those without a usable answer, in the order in which they ended, followed by those that the engine itself
	// refused to request.
	Failed []FailedResource
}

// Add joins what another print of the same document asked for.
func (t *Traffic) Add(more Traffic) {
	t.Requests += more.Requests
	t.Failed = append(t.Failed, more.Failed...)
}

// FailedResource is something that a document asked for and did not get.
type FailedResource struct {
	// URL is without query and fragment, which may hold secrets.
	URL string
	// Hidden tells apart resources whose addresses differ in what URL leaves out: a digest, empty if it leaves out nothing.
	Hidden string
	// Reason says why, for the log: refused, timed out, too large, answered 404 …
	Reason string
}

// maxURL bounds the address of a failed resource: a document may fail with very many very long ones.
const maxURL = 512

// NewFailedResource describes a failed resource. It keeps only those parts of the address that a log may show: no user,
// query or fragment, and at most 512 bytes.
func NewFailedResource(address *url.URL, reason string) FailedResource {
	shown := url.URL{Scheme: address.Scheme, Host: address.Host, Path: address.Path, RawPath: address.RawPath}
	if address.Opaque != "" {
		shown.Opaque = address.Opaque
	}
	text, hidden := shown.String(), ""
	if address.RawQuery != "" || len(text) > maxURL {
		hidden = Digest(address.String())
	}
	if len(text) > maxURL {
		text = strings.ToValidUTF8(text[:maxURL], "") + "…"
	}
	return FailedResource{URL: text, Hidden: hidden, Reason: reason}
}
