package pagecss

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// ReadSheet gives the text of the style sheet at an address.
type ReadSheet func(ctx context.Context, address string) (string, error)

// Bounds of external style sheets. A document has a few; a hostile one imports without end.
const (
	maxExternal    = 50
	maxImportDepth = 5
)

// WithExternal gives the style sheets with the text of external ones, in the order of the cascade: a linked sheet in its
// place, an imported one before the sheet that imports it. A sheet that cannot be read is left out, and so are those
// beyond the first 50, or imported more than 5 levels deep.
//
// It is for engines that do not read page rules themselves, and print what a Geometry says.
func WithExternal(ctx context.Context, sheets []Stylesheet, read ReadSheet) []Stylesheet {
	l := loader{ctx: ctx, read: read}
	for _, sheet := range sheets {
		l.add(sheet, nil)
	}
	return l.sheets
}

// loader collects the sheets.
type loader struct {
	ctx    context.Context
	read   ReadSheet
	loaded int
	sheets []Stylesheet
}

// add adds a sheet after those that it imports. The path leads to it: the addresses of the sheets that import it.
func (l *loader) add(sheet Stylesheet, path []string) {
	if sheet.URL != "" && sheet.Text == "" {
		if l.loaded == maxExternal || len(path) > maxImportDepth || slices.Contains(path, sheet.URL) || l.ctx.Err() != nil {
			return
		}
		l.loaded++
		text, err := l.read(l.ctx, sheet.URL)
		if err != nil {
			return
		}
		sheet.Text = text
	}
	for _, imported := range importsOf(sheet) {
		l.add(imported, append(path[:len(path):len(path)], sheet.URL))
	}
	l.sheets = append(l.sheets, sheet)
}

// importsOf gives the sheets that a sheet imports: @import rules precede all others but @charset and @layer.
func importsOf(sheet Stylesheet) (imported []Stylesheet) {
	lexer := css.NewLexer(parse.NewInputString(sheet.Text))
	var statement []token
	for {
		kind, data := lexer.Next()
		switch kind {
		case css.ErrorToken, css.LeftBraceToken:
			return imported
		case css.CommentToken:
		case css.SemicolonToken:
			switch statement = trimBlanks(statement); {
			case len(statement) == 0:
			case strings.EqualFold(statement[0].text, "@import"):
				if s, ok := importOf(sheet, trimBlanks(statement[1:])); ok {
					imported = append(imported, s)
				}
			case statement[0].kind != css.AtKeywordToken:
				return imported
			}
			statement = statement[:0]
		default:
			if statement = append(statement, token{kind, string(data)}); len(statement) == maxItem {
				return imported
			}
		}
	}
}

// importOf reads what follows @import: an address, and after it a layer, a condition and media queries.
func importOf(sheet Stylesheet, tokens []token) (Stylesheet, bool) {
	if len(tokens) == 0 {
		return Stylesheet{}, false
	}
	address := ""
	switch first := tokens[0]; first.kind {
	case css.StringToken:
		address = strings.Trim(first.text, `"'`)
	case css.URLToken:
		address = strings.Trim(first.text[len("url("):len(first.text)-1], `"' `)
	}
	s := Stylesheet{
		URL:        resolve(sheet.URL, address),
		layered:    sheet.layered,
		conditions: append(sheet.conditions[:len(sheet.conditions):len(sheet.conditions)], sheet.Media),
	}
	rest := trimBlanks(tokens[1:])
	if len(rest) > 0 && strings.EqualFold(rest[0].text, "layer") {
		s.layered, rest = true, trimBlanks(rest[1:])
	} else if len(rest) > 0 && strings.EqualFold(rest[0].text, "layer(") {
		r := conditionReader{tokens: rest}
		r.parenthesised()
		s.layered, rest = true, trimBlanks(r.tokens)
	}
	if len(rest) > 0 && strings.EqualFold(rest[0].text, "supports(") {
		r := conditionReader{tokens: rest}
		if inside := r.parenthesised(); !supports(inside) && supportsDeclaration(trimBlanks(inside)) != isTrue {
			return Stylesheet{}, false
		}
		rest = r.tokens
	}
	var media strings.Builder
	for _, t := range rest {
		media.WriteString(t.text)
	}
	s.Media = strings.TrimSpace(media.String())
	return s, s.URL != ""
}

// resolve gives the absolute address of a reference; "" if it has none.
func resolve(base, reference string) string {
	u, err := url.Parse(strings.TrimSpace(reference))
	if err != nil || reference == "" {
		return ""
	}
	if from, err := url.Parse(base); err == nil {
		u = from.ResolveReference(u)
	}
	if !u.IsAbs() {
		return ""
	}
	return u.String()
}
