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
	// After is where its end tag ends. Without an end tag, it is where another tag ends it; 0 if none does.
	After int
	// Foreign: it is SVG or MathML.
	Foreign  bool
	inert    bool     // it is in a template
	wanted   bool     // by the reader of the document
	last     *int     // the index, among open elements, of the innermost one of its name
	outer    int      // the index of the one of its name around it; 0: there is none
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

// textIn returns the text of a style or title element of a document.
func (e *Element) textIn(document string) string {
	var texts []string
	for _, kid := range e.Children {
		text := document[kid.Begin:kid.End]
		switch data, isCDATA := strings.CutPrefix(text, "<![CDATA["); {
		case isCDATA && e.Foreign:
			text = strings.TrimSuffix(data, "]]>")
		case e.Foreign, e.Name == "title":
			text = html.UnescapeString(text)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "")
}

// Tree returns the document with its elements, near enough to those that browsers make. It takes time in proportion to the document, which
// the parser of golang.org/x/net/html does not: see headerfooter.checkParseCost. When ctx ends, Tree returns its error soon.
func Tree(ctx context.Context, document string) (*Element, error) {
	b := treeBuilder{document: document}
	return b.read(ctx), ctx.Err()
}

// elements returns the elements of a document that have one of the names, in its order, with no children but texts. When ctx ends,
// elements returns early.
func elements(ctx context.Context, document string, names []string) []*Element {
	b := treeBuilder{document: document, names: names}
	b.read(ctx)
	return b.found
}

// treeBuilder holds the elements that are open at a place in the document, as a parser does.
type treeBuilder struct {
	document string
	// names are those of the elements that are wanted, and found are these; nil: the tree has all elements.
	names []string
	found []*Element

	open []*Element // the document is the first
	// last are the indices in open of the innermost elements of each name.
	last map[string]*int
	body bool // has begun
}

// read reads the document, which it returns.
func (b *treeBuilder) read(ctx context.Context) *Element {
	b.open, b.last = []*Element{{wanted: b.wants("")}}, map[string]*int{}
	z := html.NewTokenizer(NewReader(ctx, b.document))
	begin := 0
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		end := begin + len(z.Raw())
		switch kind {
		case html.TextToken:
			if wanted := !b.body || b.innermost().wanted; wanted && strings.Trim(b.document[begin:end], blanks+"\x00") != "" {
				b.add(&Element{Begin: begin, End: end})
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			b.end(atom.String(name), begin, end)
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			e := &Element{Name: atom.String(name), Begin: begin, End: end}
			e.wanted = b.wants(e.Name)
			for more && e.wanted {
				var key, value []byte
				key, value, more = z.TagAttr()
				e.Attr = append(e.Attr, html.Attribute{Key: atom.String(key), Val: string(value)})
			}
			b.start(e, kind == html.SelfClosingTagToken)
			// In foreign content no text is raw. Without scripts and plug-ins these elements are ordinary ones.
			if e.Foreign || e.Name == "noscript" || e.Name == "noembed" {
				z.NextIsNotRawText()
			}
		}
		begin = end
		z.AllowCDATA(b.innermost().holdsForeign())
	}
	return b.open[0]
}

func (b *treeBuilder) wants(name string) bool {
	return b.names == nil || slices.Contains(b.names, name)
}

// holdsForeign reports whether elements in it are foreign.
func (e *Element) holdsForeign() bool {
	return e.Foreign && !slices.Contains(integrationPoints, e.Name)
}

// maxDepth is as deep as browsers nest elements. Deeper ones follow each other.
const maxDepth = 512

func (b *treeBuilder) innermost() *Element { return b.open[len(b.open)-1] }

func (b *treeBuilder) push(e *Element) {
	if e.last = b.last[e.Name]; e.last == nil {
		e.last = new(int)
		b.last[e.Name] = e.last
	}
	e.outer, *e.last = *e.last, len(b.open)
	b.open = append(b.open, e)
}

// close ends the elements from an index on, at an offset.
func (b *treeBuilder) close(from, at int) {
	for len(b.open) > from {
		e := b.innermost()
		e.After = at
		b.open, *e.last = b.open[:len(b.open)-1], e.outer
	}
}

// add adds an element or a text to the innermost open one. The body begins with the first that cannot be in a head.
func (b *treeBuilder) add(e *Element) {
	if !b.body && slices.Contains([]string{"", "html", "head"}, b.innermost().Name) && !slices.Contains(inHead, e.Name) {
		b.start(&Element{Name: "body", wanted: b.wants("body")}, false)
	}
	b.body = b.body || e.Name == "body"
	in := b.innermost()
	e.Parent, e.inert = in, in.inert || in.Name == "template"
	switch {
	case b.names == nil, e.Name == "" && in.wanted:
		in.Children = append(in.Children, e)
	case e.wanted:
		b.found = append(b.found, e)
	}
}

// start begins an element after it ended those that its start tag ends (HTML, section 13.1.2.4). A further tag of the root or the body
// adds attributes to it.
func (b *treeBuilder) start(e *Element, selfClosing bool) {
	for b.innermost().holdsForeign() && slices.Contains(outbreaks, e.Name) {
		b.close(len(b.open)-1, e.Begin)
	}
	if isRoot(e.Name) && b.innermostOf(e.Name) > 0 && !b.innermost().holdsForeign() {
		if same := b.open[b.innermostOf(e.Name)]; b.innermostOf("template") == 0 {
			same.Attr = append(same.Attr, e.Attr...)
		}
		return
	}
	ended, scope := endedBy(e.Name)
	for i := b.within(scope, ended...); i > 0; i = b.within(scope, ended...) {
		b.close(i, e.Begin)
	}
	b.close(maxDepth, e.Begin)
	b.add(e)
	e.Foreign = isForeignRoot(e.Name) || e.Parent.holdsForeign()
	if selfClosing && e.Foreign || IsVoid(e.Name) {
		e.After = e.End
	} else {
		b.push(e)
	}
}

// end ends the element that an end tag names. What follows the end of the body belongs to it, too.
func (b *treeBuilder) end(name string, begin, end int) {
	last := len(b.open) - 1
	if b.open[last].Name != name { // most end tags name the innermost element
		last = b.within(scopeOf(name), name)
	}
	if last > 0 && !isRoot(name) {
		e := b.open[last]
		b.close(last, begin)
		e.After = end
	}
}

// within returns the index of the innermost open element of the names unless an element of the scope is open inside it; 0: there is none.
func (b *treeBuilder) within(scope []string, names ...string) int {
	if i := b.innermostOf(names...); i > 0 && i > b.innermostOf(scope...) {
		return i
	}
	return 0
}

func (b *treeBuilder) innermostOf(names ...string) (i int) {
	for _, name := range names {
		if last := b.last[name]; last != nil {
			i = max(i, *last)
		}
	}
	return i
}
