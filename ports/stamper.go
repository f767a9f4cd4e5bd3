package ports

import (
	"context"

	"platen/domain"
)

// Stamper finishes a PDF: it lays header and footer over its pages, describes the document, and makes the PDF keep standards.
type Stamper interface {
	// Stamp returns a whole new PDF of the body's pages. The body keeps its bookmarks, links and tags; it must not change
	// meanwhile. Links to domain.PageBoxURI, which have no tags, and to htmldoc.PlaceURI are removed. Those to a fragment of
	// htmldoc.RelativeBase lead to its place or its named destination, and those to relative addresses, scripts and files lead nowhere.
	// The Conformance says which of the standards the PDF claims: those that this PDF cannot be made to keep are unmet.
	// An error means that the bytes are no PDF that can be stamped, or that the changes do not fit it. Safe for concurrent use.
	Stamp(ctx context.Context, body []byte, changes StampChanges) ([]byte, domain.Conformance, error)
}

// StampChanges are the changes of a body. Pages are counted from 1.
type StampChanges struct {
	// Metadata describes the document, in its information dictionary and in XMP. What is empty stays as the engine wrote it.
	Metadata domain.Metadata
	// Standards are to be kept and claimed; those that are unmet already are not claimed. UA1 needs a tagged body.
	Standards domain.Conformance
	// Crops are regions of pages, as a reader shows them, that become the whole page. What is outside is not shown, and links to
	// places on it still lead there. Overlays are placed on the cropped page.
	Crops map[int]domain.Rect
	// Overlays come last on their pages and are marked as artifacts, so that text order and accessibility stay the body's. Their
	// links to an address stay clickable, except internal ones to headerfooter.EndLinkURI, which are removed. Those to
	// headerfooter.FragmentURI lead to the body's place of that fragment, or are removed if there is none.
	Overlays []Overlay
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
