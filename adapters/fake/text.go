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
	pages := make([][]string, len(pageBreak.FindAllString(document, -1))+1)
	for i, text := range strings.SplitN(shownText(document, nil), pageEnd, len(pages)) {
		pages[i] = wrapped(text, columns)
	}
	return pages
}

// numberedText returns the lines of a header or a footer on one page.
func numberedText(fragment string, number, total, columns int) []string {
	numbers := map[string]string{"pageNumber": strconv.Itoa(number), "totalPages": strconv.Itoa(total)}
	return wrapped(shownText(fragment, numbers), columns)
}

// unseen are the elements whose text is not shown.
var unseen = []atom.Atom{
	atom.Head, atom.Script, atom.Style, atom.Template, atom.Title, atom.Iframe, atom.Object, atom.Select, atom.Textarea, atom.Svg,
}

// inline are the elements that do not begin a line, and cells those that only stand apart on it.
var (
	inline = []atom.Atom{
		atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Cite, atom.Code, atom.Em, atom.Font, atom.I, atom.Img, atom.Kbd, atom.Label,
		atom.Mark, atom.Q, atom.S, atom.Samp, atom.Small, atom.Span, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.U, atom.Var,
	}
	cells = []atom.Atom{atom.Td, atom.Th}
)

// lineEnd and pageEnd end the lines and pages of shownText. Elsewhere it has other blanks only.
const lineEnd, pageEnd = "\n", "\f"

var otherBlanks = strings.NewReplacer(lineEnd, " ", pageEnd, " ")

// shownText returns the text that a browser would show. It ignores styles except page breaks in style attributes. The numbers fill the
// elements of a class.
func shownText(document string, numbers map[string]string) string {
	root, err := html.ParseWithOptions(strings.NewReader(document), html.ParseOptionEnableScripting(false))
	if err != nil {
		return "" // HTML that is nested too deep for the parser is not shown
	}
	var text strings.Builder
	var show func(*html.Node)
	show = func(n *html.Node) {
		_, hidden := htmldoc.Attribute(n.Attr, "hidden")
		switch {
		case n.Type == html.TextNode:
			text.WriteString(otherBlanks.Replace(n.Data))
		case n.Type == html.CommentNode, hidden, slices.Contains(unseen, n.DataAtom):
			return
		case slices.Contains(cells, n.DataAtom):
			text.WriteString(" ")
		case !slices.Contains(inline, n.DataAtom):
			text.WriteString(lineEnd)
			defer text.WriteString(lineEnd)
		}
		if number, is := numberOf(n, numbers); is {
			text.WriteString(number)
		} else {
			for child := range n.ChildNodes() {
				show(child)
			}
		}
		if style, _ := htmldoc.Attribute(n.Attr, "style"); pageBreak.MatchString(style) {
			text.WriteString(pageEnd)
		}
	}
	show(root)
	return text.String()
}

// numberOf returns the text of an element of a numbering class.
func numberOf(n *html.Node, numbers map[string]string) (string, bool) {
	classes, _ := htmldoc.Attribute(n.Attr, "class")
	for _, class := range strings.Fields(classes) {
		if number, is := numbers[class]; is {
			return number, true
		}
	}
	return "", false
}

// wrapped returns the lines of a text, of which those with more letters than columns are divided at blanks. Empty ones are left out.
func wrapped(text string, columns int) (lines []string) {
	isBlank := func(r rune) bool { return strings.ContainsRune(" \t\r\n\f", r) }
	for paragraph := range strings.SplitSeq(text, lineEnd) {
		begun, used := false, 0
		for _, word := range strings.FieldsFunc(paragraph, isBlank) {
			letters := utf8.RuneCountInString(word)
			if begun && used+1+letters <= columns {
				lines[len(lines)-1] += " " + word
				used += 1 + letters
				continue
			}
			lines = append(lines, word)
			begun, used = true, letters
		}
	}
	return lines
}
