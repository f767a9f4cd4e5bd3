// Package headerfooter repeats the HTML of a header or a footer for the pages of a document.
//
// [Parse] reads it once. [HeaderFooter.OverlayDocument] makes a document with a copy for each page, filled with the
// numbers of the page. The copies are printed alone, measured, and laid over the pages of the body.
package headerfooter

import (
	"context"
	"strings"

	"golang.org/x/net/html"

	"platen/domain"
	"platen/domain/htmldoc"
)

// Position says where on the page it is.
type Position int

// The positions.
const (
	Header Position = iota
	Footer
)

// String returns the name of the request's field.
func (p Position) String() string { return [...]string{"headerHtml", "footerHtml"}[p] }

// Numbering says which numbers a header or footer may show.
type Numbering int

// The kinds of numbering, in the order of the prints they need.
const (
	// Unnumbered: one print serves every page of every document.
	Unnumbered Numbering = iota
	// TotalOnly: one print serves every page of one document.
	TotalOnly
	// PerPage: every page has a copy of its own.
	PerPage
)

// EndLinkURI is the address of the link at the end of each copy: the upper edge of its rectangle is where the copy
// ends. Stamping drops these links.
const EndLinkURI = "https://end.platen.invalid/"

// FragmentURI is the address, before the fragment, of a copy's links to a fragment of the body. Stamping makes them links to
// its place, or drops them if the body does not have it.
const FragmentURI = "https://body.platen.invalid/#"

// HeaderFooter is a parsed header or footer. Safe for concurrent use.
//
// A document costs more to print than a further page, so one overlay document holds many copies. They share only the style sheets and
// what they inherit from the root. Each copy is laid out in a box of its own, which contains its absolute and fixed boxes and its counters,
// and elements in place of the root, the head and the body, which the selectors for these match. External style sheets still apply to the
// real root and body: copies inherit from them, but their margins, paddings and borders have no effect. An id to which an element or a
// style refers has a suffix for each copy, so that references stay within the copy.
type HeaderFooter struct {
	position  Position
	root      string // the attributes of the html element, as HTML
	body      string // those of the body that are about colours
	head      string // the style sheets, and the base of addresses
	template  string // with slots
	numbering Numbering
	varies    bool   // as Varies returns it
	images    string // the styles of the images that copies share
	leftFirst bool   // the first page is a left page
	sized     bool   // with the size of the viewport
	fragments []string
}

// Parse reads a header or a footer, a fragment or a whole document, whose placeholders are filled. firstPageIsLeft: the document's first
// page is a left page, since its text runs from right to left (CSS Paged Media, "page progression"). Its errors and those of the methods
// are InvalidRequests that name the field.
//
// The work is bounded before it begins. When ctx ends, Parse returns its error soon.
func Parse(ctx context.Context, position Position, text string, firstPageIsLeft bool) (*HeaderFooter, error) {
	// A slot begins with NUL from here on. In text, browsers leave it out.
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\x00", "")
	if err := checkParseCost(ctx, position, text); err != nil {
		return nil, err
	}
	root, err := html.ParseWithOptions(htmldoc.NewReader(ctx, text), html.ParseOptionEnableScripting(false))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, &domain.Error{Code: domain.InvalidRequest, Message: position.String() + " is nested too deep", Err: err}
	}
	r := &reader{
		position: position, leftFirst: firstPageIsLeft,
		images: sharedImages{position: position, index: map[string]int{}}, references: references{to: map[string]bool{}},
	}
	r.children(root)
	return r.result()
}

// Position says where on the page it is.
func (h *HeaderFooter) Position() Position { return h.position }

// Numbering says which numbers it may show. Styles that count, or that may differ from page to page, are PerPage.
func (h *HeaderFooter) Numbering() Numbering { return h.numbering }

// Varies reports whether its styles may make it taller on some pages than on others.
func (h *HeaderFooter) Varies() bool { return h.varies }

// Fragments returns the fragments of the body that it links to, as the links write them after "#".
func (h *HeaderFooter) Fragments() []string { return h.fragments }
