package domain

// Request is what a client asks for: a template, what fills it, and what stands above and below every page.
type Request struct {
	// HTML is the template of the document's body: a whole document or a fragment.
	HTML string
	// CSS goes into the document after its own styles. It holds no placeholders.
	CSS string
	// Data holds the values of the placeholders.
	Data Data
	// HeaderHTML and FooterHTML stand at the top and the bottom of every page; empty: none.
	HeaderHTML, FooterHTML string
}

// ParseRequest reads the JSON form of a request: one object with the fields html, css, data, headerHtml and
// footerHtml. It does not Validate. It keeps nothing of body.
func ParseRequest(body []byte) (Request, error) {
	return Request{}, Invalidf("not read yet: %d bytes", len(body))
}

// Validate says whether the request can be printed.
func (r Request) Validate() error {
	return nil
}
