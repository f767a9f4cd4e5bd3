package htmldoc

import (
	"context"
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Element is an element of a document, or a text in it that is not blank.
type Element struct {
	// Name is in lower case; "" for a text and for the document.
	Name string
	Attr []html.Attribute
	// Begin and End are where its start tag, or the text, begins and ends in the document. Both are 0 for a body without a tag.
	Begin, End int
	// Foreign: it is SVG or MathML.
	Foreign  bool
	Parent   *Element // nil for the document
	Children []*Element
}

// IsText reports whether it is a text.
func (e *Element) IsText() bool { return e.Name == "" && e.Parent != nil }

// Attribute returns the value of an attribute; "" if there is none.
func (e *Element) Attribute(name string) string {
	value, _ := Attribute(e.Attr, name)
	return value
}

// IsStylesheet reports whether it is the text of a style element.
func (e *Element) IsStylesheet() bool { return e.IsText() && e.Parent.Name == "style" }

// All returns the elements and texts in it, in the order of the document.
func (e *Element) All() iter.Seq[*Element] {
	return func(yield func(*Element) bool) { e.each(yield) }
}

func (e *Element) each(yield func(*Element) bool) bool {
	for _, kid := range e.Children {
		if !yield(kid) || !kid.each(yield) {
			return false
		}
	}
	return true
}

// Tree returns the document with its elements, near enough to those that browsers make. It takes time in proportion to the document, which
// the parser of golang.org/x/net/html does not: see headerfooter.checkParseCost. When ctx ends, Tree returns its error soon.
func Tree(ctx context.Context, document string) (*Element, error) {
	b := treeBuilder{open: []*Element{{}}, byName: map[string][]int{}}
	z := html.NewTokenizer(NewReader(ctx, document))
	begin := 0
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		end := begin + len(z.Raw())
		switch kind {
		case html.TextToken:
			if strings.Trim(document[begin:end], blanks) != "" {
				b.add(&Element{Begin: begin, End: end})
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			b.end(atom.String(name))
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			closed := b.start(&Element{Name: t.Data, Attr: t.Attr, Begin: begin, End: end}, kind == html.SelfClosingTagToken)
			// Without scripts and plug-ins these elements are ordinary ones.
			if closed || t.Data == "noscript" || t.Data == "noembed" {
				z.NextIsNotRawText()
			}
		}
		begin = end
	}
	return b.open[0], ctx.Err()
}

// treeBuilder holds the elements that are open at a place in the document, as a parser does.
type treeBuilder struct {
	open []*Element // the document is the first
	// byName are the indices in open of the elements of each name.
	byName map[string][]int
	body   bool // has begun
}

// maxDepth is as deep as browsers nest elements. Elements in deeper ones are taken for empty.
const maxDepth = 512

func (b *treeBuilder) innermost() *Element { return b.open[len(b.open)-1] }

func (b *treeBuilder) push(e *Element) {
	if len(b.open) <= maxDepth {
		b.byName[e.Name] = append(b.byName[e.Name], len(b.open))
		b.open = append(b.open, e)
	}
}

// close ends the elements from an index on.
func (b *treeBuilder) close(from int) {
	for len(b.open) > from {
		name := b.innermost().Name
		b.open = b.open[:len(b.open)-1]
		b.byName[name] = b.byName[name][:len(b.byName[name])-1]
	}
}

// add adds an element or a text to the innermost open one. The body begins with the first that cannot be in a head.
func (b *treeBuilder) add(e *Element) {
	if !b.body && slices.Contains([]string{"", "html", "head"}, b.innermost().Name) && !inHead(e.Name) {
		b.start(&Element{Name: "body"}, false)
	}
	b.body = b.body || e.Name == "body"
	in := b.innermost()
	e.Parent, in.Children = in, append(in.Children, e)
}

// start begins an element after it ended those that its start tag ends (HTML, section 13.1.2.4). It reports whether the tag closes itself.
// A further tag of the root or the body adds attributes to it.
func (b *treeBuilder) start(e *Element, selfClosing bool) (closed bool) {
	if isRoot(e.Name) && len(b.byName[e.Name]) > 0 {
		same := b.open[b.byName[e.Name][0]]
		same.Attr = append(same.Attr, e.Attr...)
		return false
	}
	for b.innermost().Foreign && breaksOut(e.Name) && !isIntegrationPoint(b.innermost().Name) {
		b.close(len(b.open) - 1)
	}
	ended, scope := endedBy(e.Name)
	for i := b.within(scope, ended...); i > 0; i = b.within(scope, ended...) {
		b.close(i)
	}
	b.add(e)
	e.Foreign = isForeignRoot(e.Name) || e.Parent.Foreign && !isIntegrationPoint(e.Parent.Name)
	if closed = selfClosing && e.Foreign; !closed && !IsVoid(e.Name) {
		b.push(e)
	}
	return closed
}

// end ends the element that an end tag names. What follows the end of the body belongs to it, too.
func (b *treeBuilder) end(name string) {
	last := len(b.open) - 1
	if b.open[last].Name != name { // most end tags name the innermost element
		last = b.within(scopeOf(name), name)
	}
	if last > 0 && !isRoot(name) {
		b.close(last)
	}
}

// last returns the index of the innermost open element of the names; 0: there is none.
func (b *treeBuilder) last(names []string) (last int) {
	for _, name := range names {
		if all := b.byName[name]; len(all) > 0 {
			last = max(last, all[len(all)-1])
		}
	}
	return last
}

// within returns the index of the innermost open element of the names unless an element of the scope is open inside it; 0: there is none.
func (b *treeBuilder) within(scope []string, names ...string) int {
	if last := b.last(names); last > 0 && last > b.last(scope) {
		return last
	}
	return 0
}
