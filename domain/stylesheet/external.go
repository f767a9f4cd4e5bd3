// Package stylesheet holds the style sheets of a document, finds those that they import (CSS Cascade 5, section 2), and reads their media
// features.
package stylesheet

import (
	"context"
	"iter"
	"net/url"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
)

// Sheet is a style sheet of a document.
type Sheet struct {
	// Text is CSS.
	Text string
	// External: the sheet is at URL, and Text is empty until WithExternal reads it.
	External bool
	// Media is the list of media queries that the sheet is for, as in the media attribute; empty: all media.
	Media string
	// URL is the absolute address of an external style sheet, and the base of addresses in it. In a sheet of the
	// document it is the document's base, if it has one.
	URL string
	// Layered: the sheet is imported into a cascade layer. Conditions are the media queries of the sheets that import it.
	Layered    bool
	Conditions []string
}

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
			return domain.Invalidf("the document's style sheets import each other more than %d levels deep, "+
				"too deep to read its @page rules", maxImportDepth)
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
	for imported := range importsOf(l.ctx, sheet) {
		if err := l.add(imported, path); err != nil {
			return err
		}
	}
	l.sheets = append(l.sheets, sheet)
	return nil
}

// importsOf returns the sheets that a sheet imports: these rules precede all others but @charset and @layer.
func importsOf(ctx context.Context, sheet Sheet) iter.Seq[Sheet] {
	return func(yield func(Sheet) bool) {
		for item, end := range csstoken.Items(ctx, sheet.Text, csstoken.MaxItem) {
			statement := csstoken.WithoutComments(item)
			switch {
			case end.Kind == css.LeftBraceToken, len(item) == csstoken.MaxItem:
				return
			case len(statement) == 0:
			case statement[0].Kind != css.AtKeywordToken, strings.EqualFold(statement[0].Text, "@namespace"):
				return
			case strings.EqualFold(statement[0].Text, "@import"):
				if imported := importOf(sheet, csstoken.Trim(statement[1:])); imported.External && !yield(imported) {
					return
				}
			}
		}
	}
}

// importOf reads what follows @import: an address, and after it a layer, a condition and media queries.
func importOf(sheet Sheet, tokens []csstoken.Token) Sheet {
	if len(tokens) == 0 {
		return Sheet{}
	}
	address := ""
	if first := tokens[0]; first.Kind == css.StringToken || first.Kind == css.URLToken {
		address = first.Value()
	}
	s := Sheet{
		External:   true,
		URL:        Resolve(sheet.URL, address),
		Layered:    sheet.Layered,
		Conditions: append(sheet.Conditions[:len(sheet.Conditions):len(sheet.Conditions)], sheet.Media),
	}
	rest := csstoken.Trim(tokens[1:])
	if len(rest) > 0 && strings.EqualFold(rest[0].Text, "layer") {
		s.Layered, rest = true, csstoken.Trim(rest[1:])
	} else if len(rest) > 0 && strings.EqualFold(rest[0].Text, "layer(") {
		_, rest = csstoken.Parenthesised(rest)
		s.Layered, rest = true, csstoken.Trim(rest)
	}
	if len(rest) > 0 && strings.EqualFold(rest[0].Text, "supports(") {
		_, rest = csstoken.Parenthesised(rest)
		s.Conditions = append(s.Conditions, "not all") // only an engine knows
	}
	if s.Media = csstoken.Text(rest); s.URL == "" {
		return Sheet{}
	}
	return s
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
