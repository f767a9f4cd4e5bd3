package accessibility

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"platen/domain/htmldoc"
)

// Check returns the rules that a document breaks, in their order; none if it breaks none. The document's placeholders are filled. The time
// is linear in its size. The error is that of ctx.
func Check(ctx context.Context, document string) ([]Finding, error) {
	c := checker{z: html.NewTokenizer(htmldoc.NewReader(ctx, document)), elements: elements{byName: map[string][]int{}}}
	for offset := 0; c.z.Next() != html.ErrorToken; offset += len(c.z.Raw()) {
		c.token(c.z.Token(), offset)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.close(0)
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

var languageTag = regexp.MustCompile(`^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$`)

// LanguageTag returns what has the form of a language tag (BCP 47, and ISO 32000-1, 14.9.2), as in en-GB; "" if the text has not. Many write
// en_GB.
func LanguageTag(text string) string {
	return languageTag.FindString(strings.ReplaceAll(text, "_", "-"))
}

// checker is the state of a check.
type checker struct {
	z *html.Tokenizer
	elements
	root            int // the offset of the root's start tag
	title, language bool
	level           int // of the last heading
	broken          [rules][]int
}

func (c *checker) token(t html.Token, offset int) {
	switch t.Type {
	case html.TextToken:
		if strings.TrimSpace(t.Data) != "" {
			c.text()
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		c.start(tag{t, offset})
	case html.EndTagToken:
		c.end(t.Data)
	}
}

// text counts visible text as the title of the document or the alternative of a picture.
func (c *checker) text() {
	switch in := c.innermost(); {
	case in.name == "title" && in.picture == nil && !in.hidden:
		c.title = true
	case in.picture == nil:
	case in.picture.isObject, in.name == "title" && len(c.open) == in.picture.depth+2:
		in.picture.named = true
	}
}

func (c *checker) start(t tag) {
	c.impliedEnds(t.Data)
	e := c.child(t)
	closed := e.foreign && t.Type == html.SelfClosingTagToken
	// Without scripts a noscript element is an ordinary one.
	if closed || t.Data == "noscript" {
		c.z.NextIsNotRawText()
	}
	if t.Data == "html" {
		c.root = t.offset
		c.language = c.language || LanguageTag(strings.TrimSpace(t.attribute("lang"))) != ""
	}
	if !e.hidden {
		c.heading(t)
		c.cell(t, e)
		c.shown(t, &e)
	}
	switch {
	case closed || isVoid(t.Data):
		c.finish(e, c.innermost())
	case len(c.open) < maxDepth:
		c.push(e)
	}
}

// child returns the element of a start tag. Elements in other elements are hidden as those are, and belong to their table and picture.
func (c *checker) child(t tag) element {
	e := c.innermost()
	e.name = t.Data
	e.hidden = e.hidden || t.hidden()
	e.foreign = (e.foreign || t.Data == "svg" || t.Data == "math") && t.Data != "foreignobject"
	return e
}

// heading compares a heading's level with that of the one before.
func (c *checker) heading(t tag) {
	level := t.headingLevel()
	if level == 0 {
		return
	}
	if level > c.level+1 {
		c.broken[HeadingOrder] = append(c.broken[HeadingOrder], t.offset)
	}
	c.level = level
}

// cell notes in a table that it has cells, and head cells.
func (c *checker) cell(t tag, e element) {
	if e.table == nil {
		return
	}
	role := t.role()
	switch {
	case role == "columnheader", role == "rowheader", t.Data == "th" && role == "":
		e.table.hasHead = true
	case t.Data == "td", t.Data == "th":
		e.table.hasCells = true
	}
}

// shown notes tables and pictures that begin with a tag.
func (c *checker) shown(t tag, e *element) {
	if t.Data == "table" {
		e.table = &table{offset: t.offset, isLayout: t.isPresentation()}
	}
	switch {
	case e.picture != nil:
		e.picture.paints = e.picture.paints || isShape(t.Data)
		e.picture.named = e.picture.named || e.picture.isObject && t.named()
	case t.isPicture():
		e.picture = &picture{
			offset: t.offset, depth: len(c.open), named: t.named(), isObject: t.Data == "object", paints: t.Data != "svg",
		}
	}
}

// close ends the elements from an index on.
func (c *checker) close(from int) {
	for len(c.open) > from {
		c.finish(c.pop(), c.innermost())
	}
}

// finish ends an element: a table or picture that its parent does not belong to is known then.
func (c *checker) finish(e, parent element) {
	if t := e.table; t != parent.table && t.hasCells && !t.hasHead && !t.isLayout {
		c.broken[TableHead] = append(c.broken[TableHead], t.offset)
	}
	if p := e.picture; p != parent.picture && p.paints && !p.named {
		c.broken[Alternative] = append(c.broken[Alternative], p.offset)
	}
}

// end ends the element that an end tag names.
func (c *checker) end(name string) {
	if i := c.within(scopeOf(name), name); i >= 0 {
		c.close(i)
	}
}

// impliedEnds ends the elements that a start tag ends (HTML, section 13.1.2.4).
func (c *checker) impliedEnds(name string) {
	ended, scope := endedBy(name)
	if ended == nil {
		return
	}
	if i := c.within(scope, ended...); i >= 0 {
		c.close(i)
	}
}
