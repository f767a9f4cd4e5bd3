package htmldoc

import (
	"context"
	"maps"
	"slices"

	"platen/domain/stylesheet"
)

// documentScan holds the places for styles in a document, and its style sheets.
type documentScan struct {
	// firstStyles is the offset for styles before the author's own: before the first tag, since a parser makes a head for them, and gives
	// its root the attributes of the html element that follows.
	firstStyles int
	// lastStyles is the offset for further styles: after the last of the author's own, or else that of firstStyles.
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

// scan reads a document in one pass.
func scan(ctx context.Context, document string) documentScan {
	s := scanner{document: document}
	s.rootAttributes, s.named = map[string]string{}, map[string]string{}
	for _, e := range elements(ctx, document, slices.Collect(maps.Keys(readers))) {
		if !e.inert && (!e.Foreign || e.Name == "style") {
			readers[e.Name](&s, e)
		}
	}
	s.firstStyles = afterDoctype(document)
	s.lastStyles = s.placeOfLast()
	return s.documentScan
}

// readers read the elements that a scan is about.
var readers = map[string]func(*scanner, *Element){
	"html": (*scanner).readRoot, "style": (*scanner).readStyle, "link": (*scanner).readLink,
	"base": (*scanner).readBase, "meta": (*scanner).readMeta, "title": (*scanner).readTitle,
}

// scanner is the state of a scan.
type scanner struct {
	documentScan
	document string

	title  string     // of the preferred style sheets
	styles []*Element // that bring styles
}

// readRoot notes the attributes of an html element. Of those with the same name the first counts.
func (s *scanner) readRoot(e *Element) {
	for _, a := range e.Attr {
		if _, has := s.rootAttributes[a.Key]; !has {
			s.rootAttributes[a.Key] = a.Val
		}
	}
}

// placeOfLast is the place for further styles.
func (s *scanner) placeOfLast() int {
	for _, e := range slices.Backward(s.styles) {
		if after := s.placeAfter(e); after > 0 {
			return after
		}
	}
	return s.firstStyles
}

// placeAfter is the place for styles after an element and all foreign content around it; 0 if that never ends.
func (s *scanner) placeAfter(e *Element) int {
	outermost := e
	for around := e; around != nil; around = around.Parent {
		if around.Foreign {
			outermost = around
		}
	}
	if outermost.After == 0 && !outermost.Foreign {
		s.unclosed = "</style>"
		return len(s.document)
	}
	return outermost.After
}
