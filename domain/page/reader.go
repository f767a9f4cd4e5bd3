package page

import (
	"context"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/stylesheet"
)

// Styles are the styles of a document.
type Styles struct {
	// Sheets are its style sheets in document order, with the text of external ones.
	Sheets []stylesheet.Sheet
	// Root are the attributes of its root element. Page rules inherit from it.
	Root map[string]string
}

// maxDeclarations bounds page rules and their declarations together. A document has some dozens.
const maxDeclarations = 100_000

// maxItem bounds a prelude or a declaration, in tokens. Longer ones are not about pages.
const maxItem = 200

// reader collects the declarations of page rules and of the root element. The parser of the CSS library is not used: it
// loses what follows a style rule with an @media rule in it.
type reader struct {
	rules *Rules
	root  []declared // of the root element
	pages []declared
	count int // of page rules and declarations
}

// declared is a declaration with what decides whether it wins.
type declared struct {
	property  string
	value     []csstoken.Token
	important bool
	rule
	order int
	text  string // of the value, without references, in lower case
}

// rule is the rule that a declaration stands in.
type rule struct {
	selector string // of pages
	layered  bool   // in a cascade layer
	sheet    int    // counted from 0
}

// block is a block that is open.
type block struct {
	rule
	kind    blockKind
	applies bool // as far as conditions are read
}

type blockKind uint8

const (
	ofRules blockKind = iota
	ofPage
	ofRoot
	ofNothing // nothing that is read
)

// sheet reads a style sheet.
func (r *reader) sheet(ctx context.Context, number int, s stylesheet.Sheet) error {
	open := []block{{rule: rule{layered: s.Layered, sheet: number}, applies: r.rules.appliesTo(s)}}
	var item []csstoken.Token
	brackets := 0
	for t := range csstoken.All(ctx, s.Text) {
		top := open[len(open)-1]
		switch t.Kind {
		case css.CommentToken:
			continue
		case css.LeftParenthesisToken, css.FunctionToken, css.LeftBracketToken:
			brackets++
		case css.RightParenthesisToken, css.RightBracketToken:
			brackets = max(0, brackets-1)
		case css.LeftBraceToken:
			if brackets == 0 {
				open, item = append(open, r.open(top, csstoken.Trim(item))), item[:0]
				continue
			}
		case css.RightBraceToken:
			if brackets == 0 {
				r.declare(top, item)
				open, item = open[:max(1, len(open)-1)], item[:0]
				continue
			}
		case css.SemicolonToken:
			if brackets == 0 {
				r.declare(top, item)
				item = item[:0]
				continue
			}
		}
		if top.kind != ofNothing && len(item) < maxItem {
			item = append(item, t.Canonical())
		}
		if r.count > maxDeclarations {
			return domain.Invalidf("the document has more than %d @page rules and declarations in them", maxDeclarations)
		}
	}
	r.declare(open[len(open)-1], item)
	return ctx.Err()
}

// open returns the block that a prelude begins in another block.
func (r *reader) open(in block, prelude []csstoken.Token) block {
	if in.kind != ofRules || len(prelude) == 0 || len(prelude) == maxItem {
		return block{kind: ofNothing}
	}
	if prelude[0].Kind != css.AtKeywordToken {
		if !slices.ContainsFunc(csstoken.SplitList(prelude), isRoot) {
			return block{kind: ofNothing}
		}
		in.kind = ofRoot
		return in
	}
	rest := csstoken.Trim(prelude[1:])
	switch strings.ToLower(prelude[0].Text) {
	case "@media":
		in.applies = in.applies && r.rules.matches(rest)
	case "@supports":
		in.applies = in.applies && isSupported(rest)
	case "@layer":
		in.layered = true
	case "@page":
		var valid bool
		if in.selector, valid = r.rules.selector(rest); valid {
			in.kind = ofPage
		} else {
			in.kind = ofNothing
		}
		r.count++
	default:
		in.kind = ofNothing
	}
	return in
}

// isRoot reports whether a selector is that of the root element.
func isRoot(selector []csstoken.Token) bool {
	text := strings.ToLower(csstoken.Text(selector))
	return text == ":root" || text == "html"
}

// declare notes a declaration in a block.
func (r *reader) declare(in block, item []csstoken.Token) {
	property, value := csstoken.SplitDeclaration(csstoken.Trim(item))
	if in.kind == ofPage && (strings.HasPrefix(property, "padding") || strings.HasPrefix(property, "border")) {
		r.rules.inset = true
	}
	if property == "" || !in.applies || len(item) == maxItem {
		return
	}
	if strings.HasPrefix(property, "--") {
		property = item[slices.IndexFunc(item, func(t csstoken.Token) bool { return t.Kind != css.WhitespaceToken })].Text
	}
	value, important := csstoken.SplitImportant(csstoken.Trim(value))
	d := declared{property: property, value: slices.Clone(value), important: important, rule: in.rule}
	switch {
	case in.kind == ofPage && isRead(property):
		r.count++
		d.order = len(r.pages)
		r.pages = append(r.pages, d)
	case in.kind == ofRoot && (strings.HasPrefix(property, "--") || property == "direction" || strings.HasPrefix(property, "font")):
		d.order = len(r.root)
		r.root = append(r.root, d)
	}
}

// isRead reports whether a property of page rules is read.
func isRead(property string) bool {
	return property == "size" || strings.HasPrefix(property, "margin") || strings.HasPrefix(property, "--platen-")
}

// wins reports whether a declaration wins over another one whose selectors match, too.
//
// As in Blink, each style sheet is a step of its own: a later one wins, whatever its selectors, and among important
// declarations an earlier one. Of layers only is known that they lose against what is in none.
func (d declared) wins(over declared, specificity int) bool {
	switch {
	case d.important != over.important:
		return d.important
	case d.sheet != over.sheet:
		return (d.sheet > over.sheet) != d.important
	case d.layered != over.layered:
		return over.layered
	case specificity != 0:
		return specificity > 0
	}
	return d.order >= over.order
}
