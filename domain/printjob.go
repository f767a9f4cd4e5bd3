package domain

// PrintJob is one HTML document on one paper: all that an engine needs to know.
type PrintJob struct {
	// HTML is the whole document. It holds its styles, and nothing in it navigates by itself.
	HTML string
	// Paper and Margins hold for every page. On an engine that follows page rules, they hold where the document's own @page rules say
	// nothing.
	Paper   Size
	Margins Margins
	// Destinations are fragments of the document, as links write them after "#", of which the PDF gets named destinations
	// even if no link of the document leads there. Those that the document does not have are left out.
	Destinations []string
	// FirstTop is how much taller the top margin of the first page is. Engines that follow page rules ignore it.
	FirstTop Length
	// Tagged makes a tagged PDF, whatever the engine's settings, in which what the document hides from assistive technology is in figures of
	// the alternative Decoration, as far as the engine can. Engines that cannot make tagged PDFs ignore it.
	Tagged bool
	// Untagged is for what becomes an artifact of another document: its PDF needs no tags, whatever the engine's settings.
	Untagged bool
	// PageBoxes adds links to PageBoxURI to each page. The largest of their rectangles is the box of the page's content, in whole CSS
	// pixels. Pages whose root element is transformed or filtered have none. Engines that do not follow page rules ignore it.
	PageBoxes bool
}

// PageBoxURI is the address of links that are no part of a document: see PrintJob.PageBoxes.
const PageBoxURI = "https://box.platen.invalid/"

// Decoration is the alternative of figures that are no part of what a document says: see PrintJob.Tagged.
const Decoration = "decoration.platen.invalid"
