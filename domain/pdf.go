package domain

// PDF is what an engine printed.
type PDF struct {
	// Content is a whole PDF file, from %PDF- to %%EOF. It belongs to the caller.
	Content []byte
	// Traffic is what the document asked the network for.
	Traffic Traffic
	// Memory is the most that the process that printed it held meanwhile, without the files that it maps; 0: not known.
	Memory ByteSize
}

// Page is what a finished PDF says of one of its pages.
type Page struct {
	// Size is the page's size as a reader shows it: cropped and turned.
	Size Size
	// Links are those to an address, in the PDF's order. Links within the document are not among them.
	Links []Link
}

// Link is a region of a page that opens an address.
type Link struct {
	Rect Rect
	URI  string
}
