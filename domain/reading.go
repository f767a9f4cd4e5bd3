package domain

// Reading is the text and the inventory of a finished PDF.
type Reading struct {
	// Title is the document's own; empty if it has none.
	Title string
	Inventory
	// Pages are in the PDF's order.
	Pages []ReadPage
}

// Inventory is what a PDF has beside its pages; nothing if it was not read.
type Inventory struct {
	// Fonts are the names of the fonts it uses, without subset prefixes, sorted, each once.
	Fonts []string
	// Links are the addresses that it links to, page by page, in the PDF's order.
	Links []string
	// Unread: the fonts and links are not known.
	Unread bool
	// Bookmarks are the entries of its outline, each before those below it; none if there is no outline.
	Bookmarks []Bookmark
	// Fields are the names of the form's fields that readers can fill in; none if there is no form.
	Fields []string
	// Tags are the elements of a tagged PDF's structure, each before those within it; none if the PDF is not tagged.
	Tags []Tag
}

// Bookmark is an entry of a PDF's outline, which readers show beside the pages.
type Bookmark struct {
	Title string `json:"title"`
	// Level is 1 for the outermost entries.
	Level int `json:"level"`
	// Page is the page that it leads to, counted from 1; 0: none, or a place that the reader does not understand.
	Page int `json:"page"`
}

// Tag is an element of a tagged PDF's structure, which assistive technology reads instead of the page.
type Tag struct {
	// Type is the structure type, such as H1, P or Table (ISO 32000-1, 14.8.4).
	Type string
	// Level is 1 for the outermost elements.
	Level int
	// Alt is the alternative text, of figures above all.
	Alt string
}

// ReadPage is one page of a Reading.
type ReadPage struct {
	// Size is the page's size as a reader shows it.
	Size Size
	// Words are in reading order.
	Words []Word
}

// Word is a run of characters without a blank, and where it stands on its page.
type Word struct {
	Text string
	Box  Rect
}
