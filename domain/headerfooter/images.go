package headerfooter

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"platen/domain/htmldoc"
)

// sharedImages are the data: images of a header. A logo of 50 kB would be in the overlay document once for each page, and an engine would
// decode each of them: for 95 pages that took a fifth of the time of the document itself. So a style sheet holds each image once, and
// the copies refer to it.
type sharedImages struct {
	position Position
	sources  []string
	index    map[string]int
}

const (
	// sharedFrom is the length from which a source is shared.
	sharedFrom = 512
	// sharedAttribute numbers the images of one source.
	sharedAttribute = "data-platen-image"
	// onePixel is a source that makes a browser treat the element as an image; the style replaces it.
	onePixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
)

// share takes the source out of an img element, if it is a long data: address.
func (s *sharedImages) share(img *html.Node) {
	if attribute(img, "srcset") != "" || attribute(img, sharedAttribute) != "" {
		return
	}
	for i := range img.Attr {
		a := &img.Attr[i]
		if a.Key != "src" || len(a.Val) < sharedFrom || !strings.EqualFold(a.Val[:len("data:")], "data:") {
			continue
		}
		number, known := s.index[a.Val]
		if !known {
			number = len(s.sources)
			s.sources, s.index[a.Val] = append(s.sources, a.Val), number
		}
		a.Val = onePixel
		img.Attr = append(img.Attr, html.Attribute{Key: sharedAttribute, Val: s.name(number)})
		return
	}
}

// name identifies a source. A header and a footer may share a document.
func (s *sharedImages) name(number int) string { return s.position.String()[:1] + strconv.Itoa(number) }

// styles are the rules that give the images their sources.
func (s *sharedImages) styles() string {
	// A URL parser skips tabs and line breaks. A CSS string must not contain line breaks.
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", "", "\r", "", "\f", `\c `, "\t", "")
	var b strings.Builder
	for number, source := range s.sources {
		b.WriteString("img[" + sharedAttribute + `="` + s.name(number) + `"]` + winning + `{content:url("`)
		b.WriteString(htmldoc.EscapeStyle(quoted.Replace(source)))
		b.WriteString("\")!important}\n")
	}
	return b.String()
}
