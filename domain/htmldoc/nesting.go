package htmldoc

import "slices"

// The elements whose nesting decides which element a tag ends, and what is HTML.
var (
	lists    = []string{"ul", "ol", "menu", "dl"}
	tables   = []string{"table", "template"}
	rows     = []string{"tr", "caption", "colgroup"}
	sections = append([]string{"thead", "tbody", "tfoot"}, rows...)
	columns  = []string{"td", "th"}
	terms    = []string{"dt", "dd"}
	cells    = []string{"td", "th", "caption", "table", "template", "svg", "object", "button"}
	items    = slices.Concat(lists, cells)
	// blocks end a paragraph.
	blocks = []string{"address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "fieldset",
		"figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "main", "menu", "nav",
		"ol", "p", "pre", "search", "section", "table", "ul"}
	// metadata show nothing.
	metadata = []string{"title", "base", "link", "meta", "style", "script", "template"}
	// inHead may be in the head of a document, or are none of its body.
	inHead = append([]string{"html", "head", "body", "noscript"}, metadata...)
	// integrationPoints are foreign elements with HTML in them.
	integrationPoints = []string{"foreignobject", "desc", "title", "annotation-xml", "mi", "mo", "mn", "ms", "mtext"}
	// outbreaks end foreign content.
	outbreaks = []string{"b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed",
		"h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr",
		"ol", "p", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u",
		"ul", "var"}
)

// endedBy returns the elements that a start tag ends, and the scope in which it does.
func endedBy(name string) (ended, scope []string) {
	switch name {
	case "li":
		return []string{"li"}, items
	case "dt", "dd":
		return terms, items
	case "option", "optgroup":
		return []string{"option"}, []string{"select"}
	case "tr":
		return rows, tables
	case "td", "th":
		return columns, tables
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
	case "table", "template", "svg", "object", "button":
		return nil
	}
	return cells
}

// isRoot reports whether a document has one element of a name, whose tags may be left out.
func isRoot(name string) bool { return name == "html" || name == "body" }

// IsVoid reports whether an element has no end tag.
func IsVoid(name string) bool {
	switch name { // this is asked for every tag, and a list takes longer
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "keygen", "link", "meta", "param", "source", "track", "wbr":
		return true
	}
	return false
}

func isForeignRoot(name string) bool { return name == "svg" || name == "math" }

// ShowsNothing reports whether an element is one of those that heads hold, which show nothing in a body either.
func ShowsNothing(name string) bool { return slices.Contains(metadata, name) }
