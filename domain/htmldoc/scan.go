package htmldoc

import (
	"cmp"
	"context"
	"strings"

	"platen/domain/stylesheet"

	"golang.org/x/net/html"
)

// documentScan holds the places for styles in a document, and its style sheets.
type documentScan struct {
	// firstStyles is the offset for styles before the author's own.
	firstStyles int
	// lastStyles is the offset for further styles: after the last of the author's own, or else at the end of the
	// head, or as near to that as the document's tags allow.
	lastStyles int
	// unclosed ends the style element that the document ends in, before further styles; empty: there is none.
	unclosed string
	// stylesheets are those of style and link elements, in document order.
	stylesheets []stylesheet.Sheet
	// base is the base of addresses, if the document has one.
	base string
	// rootAttributes are those of all html tags: a second one adds to the first.
	rootAttributes map[string]string
	// named are the title and the contents of meta elements, by their names.
	named map[string]string
}

// scan reads a document in one pass of tokens.
func scan(ctx context.Context, document string) documentScan {
	s := scanner{z: html.NewTokenizer(NewReader(ctx, document)), document: document, prolog: true, firstStyle: len(document)}
	s.rootAttributes, s.named = map[string]string{}, map[string]string{}
	for s.next() {
		s.token()
	}
	s.lastStyles = s.placeOfLast()
	s.firstStyles = s.placeOfFirst()
	return s.documentScan
}

// scanner is the state of a scan. An offset is 0 until its place is found.
type scanner struct {
	documentScan
	z          *html.Tokenizer
	document   string
	kind       html.TokenType
	start, end int // of the current token

	foreign   foreign
	templates int // open template elements, whose content is inert

	prolog     bool // only white space, comments and a doctype so far
	body       bool // the body's start tag was found
	style      *styleElement
	pending    bool   // a style element ended, and no place after it was noted yet
	title      string // of the preferred style sheets
	firstStyle int    // before the first effective style
	afterLast  int    // after the last effective style
	headEnd    int    // before the head's end tag
	headStart  int    // after the head's start tag
	root       int    // after the root's start tag
	prologEnd  int    // after doctype and comments
}

// styleElement is a style element whose end tag was not found yet.
type styleElement struct {
	media, title string
	text         []string
}

func (s *scanner) next() bool {
	s.z.AllowCDATA(s.foreign.inside())
	s.kind = s.z.Next()
	s.start, s.end = s.end, s.end+len(s.z.Raw())
	if s.kind == html.ErrorToken && s.style != nil {
		s.endInStyle()
	}
	return s.kind != html.ErrorToken
}

func (s *scanner) token() {
	switch s.kind {
	case html.TextToken:
		s.text()
	case html.StartTagToken, html.SelfClosingTagToken:
		s.prolog = false
		s.startTag()
	case html.EndTagToken:
		s.prolog = false
		s.endTag()
	case html.CommentToken, html.DoctypeToken:
		if s.prolog {
			s.prologEnd = s.end
		}
	}
}

func (s *scanner) text() {
	raw := s.document[s.start:s.end]
	switch {
	case s.style != nil && s.foreign.inside():
		s.style.text = append(s.style.text, string(s.z.Text()))
	case s.style != nil:
		s.style.text = append(s.style.text, raw)
	case s.prolog:
		s.prolog = strings.Trim(raw, " \t\n\f\r") == ""
	}
}

// readers read the attributes of an HTML tag.
var readers = map[string]func(*scanner){
	"html": (*scanner).addRootAttributes, "link": (*scanner).link, "base": (*scanner).setBase, "meta": (*scanner).describe,
}

func (s *scanner) startTag() {
	tag, attributes := s.z.TagName()
	name := string(tag)
	isForeign := s.foreign.inside() && !breaksOut(name)
	selfClosed := s.kind == html.SelfClosingTagToken && (isForeign || isForeignRoot(name))
	// Without scripts a noscript element is an ordinary one; in foreign content no text is raw.
	if isForeign || name == "noscript" {
		s.z.NextIsNotRawText()
	}
	if s.style != nil && !isForeign {
		// An HTML tag ends the foreign style element that it stands in.
		s.closeStyle()
	}
	if !selfClosed {
		s.foreign.start(name)
		s.leftForeign(s.start)
	}
	switch name {
	case "html":
		setOnce(&s.root, s.end)
	case "head":
		setOnce(&s.headStart, s.end)
	case "body":
		s.body = true
	case "template":
		if !isForeign {
			s.templates++
		}
	case "style":
		if !selfClosed && s.templates == 0 && s.style == nil {
			s.openStyle()
		}
	case "title":
		if s.templates == 0 && s.foreign.outside() && !selfClosed {
			s.readTitle()
		}
	}
	if read := readers[name]; read != nil && attributes && s.templates == 0 && !isForeign {
		read(s)
	}
}

func (s *scanner) endTag() {
	tag, _ := s.z.TagName()
	name := string(tag)
	switch name {
	case "style":
		if s.style != nil {
			s.closeStyle()
		}
	case "head":
		if !s.body && s.templates == 0 && s.foreign.outside() {
			setOnce(&s.headEnd, s.start)
		}
	case "template":
		s.templates = max(0, s.templates-1)
	}
	s.foreign.end(name)
	s.leftForeign(s.end)
}

// leftForeign notes the place for further styles once no foreign content is open.
func (s *scanner) leftForeign(offset int) {
	if s.pending && s.foreign.outside() {
		s.pending, s.afterLast = false, offset
	}
}

// openStyle begins a style element, unless its type is not CSS.
func (s *scanner) openStyle() {
	attributes := s.attributes()
	if kind := strings.ToLower(attributes["type"]); kind != "" && kind != "text/css" {
		return
	}
	s.style = &styleElement{media: attributes["media"], title: attributes["title"]}
	s.firstStyle = min(s.firstStyle, s.start)
}

func (s *scanner) closeStyle() {
	if text := strings.Join(s.style.text, ""); s.preferred(s.style.title) && text != "" {
		s.stylesheets = append(s.stylesheets, stylesheet.Sheet{Text: text, Media: s.style.media, URL: s.base})
	}
	s.style, s.pending = nil, true
}

// endInStyle ends the style element that the end of the document ends.
func (s *scanner) endInStyle() {
	s.closeStyle()
	if s.foreign.outside() {
		s.afterLast, s.unclosed = len(s.document), "</style>"
	}
}

// placeOfFirst is the place nearest to the start of the head, before all styles.
func (s *scanner) placeOfFirst() int {
	for _, offset := range []int{s.headStart, s.root, s.prologEnd} {
		if offset > 0 && offset <= min(s.firstStyle, s.lastStyles) {
			return offset
		}
	}
	return 0
}

// placeOfLast is the first of the places for further styles that the document has.
func (s *scanner) placeOfLast() int {
	return cmp.Or(s.afterLast, s.headEnd, s.headStart, s.root, s.prologEnd)
}

func setOnce(offset *int, value int) { *offset = cmp.Or(*offset, value) }
