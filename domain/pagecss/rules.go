package pagecss

import (
	"context"
	"iter"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

type token = csstoken.Token

// rule is one @page rule that applies to print.
type rule struct {
	// selector is written as in CSS: "chapter", ":first", "chapter:left"; "" selects all pages. A list keeps its
	// commas: engines that do not support lists ignore the rule.
	selector string
	layer    layerID
	// sheet is the number of its style sheet in the document. Imported sheets are part of the one that imports them.
	sheet int
}

// declaration is one property of a page.
type declaration struct {
	property  string // one of pageProperties
	value     string // in lower case, except names of the author's in the arguments of functions
	important bool
}

// ruleSink receives page rules as they are read, and ends the reading by an error.
type ruleSink interface {
	begin(rule) error
	// declare takes a valid declaration of the rule that began last.
	declare(rule, declaration) error
}

// readRules reads the rules of style sheets in order, and notes cascade layers. The error is that of ctx, or the sink's.
func readRules(ctx context.Context, sheets []Stylesheet, m media, root func() rootStyle, l *layers, sink ruleSink) error {
	number := 0
	for _, sheet := range sheets {
		if mentions(sheet.Text, "page", "layer") && sheet.applies(m) {
			r := ruleReader{media: m, root: root, layers: l, layer: l.in(unlayered, sheet.layer), sheet: number, sink: sink}
			if err := r.read(csstoken.All(ctx, sheet.Text)); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !sheet.partOfNext {
			number++
		}
	}
	return nil
}

// mentions tells whether a style sheet may have one of the at-rules. It spares most of them the parsing.
func mentions(text string, atRules ...string) bool {
	for {
		at := strings.IndexByte(text, '@')
		if at < 0 {
			return false
		}
		text = text[at+1:]
		for _, name := range atRules {
			if len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) {
				return true
			}
		}
		if strings.Contains(text[:min(len(text), longestEscaped)], `\`) {
			return true // maybe in the name
		}
	}
}

// longestEscaped is the length of "layer" if each letter is an escape.
const longestEscaped = len("layer") * len(`\000070 `)

// ruleReader reads a style sheet for its @page rules by the grammar of CSS Syntax 3: brackets nest, and an unknown rule ends
// where the grammar says. Nesting is kept in a slice, so that depth costs no stack.
type ruleReader struct {
	media  media
	root   func() rootStyle
	layers *layers
	layer  layerID // of the sheet
	sheet  int     // its number
	open   []bracket
	item   []token // the statement or declaration so far, without comments
	rule   rule    // the @page rule that is read
	sink   ruleSink
	err    error // the sink's
}

// maxItem bounds how much of a prelude or a declaration is kept. Longer ones are not about pages.
const maxItem = 500

// bracket is an open bracket or block. A hostile style sheet has millions of them: keep it small.
type bracket struct {
	closer  css.TokenType
	layer   layerID // that it stands in
	content content
	ends    bool // closing it ends an item
}

// content is what a block holds.
type content uint8

const (
	ofRules        content = iota // rules that apply
	ofDeclarations                // those of an @page rule
	ofTokens                      // of a value or a prelude
	ofNothing                     // that matters
)

func (r *ruleReader) read(tokens iter.Seq[token]) error {
	for t := range tokens {
		r.token(t.Canonical())
		if r.err != nil {
			return r.err
		}
	}
	r.endOfSheet()
	return r.err
}

func (r *ruleReader) token(t token) {
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
		return bracket{content: ofRules, layer: r.layer}
	}
	return r.open[len(r.open)-1]
}

// add appends a token to the item, in blocks whose items are read. A rule that is not an at-rule is recognised by its first
// token, so only that is kept.
func (r *ruleReader) add(t token) {
	if len(r.item) == 0 && t.Kind == css.WhitespaceToken {
		return
	}
	if content := r.top().content; content == ofNothing || content == ofRules && len(r.item) > 0 && !r.atRule() {
		return
	}
	if len(r.item) == maxItem {
		return
	}
	r.item = append(r.item, t)
}

func (r *ruleReader) atRule() bool { return len(r.item) > 0 && r.item[0].Kind == css.AtKeywordToken }

func (r *ruleReader) openBracket(t token, closer css.TokenType) {
	r.add(t)
	inside := ofTokens
	if top := r.top(); top.content == ofNothing || top.content == ofRules && !r.atRule() {
		inside = ofNothing
	}
	r.open = append(r.open, bracket{closer: closer, content: inside, layer: r.top().layer})
}

// openBlock opens a rule's block, or one inside a value.
func (r *ruleReader) openBlock(t token) {
	top := r.top()
	block := bracket{closer: css.RightBraceToken, content: ofNothing, layer: top.layer}
	switch {
	case top.content == ofRules:
		r.openRule(&block)
	case top.content == ofDeclarations && r.atRule():
		block.ends = true
	case top.content == ofDeclarations:
		// It makes the declaration around it invalid.
		r.add(t)
	}
	r.open = append(r.open, block)
}

// openRule decides what the block of the rule that was read so far holds.
func (r *ruleReader) openRule(block *bracket) {
	block.ends = true
	if !r.atRule() {
		return
	}
	prelude := trimBlanks(r.item[1:])
	switch strings.ToLower(r.item[0].Text) {
	case "@page":
		if selector, ok := parseSelector(prelude); ok {
			block.content = ofDeclarations
			r.rule = rule{selector: selector, layer: block.layer, sheet: r.sheet}
			r.err = r.sink.begin(r.rule)
			r.item = r.item[:0]
		}
	case "@media":
		if len(prelude) < maxItem-1 && r.media.applies(prelude) {
			block.content = ofRules
		}
	case "@supports":
		if len(prelude) < maxItem-1 && supports(prelude) {
			block.content = ofRules
		}
	case "@layer":
		if path, ok := layerOfBlock(prelude); ok {
			block.content, block.layer = ofRules, r.layers.in(block.layer, path)
		}
	case "@container", "@scope", "@starting-style":
		block.content = ofRules
	}
	if block.content == ofRules {
		r.item = r.item[:0]
	}
}

func (r *ruleReader) close(t token) {
	top := r.top()
	if top.closer != t.Kind {
		r.add(t)
		return
	}
	if top.content == ofDeclarations {
		r.endDeclaration()
	}
	r.open = r.open[:len(r.open)-1]
	if top.ends {
		r.item = r.item[:0]
	} else {
		r.add(t)
	}
}

func (r *ruleReader) semicolon(t token) {
	switch top := r.top(); {
	case top.content == ofDeclarations:
		r.endDeclaration()
	case top.content == ofRules && r.atRule():
		r.layers.note(top.layer, r.item)
		r.item = r.item[:0]
	default:
		r.add(t)
	}
}

// endOfSheet closes what is open, as CSS does.
func (r *ruleReader) endOfSheet() {
	for len(r.open) > 0 {
		r.close(token{Kind: r.top().closer})
	}
}

// endDeclaration gives the declaration that was read to the sink.
func (r *ruleReader) endDeclaration() {
	for _, d := range parseDeclaration(r.item, r.root) {
		if r.err == nil {
			r.err = r.sink.declare(r.rule, d)
		}
	}
	r.item = r.item[:0]
}
