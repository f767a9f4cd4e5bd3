package domain

// PrintJob is one HTML document on one paper: all that an engine needs to know.
type PrintJob struct {
	// HTML is the whole document. It holds its styles, and nothing in it navigates by itself.
	HTML string
	// Paper and Margins hold for every page. An engine that supports page selectors (named, :first, :left, :right) follows the
	// document's own @page rules for such pages instead.
	Paper   Size
	Margins Margins
	// Destinations are fragments of the document, as links write them after "#", of which the PDF gets named destinations
	// even if no link of the document leads there. Those that the document does not have are left out.
	Destinations []string
	// Skip makes the print continue another one of the document, whose first page has other margins. It is the height of
	// the content's beginning that stands above the first page and is not painted; below 0, of empty room at the first
	// page's top. Engines that support page selectors ignore it, and the two fields below.
	Skip Length
	// Viewport is the box that lengths such as 50vh and media queries refer to; zero: the one between the margins.
	Viewport Size
	// NamedLinks makes links within the document lead to named destinations, all of which the PDF defines that it paints.
	NamedLinks bool
	// Untagged is for what becomes an artifact of another document: its PDF needs no tags, whatever the engine's settings.
	Untagged bool
}
