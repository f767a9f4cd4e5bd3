package headerfooter

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"platen/domain"
	"platen/domain/htmldoc"
)

// reader walks the parsed tree. It removes what belongs into the head and what a header does not need, and puts
// slots in place of numbers.
type reader struct {
	position   Position
	leftFirst  bool
	html       *html.Node
	head, body *html.Node
	base       *html.Node
	styles     []*html.Node // and stylesheets, in document order
	css        strings.Builder
	linked     bool // there are external style sheets
	numbering  Numbering
	images     sharedImages
	fragments  []string
	references references
}

func (r *reader) children(n *html.Node) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		if r.drops(child) {
			if child.DataAtom == atom.Style && n != r.head { // selectors count what stands beside it
				n.InsertBefore(&html.Node{Type: html.ElementNode, Data: "style", DataAtom: atom.Style}, child)
			}
			n.RemoveChild(child)
		} else {
			r.node(child)
		}
		child = next
	}
}

// drops reports whether the node is removed from where it is.
func (r *reader) drops(n *html.Node) bool {
	switch {
	case n.Type == html.CommentNode, n.Type == html.DoctypeNode:
		return true
	case n.Type != html.ElementNode:
		return false
	case n.Namespace == "svg" && n.DataAtom == atom.Style:
		n.Namespace = "" // it applies to the whole document as well
	case n.Namespace != "":
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
		sheet := textOf(n)
		if attribute(n, "media") != "" { // as if the sheet were in a rule
			r.css.WriteString("@media")
		}
		r.css.WriteString(sheet)
		r.references.read(sheet)
		r.styles = append(r.styles, n)
		return true
	case atom.Link:
		if strings.Contains(strings.ToLower(attribute(n, "rel")), "stylesheet") {
			r.styles = append(r.styles, n)
			r.linked = true
		}
		return true
	}
	return false
}

func (r *reader) node(n *html.Node) {
	if n.Type != html.ElementNode {
		return
	}
	r.css.WriteString(attribute(n, "style") + ";")
	switch n.DataAtom {
	case atom.Html:
		r.html = n
	case atom.Head:
		r.head = n
	case atom.Body:
		r.body = n
	case atom.Template:
		return // its content is inert
	case atom.Noscript:
		// Without scripts it was parsed as elements, but it would be written as raw text.
		n.Data, n.DataAtom = "platen-noscript", 0
	case atom.Plaintext:
		// It has no end tag, so it would contain all further copies.
		n.Data, n.DataAtom = "pre", atom.Pre
	case atom.Img:
		r.images.share(n)
	case atom.A, atom.Area:
		r.link(n)
	case atom.Input, atom.Details:
		if attribute(n, "name") != "" { // only one element of a name can be checked or open
			addSlot(n, "name", slotCopy)
		}
	}
	r.references.note(n)
	if slot := numberOf(n); slot != "" {
		r.fill(n, slot)
		return
	}
	r.children(n)
}

// maxFragments bounds the fragments that a header or footer links to. Links to further ones are dropped.
const maxFragments = 1000

// link makes a link to a fragment one to the body's: the copies are printed as a document of their own.
func (r *reader) link(n *html.Node) {
	for i, a := range n.Attr {
		fragment, found := strings.CutPrefix(strings.TrimSpace(a.Val), "#")
		if a.Key != "href" || a.Namespace != "" && a.Namespace != "xlink" || !found || fragment == "" || len(r.fragments) >= maxFragments {
			continue
		}
		n.Attr[i].Val = FragmentURI + fragment
		if !slices.Contains(r.fragments, fragment) {
			r.fragments = append(r.fragments, fragment)
		}
	}
}

// textOf returns the text of a style element.
func textOf(style *html.Node) string {
	var b strings.Builder
	for child := range style.ChildNodes() {
		if child.Type == html.TextNode {
			b.WriteString(child.Data)
		}
	}
	return b.String()
}

// rewrite rewrites the style sheet of a style element.
func rewrite(style *html.Node, ids map[string]bool) {
	setContent(style, &html.Node{Type: html.TextNode, Data: htmldoc.EscapeStyle(rewriteStyles(textOf(style), ids))})
}

// setContent puts a node in place of an element's content.
func setContent(n, content *html.Node) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
	n.AppendChild(content)
}

// addSlot appends a slot to the value of an attribute.
func addSlot(n *html.Node, key, slot string) {
	for i := range n.Attr {
		if n.Attr[i].Key == key && n.Attr[i].Namespace == "" {
			n.Attr[i].Val += slot
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: slot})
}

// The styles that may differ from page to page: those with counters, and those with selectors of the classes that differ, which may be
// written with escapes or selected by a part of their names.
var (
	counting = regexp.MustCompile(`(?i)counter|\\`)
	varying  = regexp.MustCompile(`(?i)platen-(first|last|left|right)|\[[^\]]*class|@import|\\`)
	// sizing finds styles that may depend on the size of the viewport, as units of containers do where there is none.
	sizing = regexp.MustCompile(`(?i)[\d.](cq|[sld]?v)[whibm]|@media|@import|\\`)
	// fixing finds styles that may fix an element to the page.
	fixing = regexp.MustCompile(`(?i)fixed|@import|\\`)
)

func (r *reader) result() (*HeaderFooter, error) {
	result := &HeaderFooter{
		position: r.position, leftFirst: r.leftFirst, images: r.images.styles(), numbering: r.numbering, fragments: r.fragments,
	}
	css := r.css.String()
	if result.varies = r.linked || varying.MatchString(css); result.varies || counting.MatchString(css) {
		result.numbering = PerPage
	}
	result.sized = r.linked || sizing.MatchString(css)
	if r.html != nil {
		result.root = htmldoc.Attributes(r.html.Attr)
	}
	own := r.references.separate()
	result.head = r.writeHead(own)
	var b strings.Builder
	b.WriteString(openCopy(own, r.linked || fixing.MatchString(css)))
	if r.body != nil && r.body.DataAtom == atom.Body {
		kept := slices.DeleteFunc(slices.Clone(r.body.Attr), func(a html.Attribute) bool { return !slices.Contains(colours, a.Key) })
		result.body = htmldoc.Attributes(kept)
		if len(r.styles) > 0 { // of which one may be external
			addSlot(r.body, "class", slotClass)
		}
		r.html.Attr = append(r.html.Attr, html.Attribute{Key: rootAttribute})
		for element, standIn := range map[*html.Node]string{r.html: rootElement, r.head: headElement, r.body: bodyElement} {
			element.Data, element.DataAtom = standIn, 0
		}
		if err := html.Render(&b, r.html); err != nil {
			message := r.position.String() + " cannot be written as HTML"
			return nil, &domain.Error{Code: domain.InvalidRequest, Message: message, Err: err}
		}
	}
	result.template = b.String()
	return result, nil
}

// writeHead writes the base of addresses and the style sheets.
func (r *reader) writeHead(own map[string]bool) string {
	var b strings.Builder
	if r.base != nil {
		r.styles = append([]*html.Node{r.base}, r.styles...)
	}
	for _, n := range r.styles {
		if n.DataAtom == atom.Style {
			rewrite(n, own)
		}
		_ = html.Render(&b, n) // these elements have texts at most
	}
	return b.String()
}

// openCopy begins a copy. Its counters of pages are its own, and so are the elements that its styles refer to, and its fixed elements if
// there may be any.
func openCopy(own map[string]bool, fixes bool) string {
	style := "counter-reset:page " + slotPage + " pages " + slotTotal + "!important" + ownVariables(own)
	attributes := ` style="` + html.EscapeString(style) + `"`
	if fixes {
		attributes += " fixes"
	}
	return "<platen-copy" + attributes + ">"
}

// colours are the attributes of the body that set colours of the document.
var colours = []string{"bgcolor", "text", "link", "vlink", "alink"}

func attribute(n *html.Node, name string) string {
	value, _ := htmldoc.Attribute(n.Attr, name)
	return value
}
