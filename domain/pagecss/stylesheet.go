package pagecss

// Stylesheet is a style sheet of a document.
type Stylesheet struct {
	// Text is CSS.
	Text string
	// External: the sheet is at URL, and Text is empty until WithExternal reads it.
	External bool
	// Media is the list of media queries that the sheet is for, as in the media attribute; empty: all media.
	Media string
	// URL is the absolute address of an external style sheet, and the base of addresses in it. In a sheet of the
	// document it is the document's base, if it has one.
	URL string

	layer      []string // the path of the cascade layer that it is imported into
	partOfNext bool     // it is part of the next sheet, which imports it
	conditions []string // media queries of the sheets that import it
}

// applies tells whether the media queries of the sheet and of those that import it are true.
func (s Stylesheet) applies(m media) bool {
	for _, queries := range append(s.conditions[:len(s.conditions):len(s.conditions)], s.Media) {
		if tokens := tokensOf(queries); len(tokens) >= maxItem || !m.applies(tokens) {
			return false
		}
	}
	return true
}
