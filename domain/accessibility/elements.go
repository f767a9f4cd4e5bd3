package accessibility

import "slices"

// elements are the elements that are open at a place in the document, as a parser of HTML keeps them. It is near enough to that for
// documents without errors.
type elements struct {
	open []element
	// byName are the indices in open of the elements of each name.
	byName map[string][]int
}

// element is an open element.
type element struct {
	name string
	// hidden: neither it nor what it contains is shown, or it is decoration. foreign: it is SVG or MathML, where tags can close themselves.
	hidden, foreign bool
	// table and picture are the innermost ones that contain it; nil: there is none.
	table   *table
	picture *picture
}

type table struct {
	offset                      int
	hasHead, hasCells, isLayout bool
}

// picture is a picture that is not decoration.
type picture struct {
	offset, depth int
	// named: a text replaces it. paints: it is not empty. isObject: its content replaces it.
	named, paints, isObject bool
}

// maxDepth is as deep as browsers nest elements. Elements in deeper ones are taken for empty.
const maxDepth = 512

// innermost returns the innermost open element; outside all of them, the zero value.
func (e *elements) innermost() element {
	if len(e.open) == 0 {
		return element{}
	}
	return e.open[len(e.open)-1]
}

func (e *elements) push(one element) {
	e.byName[one.name] = append(e.byName[one.name], len(e.open))
	e.open = append(e.open, one)
}

func (e *elements) pop() element {
	last := e.innermost()
	e.open = e.open[:len(e.open)-1]
	e.byName[last.name] = e.byName[last.name][:len(e.byName[last.name])-1]
	return last
}

// last returns the index of the innermost open element of the names; -1: there is none.
func (e *elements) last(names []string) int {
	last := -1
	for _, name := range names {
		if all := e.byName[name]; len(all) > 0 {
			last = max(last, all[len(all)-1])
		}
	}
	return last
}

// within returns the index of the innermost open element of the names unless an element of the scope is open inside it; -1: there is none.
func (e *elements) within(scope []string, names ...string) int {
	if last := e.last(names); last > e.last(scope) {
		return last
	}
	return -1
}

var (
	lists    = []string{"ul", "ol", "menu", "dl"}
	tables   = []string{"table", "template"}
	sections = []string{"thead", "tbody", "tfoot"}
	cells    = []string{"td", "th", "caption", "table", "template", "svg", "object", "button"}
	items    = slices.Concat(lists, cells)
	// blocks end a paragraph.
	blocks = []string{"address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "fieldset", "figcaption",
		"figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "main", "menu", "nav", "ol", "p", "pre",
		"search", "section", "table", "ul"}
)

// endedBy returns the elements, one of which a start tag ends, and the scope in which it does.
func endedBy(name string) (ended, scope []string) {
	switch name {
	case "li":
		return []string{"li"}, items
	case "dt", "dd":
		return []string{"dt", "dd"}, items
	case "option", "optgroup":
		return []string{"option"}, []string{"select"}
	case "tr":
		return []string{"tr"}, tables
	case "td", "th":
		return []string{"td", "th"}, tables
	case "thead", "tbody", "tfoot":
		return sections, tables
	case "body":
		return []string{"head"}, nil
	}
	if slices.Contains(blocks, name) {
		return []string{"p"}, cells
	}
	return nil, nil
}

// scopeOf returns the elements that an end tag does not end from inside.
func scopeOf(name string) []string {
	switch name {
	case "td", "th", "tr", "thead", "tbody", "tfoot", "caption":
		return tables
	case "table", "template", "svg", "object", "button", "body", "html":
		return nil
	}
	return cells
}

// isVoid reports whether an element has no end tag.
func isVoid(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

// isShape reports whether an element of SVG paints.
func isShape(name string) bool {
	switch name {
	case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "use", "foreignobject":
		return true
	}
	return false
}
