// Package stylesheet holds the style sheets of a document, and finds those that they import (CSS Cascade 5, section 2).
package stylesheet

import "strings"

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

// Mentions reports whether the sheet may have an at-rule of that name. It spares most sheets the parsing.
func (s Sheet) Mentions(atRule string) bool {
	for text := s.Text; ; {
		at := strings.IndexByte(text, '@')
		if at < 0 {
			return false
		}
		text = text[at+1:]
		start := text[:min(len(text), len(atRule)*longestEscape)]
		if len(start) >= len(atRule) && strings.EqualFold(start[:len(atRule)], atRule) || strings.Contains(start, `\`) {
			return true // or maybe, in escapes
		}
	}
}

// longestEscape is the length of a letter that is an escape.
const longestEscape = len(`\000070 `)
