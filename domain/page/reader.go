package page

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/stylesheet"
)

// maxDeclarations bounds page rules and their declarations together. A document has some dozens.
const maxDeclarations = 100_000

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
	for item, end := range csstoken.Items(ctx, s.Text, csstoken.MaxItem) {
		top := open[len(open)-1]
		if len(item) == csstoken.MaxItem {
			item = nil
		}
		item = csstoken.WithoutComments(item)
		switch end.Kind {
		case css.LeftBraceToken:
			open = append(open, r.open(top, item))
		case css.RightBraceToken:
			r.declare(top, item)
			open = open[:max(1, len(open)-1)]
		default:
			r.declare(top, item)
		}
		if r.count > maxDeclarations {
			return domain.Invalidf("the document has more than %d @page rules and declarations in them", maxDeclarations)
		}
	}
	return ctx.Err()
}

// open returns the block that a prelude begins in another block.
func (r *reader) open(in block, prelude []csstoken.Token) block {
	if in.kind != ofRules || len(prelude) == 0 {
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
	property, value := csstoken.SplitDeclaration(item)
	if in.kind == ofPage && (strings.HasPrefix(property, "padding") || strings.HasPrefix(property, "border")) {
		r.rules.inset = true
	}
	if property == "" || !in.applies {
		return
	}
	if strings.HasPrefix(property, "--") {
		property = item[0].Text // whose case matters
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

// wins reports whether a declaration wins over another one of the same property whose selector matches, too.
//
// As in Blink, each style sheet is a step of its own: a later one wins, whatever its selectors, and among important
// declarations an earlier one. Of layers only is known that they lose against what is in none.
func (d declared) wins(other declared) bool {
	switch {
	case d.important != other.important:
		return d.important
	case d.sheet != other.sheet:
		return (d.sheet > other.sheet) != d.important
	case d.layered != other.layered:
		return other.layered
	}
	return cmp.Or(cmp.Compare(specificity(d.selector), specificity(other.selector)), cmp.Compare(d.order, other.order)) > 0
}
