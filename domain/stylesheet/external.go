package stylesheet

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/internal/csscascade"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/cssescape"
)

// ReadSheet returns the text of the style sheet at an address.
type ReadSheet func(ctx context.Context, address string) (string, error)

// Bounds of external style sheets. A document has a few; a hostile one imports without end.
const (
	maxExternal    = 100
	maxImportDepth = 10
	// maxExternalText bounds their texts together.
	maxExternalText = 20 * domain.MiB
)

// WithExternal returns the style sheets with the text of external ones, in the order of the cascade: a linked sheet in its
// place, an imported one before the sheet that imports it. A sheet that cannot be read is left out, and so is one that
// imports itself, as in browsers.
//
// The error is that of ctx, soon after it ends, or an InvalidRequest: there are more than 100 sheets, they are imported
// more than 10 levels deep, or they are too long.
func WithExternal(ctx context.Context, sheets []Sheet, read ReadSheet) ([]Sheet, error) {
	l := loader{ctx: ctx, read: read}
	for _, sheet := range sheets {
		if err := l.add(sheet, nil); err != nil {
			return nil, err
		}
	}
	return l.sheets, ctx.Err()
}

// loader collects the sheets.
type loader struct {
	ctx    context.Context
	read   ReadSheet
	loaded int
	text   domain.ByteSize // of those
	sheets []Sheet
}

// add adds a sheet after those that it imports. The path leads to it: the addresses of the sheets that import it.
func (l *loader) add(sheet Sheet, path []string) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	if sheet.External {
		switch {
		case slices.Contains(path, sheet.URL):
			return nil
		case len(path) > maxImportDepth:
			return domain.Invalidf("the document's style sheets import each other more than %d levels deep, too deep to read its @page rules", maxImportDepth)
		case l.loaded == maxExternal:
			return domain.Invalidf("the document links or imports more than %d style sheets, too many to read its @page rules", maxExternal)
		}
		l.loaded++
		text, err := l.read(l.ctx, sheet.URL)
		if err != nil {
			return l.ctx.Err()
		}
		sheet.Text = text
		path = append(path[:len(path):len(path)], sheet.URL)
		if l.text += domain.ByteSize(len(text)); l.text > maxExternalText {
			return domain.Invalidf("the style sheets that the document links or imports have more than %s of text", maxExternalText)
		}
	}
	for at, imported := range importsOf(l.ctx, sheet) {
		if before := sheet.Text[:at]; mentions(before, "layer") {
			// Layers that are named before an import precede those in it.
			l.sheets = append(l.sheets, Sheet{Text: before, Media: sheet.Media, layer: sheet.layer, conditions: sheet.conditions, partOfNext: true})
		}
		if last := len(imported.layer) - 1; last >= 0 && imported.layer[last] == "" {
			imported.layer[last] = fmt.Sprintf("import %d", l.loaded) // which no author can write
		}
		if err := l.add(imported, path); err != nil {
			return err
		}
	}
	l.sheets = append(l.sheets, sheet)
	return nil
}

// importsOf returns the sheets that a sheet imports, with the offsets of the @import rules: they precede all others but @charset
// and @layer.
func importsOf(ctx context.Context, sheet Sheet) iter.Seq2[int, Sheet] {
	return func(yield func(int, Sheet) bool) {
		var statement []csstoken.Token
		for t := range csstoken.All(ctx, sheet.Text) {
			switch t.Kind {
			case css.LeftBraceToken:
				return
			case css.CommentToken:
			case css.SemicolonToken:
				imported, goOn := importIn(sheet, csstoken.Trim(statement))
				if imported.External && !yield(statement[0].Start, imported) || !goOn {
					return
				}
				statement = statement[:0]
			default:
				if statement = append(statement, t.Canonical()); len(statement) == csstoken.MaxItem {
					return
				}
			}
		}
		if imported, _ := importIn(sheet, csstoken.Trim(statement)); imported.External {
			yield(statement[0].Start, imported)
		}
	}
}

// importIn reads a statement, which may be an @import rule. goOn tells whether others may follow.
func importIn(sheet Sheet, statement []csstoken.Token) (imported Sheet, goOn bool) {
	if len(statement) == 0 {
		return Sheet{}, true
	}
	if strings.EqualFold(statement[0].Text, "@import") {
		imported, _ = importOf(sheet, csstoken.Trim(statement[1:]))
	}
	return imported, statement[0].Kind == css.AtKeywordToken && !strings.EqualFold(statement[0].Text, "@namespace")
}

// importOf reads what follows @import: an address, and after it a layer, a condition and media queries.
func importOf(sheet Sheet, tokens []csstoken.Token) (Sheet, bool) {
	if len(tokens) == 0 {
		return Sheet{}, false
	}
	address := ""
	switch first := tokens[0]; first.Kind {
	case css.StringToken:
		address = cssescape.String(first.Text)
	case css.URLToken:
		address = cssescape.URL(first.Text)
	}
	s := Sheet{
		External:   true,
		URL:        Resolve(sheet.URL, address),
		layer:      sheet.layer,
		partOfNext: true,
		conditions: append(sheet.conditions[:len(sheet.conditions):len(sheet.conditions)], sheet.Media),
	}
	rest := csstoken.Trim(tokens[1:])
	if len(rest) > 0 && strings.EqualFold(rest[0].Text, "layer") {
		s.layer, rest = append(s.layer[:len(s.layer):len(s.layer)], ""), csstoken.Trim(rest[1:])
	} else if len(rest) > 0 && strings.EqualFold(rest[0].Text, "layer(") {
		inside, after := csstoken.Parenthesised(rest)
		paths, ok := csscascade.LayerPaths(inside)
		if !ok || len(paths) > 1 {
			return Sheet{}, false
		}
		s.layer, rest = append(s.layer[:len(s.layer):len(s.layer)], paths[0]...), csstoken.Trim(after)
	}
	if len(rest) > 0 && strings.EqualFold(rest[0].Text, "supports(") {
		inside, after := csstoken.Parenthesised(rest)
		if !csscondition.SupportsImport(inside) {
			return Sheet{}, false
		}
		rest = after
	}
	s.Media = csstoken.Text(rest)
	s.Layered, s.Conditions = len(s.layer) > 0, s.conditions
	if s.URL == "" {
		return Sheet{}, false
	}
	return s, true
}

// Resolve returns the absolute address of a reference; "" if it has none. As in browsers, tabs and line breaks in it do
// not count.
func Resolve(base, reference string) string {
	reference = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(strings.TrimSpace(reference))
	u, err := url.Parse(reference)
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
