package domain

// Rect is a region of a page. Distances are from the left and the top edge of the page as a reader shows it.
type Rect struct{ Left, Top, Right, Bottom Length }

// Width is the distance from the left to the right edge.
func (r Rect) Width() Length { return r.Right - r.Left }

// Height is the distance from the top to the bottom edge.
func (r Rect) Height() Length { return r.Bottom - r.Top }

// Move gives the region shifted to the right and down.
func (r Rect) Move(right, down Length) Rect {
	return Rect{r.Left + right, r.Top + down, r.Right + right, r.Bottom + down}
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
