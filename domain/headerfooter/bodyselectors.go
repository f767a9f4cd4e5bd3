package headerfooter

import (
	"context"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// rewriteBodySelectors rewrites a style sheet so that selectors for the body select bodyElement, with the same specificity, and page
// rules have no effect. The other text stays the same. What the sheet does with counters and with the classes of pages is added to use. The length of a header or footer, and so the work, is bounded.
func rewriteBodySelectors(sheet string, use *styleUse) string {
	r := selectorRewriter{use: use}
	r.b.Grow(len(sheet) + 64)
	for t := range csstoken.All(context.Background(), sheet) {
		r.item = append(r.item, t)
		r.use.note(r.item)
		switch t.Kind {
		case css.FunctionToken, css.LeftParenthesisToken, css.LeftBracketToken:
			r.depth++
		case css.RightParenthesisToken, css.RightBracketToken:
			r.depth = max(0, r.depth-1)
		case css.LeftBraceToken, css.RightBraceToken, css.SemicolonToken:
			if r.depth == 0 {
				r.endItem(t.Kind)
			}
		}
	}
	r.verbatim()
	return r.b.String()
}

// selectorRewriter rewrites a style sheet item by item. An item ends with "{", "}" or ";" outside brackets. If it ends with "{", it is a
// selector or an at-rule's prelude, otherwise a declaration; this holds in nested rules too.
type selectorRewriter struct {
	b     strings.Builder
	item  []csstoken.Token
	depth int // of open brackets
	use   *styleUse
}

func (r *selectorRewriter) endItem(end css.TokenType) {
	first := 0
	for first < len(r.item)-1 && (r.item[first].Kind == css.WhitespaceToken || r.item[first].Kind == css.CommentToken) {
		first++
	}
	switch kind, text := r.item[first].Kind, strings.ToLower(r.item[first].Text); {
	case kind == css.AtKeywordToken && text == "@page":
		r.item[first].Text = "@platen-page"
	case kind == css.AtKeywordToken && text != "@scope", kind == css.CustomPropertyNameToken:
	case end == css.LeftBraceToken:
		r.selector()
	case kind == css.IdentToken && (text == "counter-increment" || text == "counter-reset" || text == "counter-set"):
		r.counterNames(r.item[first+1:])
	}
	r.verbatim()
}

// verbatim writes the item as it is by now.
func (r *selectorRewriter) verbatim() {
	for _, t := range r.item {
		r.b.WriteString(t.Text)
	}
	r.item = r.item[:0]
}

// selector rewrites each type selector "body". The body is no child of the root any more, so that the
// combinator before it goes.
func (r *selectorRewriter) selector() {
	brackets := 0
	for i := range r.item {
		switch t := r.item[i]; t.Kind {
		case css.LeftBracketToken:
			brackets++
		case css.RightBracketToken:
			brackets = max(0, brackets-1)
		case css.IdentToken:
			if brackets > 0 || !strings.EqualFold(t.Text, "body") || i > 0 && isPrefix(r.item[i-1]) {
				continue
			}
			r.item[i].Text = bodyElement
			r.dropChild(i)
		}
	}
}

// isPrefix tells whether a token makes the name behind it something else than an element's.
func isPrefix(t csstoken.Token) bool {
	return t.Kind == css.ColonToken || t.Text == "." || t.Text == "|"
}

// dropChild turns the child combinator before the token into that of descendants.
func (r *selectorRewriter) dropChild(i int) {
	for i--; i > 0; i-- {
		switch t := &r.item[i]; {
		case t.Kind == css.WhitespaceToken || t.Kind == css.CommentToken:
		case t.Text == ">":
			t.Text = " "
			return
		default:
			return
		}
	}
}

func (r *selectorRewriter) counterNames(value []csstoken.Token) {
	for _, t := range value {
		name := t.Text
		switch {
		case t.Kind != css.IdentToken && t.Kind != css.CustomPropertyNameToken:
		case isKeyword(strings.ToLower(name)):
		default:
			r.use.counters[name] = true
		}
	}
}

// isKeyword tells whether a name in the value of a counter property is not that of a counter.
func isKeyword(name string) bool {
	switch name {
	case "none", "important", "inherit", "initial", "unset", "revert", "revert-layer":
		return true
	}
	return false
}
