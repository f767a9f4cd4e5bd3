package headerfooter

import (
	"context"
	"slices"
	"strings"

	"platen/domain"
	"platen/domain/htmldoc"
)

// The HTML parsing algorithm can do far more work than its input is long:
//
//   - Formatting elements that are not closed (<b>, <font>) are opened again, attributes and all, in every paragraph
//     and cell that follows. 20 kB of text can ask for half a gigabyte of elements.
//   - The end tag of a formatting element that does not match makes up to 32 elements ("adoption agency").
//   - The attributes of each further <html> and <body> tag are merged into those of the first.
//
// checkParseCost bounds that work before anything is parsed. It does not follow a tokenizer, which markup can
// lead astray: every "<" that could begin a tag counts as one, wherever it stands.
const (
	// maxCost bounds the elements and attributes that are made beyond those of the text, or visited to merge them.
	maxCost = 1_000_000
	// adoptionCost is what an end tag of a formatting element makes at most: 8 rounds of 4 elements.
	adoptionCost = 32
)

// formatting are elements that a parser opens again in each paragraph and cell until they are closed, so that it can make far more of them
// than there are tags (https://html.spec.whatwg.org/multipage/parsing.html#formatting).
var formatting = []string{"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}

// checkParseCost refuses text whose parsing could take too much time or memory.
func checkParseCost(ctx context.Context, position Position, text string) error {
	c := costScanner{text: text, tags: htmldoc.NewTagReader(text)}
	for at := range htmldoc.TagStarts(text) {
		c.tag(at)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case c.merged > maxCost:
			return domain.Invalidf("%s repeats the <html> or <body> tag too often: write each once", position)
		case c.cost > maxCost || c.tags.IsExhausted():
			return domain.Invalidf("%s leaves too many elements open, <b> or <font> for example: close them", position)
		}
	}
	return nil
}

// costScanner sums up the cost of a text, tag by tag.
type costScanner struct {
	text string
	tags *htmldoc.TagReader

	cost      int
	weight    int // formatting elements that may be open, and their attributes
	rootAttrs int // of all <html> and <body> tags
	merged    int // attributes that merging them visits

	// pairs are open formatting elements which the end tag of the same name certainly closes, if it comes next: since their start
	// tags there were only text, void elements and closed pairs.
	pairs []openPair
	end   int // where the last tag of the pairs ends
}

// openPair is a formatting element whose end tag may come next.
type openPair struct {
	name   string
	weight int
}

// tag counts what may be a tag at the offset of its "<".
func (c *costScanner) tag(at int) {
	if at < c.end {
		c.pairs = c.pairs[:0] // it is inside another tag, so one of the two is no tag
	}
	name, closing := tagName(c.text[at+1:])
	if closing {
		c.endTag(at, name)
	} else {
		c.startTag(at, name)
	}
	c.cost += 2 * c.weight // the tag and the text after it
}

func (c *costScanner) endTag(at int, name string) {
	last := len(c.pairs) - 1
	if last >= 0 && c.pairs[last].name == name {
		c.weight -= c.pairs[last].weight
		c.pairs = c.pairs[:last]
		c.end = at
		return
	}
	c.pairs = c.pairs[:0]
	if slices.Contains(formatting, name) {
		c.cost += adoptionCost + 2*c.weight
	}
}

func (c *costScanner) startTag(at int, name string) {
	switch {
	case name == "html" || name == "body":
		_, attributes := c.read(at)
		c.rootAttrs += attributes
		c.merged += c.rootAttrs
	case slices.Contains(formatting, name):
		var attributes int
		c.end, attributes = c.read(at)
		c.weight += 1 + attributes
		c.pairs = append(c.pairs, openPair{name, 1 + attributes})
		return
	case name == "img" || name == "br":
		c.end, _ = c.read(at)
		return
	}
	c.pairs = c.pairs[:0]
}

// read reads ahead to the end of a start tag, and counts its attributes.
func (c *costScanner) read(at int) (end, attributes int) {
	length, more := c.tags.StartTag(at)
	if more {
		_, more = c.tags.TagName()
	}
	for ; more; attributes++ {
		_, _, more = c.tags.TagAttr()
	}
	return at + length, attributes
}

// tagName returns the name of the tag that rest begins with after its "<", in lower case, and whether it is an end tag;
// "" for names that do not matter.
func tagName(rest string) (name string, closing bool) {
	rest, closing = strings.CutPrefix(rest, "/")
	const longest = len("strong")
	end := strings.IndexAny(rest[:min(len(rest), longest+1)], whiteSpace+"/>")
	if end < 0 {
		return "", closing
	}
	return strings.ToLower(rest[:end]), closing
}
