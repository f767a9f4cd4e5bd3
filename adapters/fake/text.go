package fake

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"platen/domain/htmldoc"
)

// bodyText returns the lines of each page.
func bodyText(document string, columns int) [][]string {
	count := len(pageBreak.FindAllString(document, -1)) + 1
	r := &textReader{columns: columns, most: count}
	r.read(document)
	for len(r.pages) < count {
		r.pages = append(r.pages, nil)
	}
	return r.pages
}

// numberedText returns the lines of a header or a footer on one page.
func numberedText(fragment string, number, total, columns int) []string {
	r := &textReader{columns: columns, most: 1, numbers: map[string]string{
		"pageNumber": strconv.Itoa(number), "totalPages": strconv.Itoa(total),
	}}
	r.read(fragment)
	return r.pages[0]
}

// textReader reads the text that a browser would show, in lines. It ignores styles except page breaks in style attributes.
type textReader struct {
	columns int
	// most bounds the number of pages.
	most int
	// numbers fill the elements of a class; nil: none.
	numbers map[string]string

	pages [][]string
	line  strings.Builder
	used  int  // letters on the line
	blank bool // a blank comes before the next word
}

func (r *textReader) read(document string) {
	r.pages = [][]string{nil}
	root, err := html.ParseWithOptions(strings.NewReader(document), html.ParseOptionEnableScripting(false))
	if err == nil { // HTML that is nested too deep for the parser is not shown
		r.node(root)
	}
	r.endLine()
}

func (r *textReader) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		r.words(n.Data)
	case html.ElementNode:
		r.element(n)
	case html.DocumentNode:
		r.children(n)
	}
}

func (r *textReader) children(n *html.Node) {
	for child := range n.ChildNodes() {
		r.node(child)
	}
}

// unseen are the elements whose text is not shown.
var unseen = []atom.Atom{
	atom.Head, atom.Script, atom.Style, atom.Template, atom.Title, atom.Iframe, atom.Object, atom.Select, atom.Textarea, atom.Svg,
}

// inline are the elements that do not begin a line.
var inline = []atom.Atom{
	atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Cite, atom.Code, atom.Em, atom.Font, atom.I, atom.Img, atom.Kbd, atom.Label,
	atom.Mark, atom.Q, atom.S, atom.Samp, atom.Small, atom.Span, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.U, atom.Var,
}

func (r *textReader) element(n *html.Node) {
	if slices.Contains(unseen, n.DataAtom) || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "hidden" }) {
		return
	}
	switch {
	case n.DataAtom == atom.Td || n.DataAtom == atom.Th:
		r.blank = true
	case !slices.Contains(inline, n.DataAtom):
		r.endLine()
		defer r.endLine()
	}
	if number, ok := r.number(n); ok {
		r.words(number)
	} else {
		r.children(n)
	}
	if pageBreak.MatchString(attribute(n, "style")) {
		r.endLine()
		if len(r.pages) < r.most {
			r.pages = append(r.pages, nil)
		}
	}
}

// number returns the text of an element of a numbering class.
func (r *textReader) number(n *html.Node) (string, bool) {
	for _, class := range strings.Fields(attribute(n, "class")) {
		if number, ok := r.numbers[class]; ok {
			return number, true
		}
	}
	return "", false
}

// words adds text to the line, and breaks full lines.
func (r *textReader) words(text string) {
	for len(text) > 0 {
		trimmed := strings.TrimLeft(text, " \t\r\n\f")
		r.blank = r.blank || len(trimmed) < len(text)
		end := strings.IndexAny(trimmed, " \t\r\n\f")
		if end < 0 {
			end = len(trimmed)
		}
		r.word(trimmed[:end])
		text = trimmed[end:]
	}
}

func (r *textReader) word(word string) {
	if word == "" {
		return
	}
	letters := utf8.RuneCountInString(word)
	switch {
	case r.used == 0:
	case r.used+1+letters > r.columns && r.blank:
		r.endLine()
	case r.blank:
		r.line.WriteByte(' ')
		r.used++
	}
	r.line.WriteString(word)
	r.used += letters
	r.blank = false
}

func (r *textReader) endLine() {
	if r.line.Len() > 0 {
		last := len(r.pages) - 1
		r.pages[last] = append(r.pages[last], r.line.String())
	}
	r.line.Reset()
	r.used = 0
	r.blank = false
}

func attribute(n *html.Node, name string) string {
	value, _ := htmldoc.Attribute(n.Attr, name)
	return value
}
