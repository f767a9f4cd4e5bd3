package pagerule

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/internal/csscascade"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/rootstyle"
	"platen/domain/stylesheet"
)

// rule is one @page rule that applies to print.
type rule struct {
	// selector is written as in CSS: "chapter", ":first", "chapter:left"; "" selects all pages. A list keeps its
	// commas: engines that do not support lists ignore the rule.
	selector string
	layer    csscascade.LayerID
	// sheet is the number of its style sheet in the document. Imported sheets are part of the one that imports them.
	sheet int
}

// Declaration is one property of a page.
type Declaration struct {
	Property  string // one of properties
	Value     string // in lower case, except names of the author's in the arguments of functions
	Important bool
}

// ruleSink receives page rules as they are read, and ends the reading by an error.
type ruleSink interface {
	begin(rule) error
	// declare takes a valid declaration of the rule that began last.
	declare(rule, Declaration) error
}

// readRules reads the rules of style sheets in order, and notes cascade layers. The error is that of ctx, or the sink's.
func readRules(ctx context.Context, sheets []stylesheet.Sheet, m csscondition.Media, root func() rootstyle.Style, l *csscascade.Layers, sink ruleSink) error {
	number := 0
	for _, sheet := range sheets {
		if sheet.Mentions("page", "layer") && sheet.Applies(m) {
			r := ruleReader{media: m, root: root, layers: l, layer: l.In(csscascade.Unlayered, sheet.Layer()), sheet: number, sink: sink}
			if err := r.read(csstoken.All(ctx, sheet.Text)); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !sheet.PartOfNext() {
			number++
		}
	}
	return nil
}

// ruleReader reads a style sheet for its @page rules by the grammar of CSS Syntax 3: brackets nest, and an unknown rule ends
// where the grammar says. Nesting is kept in a slice, so that depth costs no stack.
type ruleReader struct {
	media  csscondition.Media
	root   func() rootstyle.Style
	layers *csscascade.Layers
	layer  csscascade.LayerID // of the sheet
	sheet  int                // its number
	open   []bracket
	item   []csstoken.Token // the statement or declaration so far, without comments
	rule   rule             // the @page rule that is read
	box    string           // the margin box in it whose declarations are read
	sink   ruleSink
	err    error // the sink's
}

// bracket is an open bracket or block. A hostile style sheet has millions of them: keep it small.
type bracket struct {
	closer  css.TokenType
	layer   csscascade.LayerID // that it stands in
	content csstoken.Content
	ends    bool // closing it ends an item
}

func (r *ruleReader) read(tokens iter.Seq[csstoken.Token]) error {
	for t := range tokens {
		r.token(t.Canonical())
		if r.err != nil {
			return r.err
		}
	}
	r.endOfSheet()
	return r.err
}

func (r *ruleReader) token(t csstoken.Token) {
	switch t.Kind {
	case css.CommentToken:
	case css.LeftBraceToken:
		r.openBlock(t)
	case css.LeftBracketToken:
		r.openBracket(t, css.RightBracketToken)
	case css.LeftParenthesisToken, css.FunctionToken:
		r.openBracket(t, css.RightParenthesisToken)
	case css.RightBraceToken, css.RightBracketToken, css.RightParenthesisToken:
		r.close(t)
	case css.SemicolonToken:
		r.semicolon(t)
	case css.CDOToken, css.CDCToken:
		if len(r.open) > 0 || len(r.item) > 0 {
			r.add(t)
		}
	default:
		r.add(t)
	}
}

// top is the innermost open bracket; the style sheet itself is one.
func (r *ruleReader) top() bracket {
	if len(r.open) == 0 {
		return bracket{content: csstoken.OfRules, layer: r.layer}
	}
	return r.open[len(r.open)-1]
}

// add appends a token to the item, in blocks whose items are read. A rule that is not an at-rule is recognised by its first
// token, so only that is kept.
func (r *ruleReader) add(t csstoken.Token) {
	if len(r.item) == 0 && t.Kind == css.WhitespaceToken {
		return
	}
	if content := r.top().content; content == csstoken.OfNothing || content == csstoken.OfRules && len(r.item) > 0 && !r.atRule() {
		return
	}
	if len(r.item) == csstoken.MaxItem {
		return
	}
	r.item = append(r.item, t)
}

func (r *ruleReader) atRule() bool { return len(r.item) > 0 && r.item[0].Kind == css.AtKeywordToken }

func (r *ruleReader) openBracket(t csstoken.Token, closer css.TokenType) {
	r.add(t)
	inside := csstoken.OfTokens
	if top := r.top(); top.content == csstoken.OfNothing || top.content == csstoken.OfRules && !r.atRule() {
		inside = csstoken.OfNothing
	}
	r.open = append(r.open, bracket{closer: closer, content: inside, layer: r.top().layer})
}

// openBlock opens a rule's block, or one inside a value.
func (r *ruleReader) openBlock(t csstoken.Token) {
	top := r.top()
	block := bracket{closer: css.RightBraceToken, content: csstoken.OfNothing, layer: top.layer}
	switch {
	case top.content == csstoken.OfRules:
		r.openRule(&block)
	case top.content == csstoken.OfDeclarations && r.atRule():
		r.openMarginBox(&block)
	case top.content == csstoken.OfDeclarations:
		// It makes the declaration around it invalid.
		r.add(t)
	}
	r.open = append(r.open, block)
}

// openMarginBox decides what the block of an at-rule among the declarations of a page holds.
func (r *ruleReader) openMarginBox(block *bracket) {
	block.ends = true
	name := strings.ToLower(r.item[0].Text)
	if r.box == "" && len(csstoken.Trim(r.item[1:])) == 0 && slices.Contains(RightBoxes, name) {
		block.content, r.box = csstoken.OfDeclarations, name
		r.item = r.item[:0]
	}
}

// openRule decides what the block of the rule that was read so far holds.
func (r *ruleReader) openRule(block *bracket) {
	block.ends = true
	if !r.atRule() {
		return
	}
	prelude := csstoken.Trim(r.item[1:])
	switch strings.ToLower(r.item[0].Text) {
	case "@page":
		if selector, ok := parseSelector(prelude); ok {
			block.content = csstoken.OfDeclarations
			r.rule = rule{selector: selector, layer: block.layer, sheet: r.sheet}
			r.err = r.sink.begin(r.rule)
			r.item = r.item[:0]
		}
	case "@media":
		if len(prelude) < csstoken.MaxItem-1 && r.media.Applies(prelude) {
			block.content = csstoken.OfRules
		}
	case "@supports":
		if len(prelude) < csstoken.MaxItem-1 && csscondition.Supports(prelude) {
			block.content = csstoken.OfRules
		}
	case "@layer":
		if path, ok := csscascade.LayerOfBlock(prelude); ok {
			block.content, block.layer = csstoken.OfRules, r.layers.In(block.layer, path)
		}
	case "@container", "@scope", "@starting-style":
		block.content = csstoken.OfRules
	}
	if block.content == csstoken.OfRules {
		r.item = r.item[:0]
	}
}

func (r *ruleReader) close(t csstoken.Token) {
	top := r.top()
	if top.closer != t.Kind {
		r.add(t)
		return
	}
	if top.content == csstoken.OfDeclarations {
		r.endDeclaration()
	}
	r.open = r.open[:len(r.open)-1]
	if top.ends {
		if top.content == csstoken.OfDeclarations {
			r.box = ""
		}
		r.item = r.item[:0]
	} else {
		r.add(t)
	}
}

func (r *ruleReader) semicolon(t csstoken.Token) {
	switch top := r.top(); {
	case top.content == csstoken.OfDeclarations:
		r.endDeclaration()
	case top.content == csstoken.OfRules && r.atRule():
		r.layers.Note(top.layer, r.item)
		r.item = r.item[:0]
	default:
		r.add(t)
	}
}

// endOfSheet closes what is open, as CSS does.
func (r *ruleReader) endOfSheet() {
	for len(r.open) > 0 {
		r.close(csstoken.Token{Kind: r.top().closer})
	}
}

// endDeclaration hands the declaration that was read to the sink.
func (r *ruleReader) endDeclaration() {
	for _, d := range parseDeclaration(r.item, r.root) {
		if r.box != "" {
			if d.Property != "margin-right" {
				continue
			}
			d.Property = BoxMargin(r.box)
		}
		if r.err == nil {
			r.err = r.sink.declare(r.rule, d)
		}
	}
	r.item = r.item[:0]
}
