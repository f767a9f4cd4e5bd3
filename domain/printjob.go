package domain

// Size is a paper's size.
type Size struct{ Width, Height Length }

// A4 is the default paper, portrait.
var A4 = Size{210 * Millimetre, 297 * Millimetre}

// Margins are the distances from the paper's edges to the page's content.
type Margins struct{ Top, Right, Bottom, Left Length }

// UniformMargins gives four equal margins.
func UniformMargins(l Length) Margins { return Margins{l, l, l, l} }

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
	// Untagged is for what becomes an artifact of another document: its PDF needs no tags, whatever the engine's settings.
	Untagged bool
}

// PDF is what an engine printed.
type PDF struct {
	// Content is a whole PDF file, from %PDF- to %%EOF. It belongs to the caller.
	Content []byte
	// Traffic is what the document asked the network for.
	Traffic Traffic
	// Memory is the most that the process that printed it held meanwhile, without the files that it maps; 0: not known.
	Memory ByteSize
}
