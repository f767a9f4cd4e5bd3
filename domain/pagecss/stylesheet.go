package pagecss

// Stylesheet is the text of a style sheet of a document.
type Stylesheet struct {
	// Text is CSS.
	Text string
	// Media is the list of media queries that the sheet is for, as in the media attribute; empty: all media.
	Media string
}
