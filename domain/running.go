package domain

// Numbering says which numbers a header or footer shows.
type Numbering int

// The kinds of numbering, in the order of the prints they need.
const (
	// Unnumbered: one print serves every page of every document.
	Unnumbered Numbering = iota
	// TotalOnly: one print serves every page of one document.
	TotalOnly
	// PerPage: every page has a print of its own.
	PerPage
)

// EndMark is the address of the link that stands at the end of each copy of a running element: the upper
// edge of its rectangle is where the copy ends. It is for the service alone; no result keeps it.
const EndMark = "https://end.platen.invalid/"

// Running is a header or a footer: what CSS calls a running element, HTML that stands on every page.
type Running struct{ html string }

// ParseRunning reads headerHtml or footerHtml, a fragment or a whole document, whose placeholders are filled.
func ParseRunning(html string) *Running { return &Running{html: html} }

// Numbering says which numbers it shows.
func (r *Running) Numbering() Numbering { return PerPage }

// Strip makes the sheet of copies for pages first to last of a document of total pages: one page of the
// strip for each, of the given size and without margins, each copy at the page's top with EndMark after it.
func (r *Running) Strip(paper Size, first, last, total int) Sheet {
	return Sheet{HTML: r.html, Paper: paper}
}

// Furniture is what stands around the content of every page: how much room the header and the footer need.
type Furniture struct {
	// Header and Footer are their measured heights; 0 where there is none.
	Header, Footer Length
	// Edge is the distance between paper edge and header or footer, Gap between those and the content.
	Edge, Gap Length
}

// MaxShare is the share of a page's height that a header or a footer may take.
const MaxShare = 0.4

// MakeRoom gives the styles that leave room for the furniture on every page, page rule by page rule, and the
// margins of a page that no selector singles out. The error is an InvalidRequest.
func (f Furniture) MakeRoom(rules []PageRule, paper Size, margins Margins) (css string, room Margins, err error) {
	return "", margins, nil
}
