package accessibility

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"platen/domain/htmldoc"
)

// Check returns the rules that a document breaks, in their order; none if it breaks none. The document's placeholders are filled. The time
// is linear in its size. The error is that of ctx.
func Check(ctx context.Context, document string) ([]Finding, error) {
	root, _ := htmldoc.Tree(ctx, document) // as far as the context lets it be read
	c := checker{}
	c.elements(element{root}, false)
	for _, frame := range c.frames {
		root, _ := htmldoc.Tree(ctx, frame.Attribute("srcdoc"))
		framed := checker{}
		framed.elements(element{root}, false)
		for range framed.broken[Alternative] {
			c.breaks(Alternative, frame)
		}
	}
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
	return found, ctx.Err()
}

var languageTag = regexp.MustCompile(`^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$`)

// LanguageTag returns what has the form of a language tag (BCP 47, and ISO 32000-1, 14.9.2), as in en-GB; "" if the text has not. Many
// write en_GB.
func LanguageTag(text string) string {
	return languageTag.FindString(strings.ReplaceAll(text, "_", "-"))
}

// checker is the state of a check.
type checker struct {
	root            int // the offset of the root's start tag
	title, language bool
	level           int // of the last heading
	broken          [rules][]int
	frames          []element // only the pictures in their own documents are checked
}

// elements checks the elements in an element, which may be part of a picture.
func (c *checker) elements(in element, picture bool) {
	for e := range in.shown() {
		switch e.Name {
		case "html":
			c.root = e.Begin
			c.language = c.language || LanguageTag(strings.TrimSpace(e.Attribute("lang"))) != ""
		case "title":
			c.title = c.title || !e.Foreign && e.Children != nil
		case "iframe":
			c.frames = append(c.frames, e)
		case "table":
			if !e.isPresentation() && e.contains(element.isCell, "table") && !e.contains(element.isHeadCell, "table") {
				c.breaks(TableHead, e)
			}
		}
		if level := e.headingLevel(); level > 0 {
			if level > c.level+1 {
				c.breaks(HeadingOrder, e)
			}
			c.level = level
		}
		isPicture := !picture && e.isPicture()
		if isPicture && !e.hasAlternative() {
			c.breaks(Alternative, e)
		}
		c.elements(e, picture || isPicture)
	}
}

// breaks notes that an element breaks a rule.
func (c *checker) breaks(rule Rule, e element) { c.broken[rule] = append(c.broken[rule], e.Begin) }
