package domain

// Reading is the text, the fonts, the links and the bookmarks of a finished PDF.
type Reading struct {
	// Title and Producer are the document's own entries; empty if it has none.
	Title, Producer string
	// Fonts are the names of the fonts it uses, without subset prefixes, sorted, each once.
	Fonts []string
	// Bookmarks are the titles of the PDF's outline, in its order; none if they were not read.
	Bookmarks []string
	// Pages are in the PDF's order.
	Pages []ReadPage
}

// ReadPage is one page of a Reading.
type ReadPage struct {
	// Size is the page's size as a reader shows it.
	Size Size
	// Words are in reading order.
	Words []Word
	// Links are the addresses that it links to, in the PDF's order.
	Links []string
}

// Word is a run of characters without a blank, and where it stands on its page.
type Word struct {
	Text string
	Box  Rect
}
