package domain

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// HeaderFooter is a header or a footer: what CSS calls a running element, HTML that stands on every page. It is
// read once; its strips are made of the pieces. Safe for concurrent use.
//
// A strip is one document with a copy for each page, since a print costs more than a page. The copies share
// the style sheets and the root element, and nothing else: each is laid out in a box of its own, which holds
// what is absolute or fixed, its counters, and an element in place of the body, to which the styles of the
// body are redirected. What an external style sheet says of the body is inherited by the copies; margins,
// paddings and borders that it gives the body are not followed.
type HeaderFooter struct {
	field     string // of the request
	root      string // the attributes of the html element, as HTML
	head      string // the style sheets, and the base of addresses
	copy      []piece
	numbering Numbering
	images    string // the styles of the images that copies share
	counters  string // the names of all counters
}

// Numbering says which numbers a header or footer shows.
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

// EndMark is the address of the link that stands at the end of each copy: the upper edge of its rectangle is
// where the copy ends. It is for the service alone; no result keeps it.
const EndMark = "https://end.platen.invalid/"

// ParseHeaderFooter reads a header or a footer, a fragment or a whole document, whose placeholders are filled. The
// errors, its own and later ones, are InvalidRequests that name the field that it is from: headerHtml or
// footerHtml.
func ParseHeaderFooter(field, text string) (*HeaderFooter, error) {
	// NUL is the mark of a slot from here on; a browser reads it as U+FFFD, if at all.
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\x00", "\ufffd")
	if formattingCost(text) > maxFormatting {
		return nil, Invalidf("%s leaves too many elements open, <b> or <font> for example: close them", field)
	}
	root, err := html.ParseWithOptions(strings.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, &Error{Code: InvalidRequest, Message: field + " is nested too deep", Err: err}
	}
	r := &runningReader{field: field, counters: map[string]bool{}}
	r.children(root)
	return r.running()
}

// Numbering says which numbers it shows.
func (r *HeaderFooter) Numbering() Numbering { return r.numbering }

// runningReader goes through the parsed document: it takes out what belongs into the head, and whatever has no
// business in a header, and puts slots where numbers go.
type runningReader struct {
	field      string
	html, body *html.Node
	base       *html.Node
	styles     []*html.Node // and stylesheets, in document order
	numbering  Numbering
	images     sharedImages
	counters   map[string]bool
}

func (r *runningReader) children(n *html.Node) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		if r.drops(child) {
			n.RemoveChild(child)
		} else {
			r.node(child)
		}
		child = next
	}
}

// drops tells whether the node does not stay where it is.
func (r *runningReader) drops(n *html.Node) bool {
	switch {
	case n.Type == html.CommentNode, n.Type == html.DoctypeNode:
		return true
	case n.Type != html.ElementNode || n.Namespace != "":
		return false
	}
	switch n.DataAtom {
	case atom.Meta, atom.Title, atom.Script:
		return true
	case atom.Base:
		if r.base == nil {
			r.base = n
		}
		return true
	case atom.Style:
		r.redirect(n)
		r.styles = append(r.styles, n)
		return true
	case atom.Link:
		if strings.Contains(strings.ToLower(attribute(n, "rel")), "stylesheet") {
			r.styles = append(r.styles, n)
		}
		return true
	}
	return false
}

func (r *runningReader) node(n *html.Node) {
	if n.Type != html.ElementNode {
		return
	}
	switch n.DataAtom {
	case atom.Html:
		r.html = n
	case atom.Body:
		r.body = n
	case atom.Template:
		return // its content is inert
	case atom.Style: // in SVG
		r.redirect(n)
	case atom.Noscript:
		// It would be written as raw text, but scripts are off, and it was read as elements.
		n.Data, n.DataAtom = "platen-noscript", 0
	case atom.Plaintext:
		// It has no end tag, so it would take all further copies in.
		n.Data, n.DataAtom = "pre", atom.Pre
	case atom.Img:
		r.images.share(n)
	case atom.Input, atom.Details:
		// Of those that share a name only one can be checked or open.
		r.separate(n)
	}
	if number := numberOf(n); number != 0 {
		r.fill(n, number)
		return
	}
	r.children(n)
}

// redirect makes the styles for the body those for the element in its place.
func (r *runningReader) redirect(style *html.Node) {
	for child := range style.ChildNodes() {
		if child.Type == html.TextNode {
			child.Data = redirectBody(child.Data, r.counters)
		}
	}
}

func (r *runningReader) separate(n *html.Node) {
	for i := range n.Attr {
		if n.Attr[i].Key == "name" && n.Attr[i].Val != "" {
			n.Attr[i].Val += string(rune(slotMark)) + string(rune(slotCopy))
		}
	}
}

func (r *runningReader) running() (*HeaderFooter, error) {
	running := &HeaderFooter{field: r.field, numbering: r.numbering, images: r.images.styles(), counters: joinNames(r.counters)}
	var b strings.Builder
	if r.html != nil {
		running.root = attributes(r.html)
	}
	if r.base != nil {
		r.styles = append([]*html.Node{r.base}, r.styles...)
	}
	for _, n := range r.styles {
		if err := html.Render(&b, n); err != nil {
			return nil, r.unprintable(err)
		}
	}
	running.head = b.String()

	b.Reset()
	if r.body != nil && r.body.DataAtom == atom.Body {
		r.body.Data, r.body.DataAtom = bodyElement, 0
		if err := html.Render(&b, r.body); err != nil {
			return nil, r.unprintable(err)
		}
	}
	running.copy = cutAtSlots(b.String())
	return running, nil
}

func (r *runningReader) unprintable(err error) error {
	return &Error{Code: InvalidRequest, Message: r.field + " cannot be written as HTML", Err: err}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}
