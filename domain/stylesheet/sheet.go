package stylesheet

import (
	"strings"

	"platen/domain/csstoken"
	"platen/domain/internal/csscondition"
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

	layer      []string // the path of the cascade layer that it is imported into
	partOfNext bool     // it is part of the next sheet, which imports it
	conditions []string // media queries of the sheets that import it
}

// Applies reports whether the media queries of the sheet and of those that import it are true.
func (s Sheet) Applies(m csscondition.Media) bool {
	for _, queries := range append(s.conditions[:len(s.conditions):len(s.conditions)], s.Media) {
		if tokens := csstoken.Read(queries); len(tokens) >= csstoken.MaxItem || !m.Applies(tokens) {
			return false
		}
	}
	return true
}

// Layer returns the path of the cascade layer that the sheet is imported into: each name may be empty.
func (s Sheet) Layer() []string { return s.layer }

// PartOfNext reports whether the sheet is part of the one that follows it, which imports it.
func (s Sheet) PartOfNext() bool { return s.partOfNext }

// Mentions reports whether the sheet may have one of the at-rules. It spares most sheets the parsing.
func (s Sheet) Mentions(atRules ...string) bool { return mentions(s.Text, atRules...) }

// mentions reports whether a style sheet may have one of the at-rules.
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
