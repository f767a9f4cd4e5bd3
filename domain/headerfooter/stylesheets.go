package headerfooter

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// The elements in place of a copy's html, head and body elements. The first has an attribute for the selector :root.
const (
	rootElement   = "platen-html"
	rootAttribute = "platen-root"
	headElement   = "platen-head"
	bodyElement   = "platen-body"
)

// standIns are the elements in place of those that a document has once, by the type selectors of which they are selected.
var standIns = map[string]string{"head": headElement, "body": bodyElement}

// rewriteStyles rewrites a style sheet for copies that share a document. Selectors for the body and the head select the elements in their
// places, with the same specificity, those for the root select it and the elements in its place, and page rules have no effect. ids are
// those that each copy has its own of: their selectors select all copies' elements, and a reference to one, url(#id), leads to the copy's
// own. The other text means the same. The length of a header or footer, and so the work, is bounded.
func rewriteStyles(sheet string, ids map[string]bool) string {
	var b strings.Builder
	b.Grow(len(sheet) + 64)
	for item, end := range csstoken.Items(context.Background(), sheet, math.MaxInt) {
		r := itemRewriter{item, ids}
		b.WriteString(r.rewrite(end.Kind) + end.Text)
	}
	return b.String()
}

// itemRewriter rewrites an item of a style sheet. If it ends with "{", it is a selector or an at-rule's prelude, otherwise a declaration;
// this holds in nested rules too.
type itemRewriter struct {
	item []csstoken.Token
	ids  map[string]bool
}

func (r itemRewriter) rewrite(end css.TokenType) string {
	start := slices.IndexFunc(r.item, func(t csstoken.Token) bool { return !isBlank(t) })
	if start < 0 {
		return csstoken.Join(r.item)
	}
	switch t := &r.item[start]; {
	case t.Kind == css.AtKeywordToken && strings.EqualFold(t.Text, "@page"):
		t.Text = "@platen-page"
	case t.Kind == css.AtKeywordToken && !strings.EqualFold(t.Text, "@scope"):
	case end == css.LeftBraceToken && t.Kind != css.CustomPropertyNameToken:
		return r.selector()
	default:
		r.references()
	}
	return csstoken.Join(r.item)
}

func isBlank(t csstoken.Token) bool {
	return t.Kind == css.WhitespaceToken || t.Kind == css.CommentToken
}

// selector rewrites the type selectors of elements with a stand-in, and the selectors of ids.
func (r itemRewriter) selector() string {
	brackets := 0
	for i := range r.item {
		switch t := &r.item[i]; {
		case t.Kind == css.LeftBracketToken:
			brackets++
		case t.Kind == css.RightBracketToken:
			brackets = max(0, brackets-1)
		case brackets > 0:
		case t.Kind == css.HashToken:
			if id := t.Value(); r.ids[id] {
				t.Text = "[id^=" + csstoken.Identifier(id) + ownSuffix + "]" + winningOnce
			}
		case t.Kind == css.IdentToken && (i == 0 || !isPrefix(r.item[i-1])):
			t.Text = cmp.Or(standIns[strings.ToLower(t.Text)], t.Text)
		}
	}
	return csstoken.Join(r.item) + r.selectorOfRoot()
}

// selectorOfRoot returns selectors of the root once more, of the element in its place; "" if none selects the root. Those of the root
// stay: some of its styles hold for the document, as the size of rem.
func (r itemRewriter) selectorOfRoot() string {
	made, found, depth := slices.Clone(r.item), false, 0
	for i := range made {
		switch t := &made[i]; {
		case t.Kind == css.FunctionToken, t.Kind == css.LeftParenthesisToken, t.Kind == css.LeftBracketToken:
			depth++
		case t.Kind == css.RightParenthesisToken, t.Kind == css.RightBracketToken:
			depth--
		case depth > 0 || t.Kind != css.IdentToken:
		case strings.EqualFold(t.Text, "html") && (i == 0 || !isPrefix(made[i-1])):
			t.Text, found = rootElement, true
		case strings.EqualFold(t.Text, "root") && i > 0 && made[i-1].Kind == css.ColonToken:
			made[i-1].Text, t.Text, found = "", "["+rootAttribute+"]", true
		}
	}
	if !found {
		return ""
	}
	return "," + csstoken.Join(made)
}

// isPrefix reports whether a token makes the name behind it something else than an element's.
func isPrefix(t csstoken.Token) bool {
	return t.Kind == css.ColonToken || t.Text == "." || t.Text == "|"
}

// references makes a declaration refer to the copy's own elements.
func (r itemRewriter) references() {
	for i := range r.item {
		if id, found := referenced(r.item[i]); found && r.ids[id] {
			r.item[i].Text = "var(" + ownVariable(id) + ")"
		}
	}
}

// referenced returns the id that a token refers to, as url(#id).
func referenced(t csstoken.Token) (id string, found bool) {
	if t.Kind != css.URLToken {
		return "", false
	}
	return fragmentOf(t.Value())
}
