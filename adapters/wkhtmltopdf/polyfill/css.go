package polyfill

import (
	"math"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// css rewrites a style sheet, or the declarations of an attribute: addresses, media queries, lengths and declarations. It notes what is
// loaded, and whether a rule for the body or the root has a border.
func (r *rewriter) css(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	selectors, stroke, ofBody := "", "", false
	begin := 0
	for item, end := range csstoken.Items(r.ctx, text, math.MaxInt) {
		name, value := r.item(item, end.Kind)
		switch {
		case end.Kind == css.LeftBraceToken:
			selectors, stroke, ofBody = text[begin:end.Start], "", slices.ContainsFunc(item, isBody)
		case name == "stroke-width":
			stroke = csstoken.Text(value)
		case strings.Contains(name, "border"), strings.Contains(name, "outline"):
			r.bodyBorder = r.bodyBorder || ofBody
		}
		for _, t := range item {
			b.WriteString(t.Text)
		}
		b.WriteString(end.Text)
		if end.Kind == css.RightBraceToken && stroke != "" {
			b.WriteString(unzoomedRule(selectors, stroke))
			stroke = ""
		}
		begin = end.Start + len(end.Text)
	}
	return b.String()
}

// isBody reports whether a token of a selector is for the body or the root.
func isBody(t csstoken.Token) bool {
	return bodyOrRoot(strings.ToLower(strings.TrimPrefix(t.Text, "#")))
}

func bodyOrRoot(name string) bool { return name == "body" || name == "html" }

// item rewrites an item of a style sheet, which ends with a token. It returns a declaration's name and value.
func (r *rewriter) item(item []csstoken.Token, end css.TokenType) (name string, value []csstoken.Token) {
	isContent := func(t csstoken.Token) bool { return t.Kind != css.WhitespaceToken && t.Kind != css.CommentToken }
	first := slices.IndexFunc(item, isContent)
	if first < 0 {
		return "", nil
	}
	item = item[first:]
	name, value = csstoken.SplitDeclaration(item)
	at := strings.ToLower(item[0].Text)
	for i, t := range item {
		if t.Kind == css.URLToken || t.Kind == css.StringToken && at == "@import" {
			item[i].Text = r.load(t)
		}
	}
	switch {
	case at == "@media", at == "@import":
		r.viewport.query(item)
	case end != css.LeftBraceToken && len(value) > 0:
		r.viewport.declaration(name, item, value)
	}
	return name, value
}

// load rewrites the address of what is loaded, or of the part of the document that something is painted with.
func (r *rewriter) load(t csstoken.Token) string {
	address := t.Value()
	if t.Kind == css.URLToken && strings.HasPrefix(address, "#") {
		return strings.Replace(t.Text, "#", r.address+"#", 1)
	}
	r.loaded = append(r.loaded, address)
	return refuseUsers(t.Text)
}

// replace writes a text in the place of tokens.
func replace(tokens []csstoken.Token, text string) {
	for i := range tokens {
		tokens[i].Text = ""
	}
	tokens[0].Text = text
}
