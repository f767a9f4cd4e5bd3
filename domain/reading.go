package domain

// Reading is what a finished PDF says, without its pictures.
type Reading struct {
	// Title and Producer are the document's own entries; empty where it has none.
	Title, Producer string
	// Fonts are the names of the fonts it uses, without subset prefixes, sorted, each once.
	Fonts []string
	// Pages are in the PDF's order.
	Pages []ReadPage
}

// ReadPage is what one page says.
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
