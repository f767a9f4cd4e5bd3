package ports

import (
	"context"

	"platen/domain"
)

// Stamper lays pages of some PDFs over the pages of another: headers and footers over a body.
type Stamper interface {
	// Open parses a PDF once for all methods of the StampTarget. It keeps the bytes, which must not change until the
	// last call of Stamp. An error means that the bytes are no PDF that can be stamped. Safe for concurrent use.
	Open(ctx context.Context, body []byte) (StampTarget, error)
}

// StampTarget is a parsed PDF onto which overlays can be stamped. It is for one goroutine.
type StampTarget interface {
	// Pages are the sizes of the pages as a reader shows them, in order; at least one.
	Pages() []domain.Size
	// Crop makes a part of a page, counted from 1, the whole page. The part is given on the page as a reader shows it. What
	// is beyond it is not shown, and links to places on it still lead there. A page number beyond the last is ignored.
	Crop(page int, part domain.Rect)
	// Stamp lays the overlays over the pages and returns a whole new PDF. It is called once.
	//
	// Overlays come last on their pages and are marked as artifacts, so that text order and accessibility
	// stay the body's. Their links to an address stay clickable, except internal ones to headerfooter.EndLinkURI, which
	// are removed. Those to headerfooter.FragmentURI lead to the body's named destination of that fragment, or are
	// removed if there is none. The body keeps its title, bookmarks, links and tags.
	Stamp(ctx context.Context, overlays ...Overlay) ([]byte, error)
}

// Overlay is a PDF whose pages are laid over others.
type Overlay struct {
	// Content is a whole PDF; it must not change meanwhile.
	Content []byte
	// Placements say which page goes where; a page may be used several times, or never.
	Placements []Placement
}

// Placement is where one page of an overlay goes.
type Placement struct {
	// TargetPage is the page of the body, SourcePage the page of the overlay; both count from 1.
	TargetPage, SourcePage int
	// Region is on the body's page as a reader shows it, and may reach beyond it. The overlay's top left corner goes to
	// the region's; what reaches beyond the region is cut off. The background of the overlay's document is left out, since
	// it would hide the body: the rectangles that cover its page and are painted before all else.
	Region domain.Rect
	// Scale is the factor by which the overlay is enlarged; 0 means 1, its own size.
	Scale float64
}
