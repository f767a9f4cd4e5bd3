package htmldoc

import "strings"

// NeutralizeRefresh disables every meta element that would load another page (http-equiv=refresh). The h of the
// attribute's name becomes a character reference: in a tag that is another name, in text it is the same letter.
func NeutralizeRefresh(document string) string {
	var b strings.Builder
	done := 0
	for part := range TagParts(document, "meta") {
		if part.Attribute != "http-equiv" || !mayBeRefresh(part.Value) {
			continue
		}
		b.WriteString(document[done:part.offset])
		b.WriteString("&#104;")
		done = part.offset + len("h")
	}
	if done == 0 {
		return document
	}
	b.WriteString(document[done:])
	return b.String()
}

// mayBeRefresh errs towards true for values that are spelled with character references.
func mayBeRefresh(value string) bool {
	return value == "refresh" || strings.Contains(value, "&")
}
