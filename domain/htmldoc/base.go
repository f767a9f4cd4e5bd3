package htmldoc

import (
	"bytes"
	"context"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

const (
	// RelativeHost is the host of RelativeBase, whose name never has an address (RFC 6761, section 6.4).
	RelativeHost = "relative.invalid"
	// RelativeBase is the base address of documents that name none. With it, engines request resources with relative addresses, so that
	// the egress proxy refuses and counts them. Without it, engines do not request them, or take them for files.
	RelativeBase = "http://" + RelativeHost + "/"
	// UserHost is the host that stands for a user and a host, in addresses that an engine would load without the user. As no name of that
	// end has an address, either, the egress proxy refuses and counts them.
	UserHost = "user.invalid"
	// PlaceURI is the address, up to a fragment, of links that mark the fragment's place in the PDF of an engine that makes no named
	// destinations. A document that contains such a link itself gets wrong links.
	PlaceURI = RelativeBase + "#="
)

// Base returns the base address of a document for base elements: the document's own if that is an absolute web address, otherwise
// RelativeBase. The base element belongs at the offset, behind the doctype and before all others, since the first one counts. When ctx
// ends, Base stops early.
func Base(ctx context.Context, document string) (address string, offset int) {
	address = RelativeBase
	for at := range TagStarts(document) {
		if tagPrefix(document[at+1:], "base") != "" {
			address = webAddress(scan(ctx, document).base)
			break
		}
	}
	return address, afterDoctype(document)
}

// webAddress returns an absolute web address, and RelativeBase in place of any other one.
func webAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return RelativeBase
	}
	return address
}

// afterDoctype returns the offset after a document's doctype, which a parser ignores after a tag; 0 if there is none.
func afterDoctype(document string) (offset int) {
	for z := html.NewTokenizer(strings.NewReader(document)); ; {
		kind, raw := z.Next(), z.Raw()
		offset += len(raw)
		switch {
		case kind == html.DoctypeToken:
			return offset
		case kind == html.CommentToken, kind == html.TextToken && len(bytes.Trim(raw, blanks)) == 0:
		default:
			return 0
		}
	}
}

// WithBase puts a base element with RelativeBase into a document that has no absolute base address.
func WithBase(ctx context.Context, document string) string {
	address, at := Base(ctx, document)
	if address != RelativeBase {
		return document
	}
	return document[:at] + BaseElement(address) + document[at:]
}

// unusual matches what follows the slashes of addresses without a host, and of those whose host has other characters, a port, or a number
// at its end.
var unusual = regexp.MustCompile(`^(?:\W|[\w.-]*(?:\.\d|[^\w./?#"'-]))`)

// MayHaveInvalidAddress reports whether a text may have an absolute address that cannot be parsed, or one with a port.
func MayHaveInvalidAddress(text string) bool {
	for found := true; found; {
		if _, text, found = strings.Cut(text, "//"); found && unusual.MatchString(text) {
			return true
		}
	}
	return false
}

// BaseElement is a base element with an address.
func BaseElement(address string) string { return `<base href="` + html.EscapeString(address) + `">` }

// FragmentID returns the id that the fragment of an address names: the fragment itself, percent-decoded if it can be (HTML
// Standard, "find a potential indicated element").
func FragmentID(fragment string) string {
	if id, err := url.PathUnescape(fragment); err == nil {
		return id
	}
	return fragment
}
