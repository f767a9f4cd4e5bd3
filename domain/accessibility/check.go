package accessibility

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"platen/domain/htmldoc"
)

// Check returns the rules that a document breaks, in their order; none if it breaks none. The document's placeholders are filled. When ctx
// ends, Check returns its error soon.
func Check(ctx context.Context, document string) ([]Finding, error) {
	root, err := html.ParseWithOptions(htmldoc.NewReader(ctx, marked(document)), html.ParseOptionEnableScripting(false))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return []Finding{{Depth, []int{0}}}, nil //nolint:nilerr // without a limit of its buffer, the parser fails for depth alone
	}
	c := checker{}
	c.children(root, within{})
	if !c.title {
		c.broken[Title] = []int{c.root}
	}
	if !c.language {
		c.broken[Language] = []int{c.root}
	}
	var found []Finding
	for rule, offsets := range c.broken {
		if slices.Sort(offsets); len(offsets) > 0 {
			found = append(found, Finding{Rule(rule), offsets})
		}
	}
	return found, nil
}

const (
	// mark begins the name of an attribute that ends with the offset of its tag.
	mark = "platen-offset-"
	// maxRoots bounds the tags of the root and the body. The parser merges the attributes of each with those before.
	maxRoots = 100
	// longestName is longer than the names that matter.
	longestName = 100
)

// marked returns a document for the parser whose start tags are marked with their offsets, wherever there may be one. Formatting elements
// have another name, so that no element is made more than once (htmldoc.IsFormatting).
func marked(document string) string {
	var b strings.Builder
	done, roots := 0, 0
	for at := range htmldoc.TagStarts(document) {
		begin := at + len("<")
		isEnd := strings.HasPrefix(document[begin:], "/")
		if isEnd {
			begin++
		}
		end := begin + max(0, strings.IndexAny(document[begin:min(len(document), begin+longestName)], " \t\n\f\r/>"))
		if begin == end || at < done || document[begin] == '!' {
			continue
		}
		name := strings.ToLower(document[begin:end])
		if name == "html" || name == "body" {
			roots++
		}
		b.WriteString(document[done:begin])
		switch {
		case htmldoc.IsFormatting(name):
			b.WriteString("span")
		case roots > maxRoots && (name == "html" || name == "body"):
			b.WriteString("wbr") // a void element
		default:
			b.WriteString(document[begin:end])
		}
		if !isEnd {
			b.WriteString(" " + mark + strconv.Itoa(at))
		}
		done = end
	}
	return b.String() + document[done:]
}

// languageTag matches what has the form of a language tag (BCP 47), as in en-GB; many write en_GB.
var languageTag = regexp.MustCompile(`^[a-zA-Z]{1,8}([-_][a-zA-Z0-9]{1,8})*$`)

// checker is the state of a check.
type checker struct {
	root            int // the offset of the root's start tag
	title, language bool
	level           int // of the last heading
	broken          [rules][]int
}

// within is what contains a node: the innermost table and picture; nil: there is none.
type within struct {
	table   *table
	picture *picture
}

type table struct {
	hasHead, hasCells bool
}

// picture is a picture that is not decoration.
type picture struct {
	element *html.Node
	// named: a text replaces it. paints: it is not empty. isObject: its content replaces it.
	named, paints, isObject bool
}

func (c *checker) children(n *html.Node, in within) {
	for child := range n.ChildNodes() {
		switch child.Type {
		case html.TextNode:
			if strings.TrimSpace(child.Data) != "" {
				c.text(n, in)
			}
		case html.ElementNode:
			c.element(newTag(child), in)
		}
	}
}

// text counts visible text in an element as the title of the document or the alternative of a picture.
func (c *checker) text(parent *html.Node, in within) {
	isTitle := parent.Data == "title"
	switch {
	case in.picture == nil:
		c.title = c.title || isTitle && parent.Namespace == ""
	case in.picture.isObject, isTitle && parent.Parent == in.picture.element:
		in.picture.named = true
	}
}

// element checks an element and what it contains.
func (c *checker) element(t tag, in within) {
	if t.name == "html" {
		c.root, c.language = t.offset(), languageTag.MatchString(strings.TrimSpace(t.attribute("lang")))
	}
	if t.hidden() {
		return
	}
	c.heading(t)
	if in.table != nil {
		in.table.note(t)
	}
	own := in
	if t.name == "table" {
		own.table = &table{}
	}
	switch {
	case in.picture != nil:
		in.picture.paints = in.picture.paints || isShape(t.name)
		in.picture.named = in.picture.named || in.picture.isObject && t.named()
	case t.isPicture():
		own.picture = &picture{element: t.node, named: t.named(), isObject: t.name == "object", paints: t.name != "svg"}
	}
	c.children(t.node, own)
	if own.table != in.table && own.table.hasCells && !own.table.hasHead && !t.isPresentation() {
		c.broken[TableHead] = append(c.broken[TableHead], t.offset())
	}
	if own.picture != in.picture && own.picture.paints && !own.picture.named {
		c.broken[Alternative] = append(c.broken[Alternative], t.offset())
	}
}

// heading compares a heading's level with that of the one before.
func (c *checker) heading(t tag) {
	level := t.headingLevel()
	if level == 0 {
		return
	}
	if level > c.level+1 {
		c.broken[HeadingOrder] = append(c.broken[HeadingOrder], t.offset())
	}
	c.level = level
}

// note notes that the table has cells, and head cells.
func (t *table) note(cell tag) {
	role := cell.role()
	switch {
	case role == "columnheader", role == "rowheader", cell.name == "th" && role == "":
		t.hasHead = true
	case cell.name == "td", cell.name == "th":
		t.hasCells = true
	}
}
