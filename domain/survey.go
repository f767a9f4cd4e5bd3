package domain

import (
	"strings"

	"golang.org/x/net/html"
)

// survey is what assembly needs to know of a document.
type survey struct {
	// begin is the offset where styles stand before the author's own.
	begin int
	// insert is the offset where further styles belong: after the last of the author's own, or else at the
	// end of the head, or as near to that as the document's tags allow.
	insert int
	// styles are the texts of the style elements that apply to print, in document order.
	styles []string
}

// surveyOf reads a document in one pass of tokens.
func surveyOf(document string) survey {
	z := html.NewTokenizer(strings.NewReader(document))
	s := surveyor{z: z, document: document, prolog: true, firstStyle: len(document)}
	for s.next() {
		s.token()
	}
	insert := s.insertion()
	return survey{begin: s.beginning(insert), insert: insert, styles: s.styles}
}

// surveyor is the state of one pass. An offset is 0 until its place was seen.
type surveyor struct {
	z          *html.Tokenizer
	document   string
	kind       html.TokenType
	start, end int // of the current token

	foreign   foreign
	templates int // open template elements, whose content is inert

	prolog     bool // nothing but white space, comments and a doctype so far
	body       bool // the body's start tag was seen
	style      *styleElement
	pending    bool // a style element ended, and no place after it was noted yet
	styles     []string
	firstStyle int // before the first effective style
	afterLast  int // after the last effective style
	headEnd    int // before the head's end tag
	headStart  int // after the head's start tag
	root       int // after the root's start tag
	proem      int // after doctype and comments
}

// styleElement is a style element whose end tag has not come yet.
type styleElement struct {
	applies bool // in print
	text    []string
}

func (s *surveyor) next() bool {
	s.z.AllowCDATA(s.foreign.inside())
	s.kind = s.z.Next()
	s.start, s.end = s.end, s.end+len(s.z.Raw())
	if s.kind == html.ErrorToken && s.style != nil {
		// The end of the document ends a style element too.
		s.closeStyle()
	}
	return s.kind != html.ErrorToken
}

func (s *surveyor) token() {
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
			s.proem = s.end
		}
	}
}

func (s *surveyor) text() {
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

// matters tells whether a survey stops at such a tag where no foreign content is open.
func matters(tag []byte) bool {
	switch string(tag) {
	case "html", "head", "body", "template", "noscript", "style", "link", "svg", "math":
		return true
	}
	return false
}

func (s *surveyor) startTag() {
	tag, attributes := s.z.TagName()
	if s.foreign.outside() && !matters(tag) {
		return
	}
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
			s.openStyle(attributes)
		}
	case "link":
		if s.templates == 0 && !isForeign && attributes && s.isStylesheet() {
			s.firstStyle = min(s.firstStyle, s.start)
			s.afterLast = s.end
		}
	}
}

func (s *surveyor) endTag() {
	tag, _ := s.z.TagName()
	if s.foreign.outside() && !matters(tag) {
		return
	}
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
func (s *surveyor) leftForeign(offset int) {
	if !s.foreign.outside() {
		return
	}
	if s.pending {
		s.pending, s.afterLast = false, offset
	}
}

// openStyle begins a style element, unless its type is not CSS.
func (s *surveyor) openStyle(attributes bool) {
	style := styleElement{applies: true}
	for attributes {
		var key, value []byte
		key, value, attributes = s.z.TagAttr()
		switch string(key) {
		case "type":
			if t := strings.ToLower(string(value)); t != "" && t != "text/css" {
				return
			}
		case "media":
			style.applies = appliesToPrint(string(value))
		}
	}
	s.style = &style
	s.firstStyle = min(s.firstStyle, s.start)
}

func (s *surveyor) closeStyle() {
	if s.style.applies {
		s.styles = append(s.styles, strings.Join(s.style.text, ""))
	}
	s.style, s.pending = nil, true
}

// isStylesheet tells whether the link element of the current token brings styles.
func (s *surveyor) isStylesheet() bool {
	for {
		key, value, more := s.z.TagAttr()
		if string(key) == "rel" {
			for token := range strings.FieldsSeq(strings.ToLower(string(value))) {
				if token == "stylesheet" {
					return true
				}
			}
			return false
		}
		if !more {
			return false
		}
	}
}

// beginning is the place nearest to the head's beginning, before all styles.
func (s *surveyor) beginning(insert int) int {
	for _, offset := range []int{s.headStart, s.root, s.proem} {
		if offset > 0 && offset <= min(s.firstStyle, insert) {
			return offset
		}
	}
	return 0
}

// insertion is the first of the places for further styles that the document has.
func (s *surveyor) insertion() int {
	for _, offset := range []int{s.afterLast, s.headEnd, s.headStart, s.root, s.proem} {
		if offset > 0 {
			return offset
		}
	}
	return 0
}

func setOnce(offset *int, value int) {
	if *offset == 0 {
		*offset = value
	}
}
