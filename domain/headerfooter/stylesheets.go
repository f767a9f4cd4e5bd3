package headerfooter

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// The elements in place of a copy's head and body.
const (
	headElement = "platen-head"
	bodyElement = "platen-body"
)

// standIns are the elements in place of those that a document has once, by the type selectors of which they are selected.
var standIns = map[string]string{"head": headElement, "body": bodyElement}

// rewriteStyles rewrites a style sheet for copies that share a document. Selectors for the body and the head select the elements in their
// places, with the same specificity, and page rules have no effect. ids are those that each copy has its own of: their selectors select
// all copies' elements, and a reference to one, url(#id), leads to the copy's own. The other text means the same. The length of a header
// or footer, and so the work, is bounded.
func rewriteStyles(sheet string, ids map[string]bool) string {
	var b strings.Builder
	b.Grow(len(sheet) + 64)
	for item, end := range csstoken.Items(context.Background(), sheet, math.MaxInt) {
		r := itemRewriter{item, ids}
		r.rewrite(end.Kind)
		b.WriteString(csstoken.Join(item) + end.Text)
	}
	return b.String()
}

// itemRewriter rewrites an item of a style sheet. If it ends with "{", it is a selector or an at-rule's prelude, otherwise a declaration;
// this holds in nested rules too.
type itemRewriter struct {
	item []csstoken.Token
	ids  map[string]bool
}

func (r itemRewriter) rewrite(end css.TokenType) {
	start := slices.IndexFunc(r.item, func(t csstoken.Token) bool { return !isBlank(t) })
	if start < 0 {
		return
	}
	switch t := &r.item[start]; {
	case t.Kind == css.AtKeywordToken && strings.EqualFold(t.Text, "@page"):
		t.Text = "@platen-page"
	case t.Kind == css.AtKeywordToken && !strings.EqualFold(t.Text, "@scope"):
	case end == css.LeftBraceToken && t.Kind != css.CustomPropertyNameToken:
		r.selector()
	default:
		r.references()
	}
}

func isBlank(t csstoken.Token) bool {
	return t.Kind == css.WhitespaceToken || t.Kind == css.CommentToken
}

// selector rewrites the type selectors of elements with a stand-in, and the selectors of ids. A stand-in is no child of the root, so that
// the combinator before it goes.
func (r itemRewriter) selector() {
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
			if standIn := standIns[strings.ToLower(t.Text)]; standIn != "" {
				t.Text = standIn
				r.dropChild(i)
			}
		}
	}
}

// isPrefix reports whether a token makes the name behind it something else than an element's.
func isPrefix(t csstoken.Token) bool {
	return t.Kind == css.ColonToken || t.Text == "." || t.Text == "|"
}

// dropChild turns the child combinator before the token into that of descendants.
func (r itemRewriter) dropChild(i int) {
	for i--; i > 0 && isBlank(r.item[i]); i-- {
	}
	if i > 0 && r.item[i].Text == ">" {
		r.item[i].Text = " "
	}
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

// The styles that may differ from page to page: those with counters, and those with selectors of the classes that differ, which may be
// written with escapes or selected by a part of their names.
var (
	counting = regexp.MustCompile(`(?i)counter|\\`)
	varying  = regexp.MustCompile(`(?i)platen-(first|last|left|right)|\[[^\]]*class|@import|\\`)
	// fixing finds styles that may fix an element to the page.
	fixing = regexp.MustCompile(`(?i)fixed|@import|\\`)
)

// The classes that the element in place of the body has on the first, the last, the left and the right pages.
const (
	firstClass = "platen-first"
	lastClass  = "platen-last"
	leftClass  = "platen-left"
	rightClass = "platen-right"
)

// pageClasses returns the classes of a page, each after a blank.
func (h *HeaderFooter) pageClasses(page, total int) string {
	classes := " " + rightClass
	if (page%2 == 0) != h.leftFirst {
		classes = " " + leftClass
	}
	if page == 1 {
		classes += " " + firstClass
	}
	if page == total {
		classes += " " + lastClass
	}
	return classes
}
