package domain

// PrintJob is one HTML document on one paper: all that an engine needs to know.
type PrintJob struct {
	// HTML is the whole document. It holds its styles, and nothing in it navigates by itself.
	HTML string
	// Paper and Margins hold for every page. On an engine that follows page rules, they hold where the document's own @page rules say
	// nothing.
	Paper   Size
	Margins Margins
	// Destinations are fragments of the document, as links write them after "#", of which the PDF gets named destinations, or links to
	// htmldoc.PlaceURI, even if no link of the document leads there. Those that the document does not have are left out.
	Destinations []string
	// Viewport is what media queries and units of the viewport refer to; zero: the content of the first page. On engines that follow page
	// rules, the units may refer to that even so.
	Viewport Size
	// FirstTop is how much taller the top margin of the first page is. Engines that follow page rules ignore it.
	FirstTop Length
	// Tagged makes a tagged PDF, whatever the engine's settings, in which what the document hides from assistive technology is in figures of
	// the alternative Decoration, as far as the engine can. Engines that cannot make tagged PDFs ignore it.
	Tagged bool
	// Untagged is for what becomes an artifact of another document: its PDF needs no tags, whatever the engine's settings.
	Untagged bool
	// PageBoxes adds links to PageBoxURI to each page, without tags. The largest of their rectangles is the box of the page's content, in
	// whole CSS pixels. Pages whose root element is transformed or filtered have none. Engines that do not follow page rules ignore it.
	PageBoxes bool
}

// FirstContent is the size of the first page's content, on engines that give all pages the job's paper and margins.
func (j PrintJob) FirstContent() Size {
	return Size{
		Width: max(0, j.Paper.Width-j.Margins.Left-j.Margins.Right), Height: max(0, j.Paper.Height-j.Margins.Top-j.FirstTop-j.Margins.Bottom),
	}
}

// PageBoxURI is the address of links that are no part of a document: see PrintJob.PageBoxes.
const PageBoxURI = "https://box.platen.invalid/"

// Decoration is the alternative of figures that are no part of what a document says: see PrintJob.Tagged.
const Decoration = "decoration.platen.invalid"

// PDF is what an engine printed.
type PDF struct {
	// Content is a whole PDF file, from %PDF- to %%EOF. It belongs to the caller.
	Content []byte
	// Traffic is what the document asked the network for.
	Traffic Traffic
	// Memory is the most that the process that printed it held meanwhile, without the files that it maps; 0: not known.
	Memory ByteSize
}
