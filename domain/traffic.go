package domain

import (
	"net/url"
	"strings"
	"time"
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

// Fetches is what a document, its header and its footer waited for.
type Fetches struct {
	// Resources counts the addresses that were asked for, each once.
	Resources int
	// Waited is the time during which at least one of them was being fetched.
	Waited time.Duration
	// Slowest is the one that took longest.
	Slowest Fetch
}

// Fetch is one resource that was requested from its server.
type Fetch struct {
	// URL is as that of a FailedResource.
	URL string
	// Took is the time until its last byte, or until it failed.
	Took time.Duration
	// Bytes are those of its body that arrived.
	Bytes int64
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
// query or fragment, of a data: address its media type, and at most 512 bytes.
func NewFailedResource(address *url.URL, reason string) FailedResource {
	shown := url.URL{Scheme: address.Scheme, Opaque: address.Opaque, Host: address.Host, Path: address.Path, RawPath: address.RawPath}
	if end := strings.IndexAny(shown.Opaque, ";,"); shown.Scheme == "data" && end >= 0 {
		shown.Opaque = shown.Opaque[:end]
	}
	text, hidden := shown.String(), ""
	if address.RawQuery != "" || shown.Opaque != address.Opaque || len(text) > maxURL {
		hidden = Digest(address.String())
	}
	if len(text) > maxURL {
		text = strings.ToValidUTF8(text[:maxURL], "") + "…"
	}
	return FailedResource{URL: text, Hidden: hidden, Reason: reason}
}

// InvalidResource describes a failed resource whose address cannot be parsed. It leaves out what may be a user, a query or a fragment.
func InvalidResource(address string) FailedResource {
	shown, hidden := address, ""
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		shown, hidden = address[:end], address[end:]
	}
	shown = shown[strings.LastIndexByte(shown, '@')+1:]
	return NewFailedResource(&url.URL{Opaque: shown, RawQuery: hidden}, "refused: no valid address")
}
