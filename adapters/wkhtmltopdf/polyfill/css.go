package polyfill

import (
	"math"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// css rewrites a style sheet, or the declarations of an attribute: media queries, lengths and declarations.
func (r rewriter) css(text string) string {
	var b strings.Builder
	selectors, stroke := "", ""
	for item, end := range csstoken.Items(r.ctx, text, math.MaxInt) {
		b.WriteString(r.item(item, end.Kind) + end.Text)
		switch name, value := csstoken.SplitDeclaration(csstoken.WithoutComments(item)); {
		case end.Kind == css.LeftBraceToken:
			selectors, stroke = csstoken.Text(item), ""
		case name == "stroke-width":
			stroke = csstoken.Text(value)
		}
		if end.Kind == css.RightBraceToken && stroke != "" {
			b.WriteString(unzoomedRule(selectors, stroke))
			stroke = ""
		}
	}
	return b.String()
}

// item writes an item of a style sheet, which ends with a token.
func (r rewriter) item(item []csstoken.Token, end css.TokenType) string {
	isContent := func(t csstoken.Token) bool { return t.Kind != css.WhitespaceToken && t.Kind != css.CommentToken }
	first := slices.IndexFunc(item, isContent)
	if first < 0 {
		return csstoken.Join(item)
	}
	name, value := csstoken.SplitDeclaration(item[first:])
	switch at := strings.ToLower(item[first].Text); {
	case at == "@media", at == "@import":
		return r.viewport.query(item)
	case end == css.LeftBraceToken, len(value) == 0:
		return csstoken.Join(item)
	}
	head := 1 + slices.IndexFunc(item, func(t csstoken.Token) bool { return t.Kind == css.ColonToken })
	return r.viewport.declaration(name, csstoken.Join(item[:head]), item[head:])
}
