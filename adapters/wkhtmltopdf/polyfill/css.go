package polyfill

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// maxItem bounds the tokens of a declaration or a prelude that is rewritten.
const maxItem = 10_000

// css rewrites a style sheet, or the declarations of an attribute: media queries, lengths and declarations.
func (r rewriter) css(text string) string {
	var edits []edit
	selectors, stroke := "", ""
	for item, end := range csstoken.Items(r.ctx, text, maxItem) {
		if end.Text == "" {
			end.Start = len(text)
		}
		if len(item) < maxItem {
			edits = append(edits, r.item(text, item, end)...)
		}
		switch name, value := csstoken.SplitDeclaration(csstoken.WithoutComments(item)); {
		case end.Kind == css.LeftBraceToken:
			selectors, stroke = csstoken.Text(item), ""
		case name == "stroke-width":
			stroke = csstoken.Text(value)
		}
		if end.Kind == css.RightBraceToken && stroke != "" {
			after := end.Start + len(end.Text)
			edits = append(edits, edit{after, after, unzoomedRule(selectors, stroke)})
			stroke = ""
		}
	}
	var b strings.Builder
	writeEdited(&b, text, edits)
	return b.String()
}

// item returns the edit of an item of a style sheet, which ends with a token; none if it stays as it is.
func (r rewriter) item(text string, item []csstoken.Token, end csstoken.Token) []edit {
	isContent := func(t csstoken.Token) bool { return t.Kind != css.WhitespaceToken && t.Kind != css.CommentToken }
	first := slices.IndexFunc(item, isContent)
	if first < 0 {
		return nil
	}
	content, isPrelude := item[first:], end.Kind == css.LeftBraceToken
	if blank := len(content) - 1; content[blank].Kind == css.WhitespaceToken {
		end, content = content[blank], content[:blank]
	}
	begin := content[0].Start
	name, value := csstoken.SplitDeclaration(content)
	switch at := strings.ToLower(content[0].Text); {
	case at == "@media", at == "@import":
		return appendChange(nil, begin, text[begin:end.Start], r.viewport.query(content))
	case isPrelude, len(value) == 0:
		return nil
	}
	return appendChange(nil, begin, text[begin:end.Start], declaration(name, text[begin:value[0].Start], r.viewport.lengths(value)))
}
