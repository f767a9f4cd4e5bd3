package domain

// PageText is the text that a finished PDF paints on one of its pages.
type PageText struct {
	// Size is the page's size as a reader shows it.
	Size Size
	// Spans are in the order in which the page paints them.
	Spans []TextSpan
}

// TextSpan is a piece of text on one line: a letter, a word, or several words.
type TextSpan struct {
	Text string
	// Left is the distance from the page's left edge to the first letter, Baseline from the top edge to the baseline.
	Left, Baseline Length
}
