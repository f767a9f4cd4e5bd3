package pagecss

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
)

// Styles are the styles of a document.
type Styles struct {
	// Sheets are its style sheets in document order.
	Sheets []Stylesheet
	// Root are the attributes of its root element. Page rules inherit from it.
	Root map[string]string
}

// rootStyle is what page rules inherit from the root element.
type rootStyle struct {
	variables variables
	font      domain.Length // its font size
	rtl       bool          // its direction is from right to left
}

// rootStyleOf computes the style of the root element. When ctx ends, it stops early.
func rootStyleOf(ctx context.Context, styles Styles, m media) rootStyle {
	c := rootCascade{declared: map[string]rankedValue{}, uncertain: map[string]bool{}}
	for _, sheet := range styles.Sheets {
		if sheet.applies(m) {
			r := rootReader{media: m, attributes: styles.Root, found: &c, sheet: c.layers.in(unlayered, sheet.layer)}
			r.read(csstoken.All(ctx, sheet.Text))
		}
	}
	inline := rootReader{found: &c, inline: true, blocks: []rootBlock{{content: ofDeclarations, match: match{matches: isTrue}}}}
	inline.read(csstoken.All(ctx, styles.Root["style"]))
	s := rootStyle{variables: c.variables()}
	s.font = c.fontSize(s.variables, m)
	s.rtl = strings.EqualFold(styles.Root["dir"], "rtl")
	if d, found := c.declared["direction"]; found {
		s.rtl = strings.EqualFold(textOf(d.value), "rtl")
	}
	return s
}

// rootCascade holds the declarations that win for the root element.
type rootCascade struct {
	declared map[string]rankedValue
	// uncertain are custom properties that rules declare of which only an engine knows whether they match.
	uncertain map[string]bool
	layers    layers
	read      int
}

type rankedValue struct {
	value             []token
	important, inline bool
	initial           bool // of an @property rule
	layer             layerID
	specificity       int
	order             int
}

// maxVariables bounds how many declarations are kept. A document has some dozens; a hostile one has hundreds of thousands.
const maxVariables = 2000

// inherited tells whether a property of the root element matters to page rules.
func inherited(property token) bool {
	if property.Kind == css.CustomPropertyNameToken {
		return true
	}
	switch strings.ToLower(property.Text) {
	case "font", "font-size", "font-family", "direction":
		return true
	}
	return false
}

// add takes a declaration that follows all others.
func (c *rootCascade) add(property token, v rankedValue) {
	name := property.Text
	if property.Kind == css.IdentToken {
		name = strings.ToLower(name)
	}
	c.read++
	v.order = c.read
	best, known := c.declared[name]
	if !known && len(c.declared) == maxVariables {
		c.uncertain[name] = len(c.uncertain) < maxVariables || c.uncertain[name]
		return
	}
	if !known || c.compare(v, best) > 0 {
		v.value = slices.Clone(v.value)
		c.declared[name] = v
	}
}

// compare is negative if a loses against b (CSS Cascade 5, section 6.1).
func (c *rootCascade) compare(a, b rankedValue) int {
	layers := c.layers.compare(a.layer, b.layer)
	if a.important {
		layers = -layers
	}
	return cmp.Or(compareBool(b.initial, a.initial), compareBool(a.important, b.important), compareBool(a.inline, b.inline), layers,
		cmp.Compare(a.specificity, b.specificity), cmp.Compare(a.order, b.order))
}

// variables gives the custom properties. A keyword like "initial" means that a property has no value, or that of its @property
// rule.
func (c *rootCascade) variables() variables {
	v := variables{declared: map[string][]token{}, uncertain: c.uncertain, substituted: map[string]substitution{}}
	for name, d := range c.declared {
		if strings.HasPrefix(name, "--") && (len(d.value) != 1 || !isWide(strings.ToLower(d.value[0].Text))) {
			v.declared[name] = d.value
		}
	}
	return v
}

// rootReader reads a style sheet, or a style attribute, for declarations of the root element.
type rootReader struct {
	media      media
	attributes map[string]string
	sheet      layerID // of the sheet
	inline     bool
	blocks     []rootBlock // that are open
	ignored    int         // those that are open in them, and do not matter
	item       []token
	found      *rootCascade
}

// maxNesting bounds the depth of rules in rules.
const maxNesting = 100

// rootBlock is an open block. Of rules that are nested in one with declarations, some have declarations of the root, too.
type rootBlock struct {
	content content
	layer   layerID
	match   match
	initial token // the name of the @property rule that it is of
}

func (r *rootReader) read(tokens iter.Seq[token]) {
	for t := range tokens {
		switch t.Kind {
		case css.CommentToken:
		case css.LeftBraceToken:
			r.open()
		case css.RightBraceToken:
			r.close(t)
		case css.SemicolonToken:
			r.endItem()
		default:
			r.add(t)
		}
	}
	r.endItem()
}

func (r *rootReader) add(t token) {
	if len(r.item) < maxItem && r.ignored == 0 {
		r.item = append(r.item, t.Canonical())
	}
}

// open opens a block.
func (r *rootReader) open() {
	if r.ignored == 0 {
		if block := r.block(); block.content != ofNothing {
			r.blocks = append(r.blocks, block)
			r.item = r.item[:0]
			return
		}
	}
	r.ignored++
	r.item = r.item[:0]
}

// close closes the innermost block. In a style attribute there is no block to close at first.
func (r *rootReader) close(brace token) {
	switch n := len(r.blocks); {
	case r.ignored > 0:
		r.ignored--
	case r.inline && n == 1:
		r.add(brace)
	default:
		r.endItem()
		r.blocks = r.blocks[:max(0, n-1)]
	}
}

// top is the innermost open block; the style sheet itself is one.
func (r *rootReader) top() rootBlock {
	if n := len(r.blocks); n > 0 {
		return r.blocks[n-1]
	}
	return rootBlock{content: ofRules, layer: r.sheet, match: match{matches: isTrue}}
}

// block tells what the block holds that the item opens.
func (r *rootReader) block() rootBlock {
	item, around := trimBlanks(r.item), r.top()
	nothing := rootBlock{content: ofNothing}
	switch {
	case len(r.blocks) == maxNesting, around.content == ofTokens, len(item) == 0, len(item) == maxItem, item[0].Kind == css.CustomPropertyNameToken:
		return nothing
	case item[0].Kind != css.AtKeywordToken:
		around.match = rootMatcher{r.attributes, around.match}.list(item, false)
		if around.content = ofDeclarations; around.match.matches == isFalse {
			return nothing
		}
		return around
	}
	prelude := trimBlanks(item[1:])
	switch strings.ToLower(item[0].Text) {
	case "@media":
		if r.media.applies(prelude) {
			return around
		}
	case "@supports":
		if supports(prelude) {
			return around
		}
	case "@layer":
		if path, ok := layerOfBlock(prelude); ok {
			around.layer = r.found.layers.in(around.layer, path)
			return around
		}
	case "@property":
		if len(prelude) == 1 {
			return rootBlock{content: ofTokens, initial: prelude[0]}
		}
	}
	return nothing
}

// endItem ends a declaration or a statement.
func (r *rootReader) endItem() {
	item, around := trimBlanks(r.item), r.top()
	r.item = r.item[:0]
	if len(item) == 0 || len(item) == maxItem {
		return
	}
	switch around.content {
	case ofRules:
		r.found.layers.note(around.layer, item)
	case ofDeclarations:
		if !inherited(item[0]) || around.match.matches == unknown && item[0].Kind != css.CustomPropertyNameToken {
			return
		}
		if around.match.matches == unknown {
			r.found.uncertain[item[0].Text] = len(r.found.uncertain) < maxVariables || r.found.uncertain[item[0].Text]
			return
		}
		value, important := splitImportant(trimBlanks(valueOf(item)))
		r.found.add(item[0], rankedValue{value: value, important: important, inline: r.inline, layer: around.layer, specificity: around.match.specificity})
	case ofTokens:
		if strings.EqualFold(item[0].Text, "initial-value") {
			r.found.add(around.initial, rankedValue{value: trimBlanks(valueOf(item)), initial: true})
		}
	}
}
