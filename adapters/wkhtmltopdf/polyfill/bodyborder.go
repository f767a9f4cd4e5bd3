package polyfill

import (
	"regexp"
	"strings"
)

// hasBodyBorder reports whether a document may give its body or root a border, which the margin of the last element is a
// distance to: in a rule whose last selector names them, or in their tags. It takes one pass over the document, in which a
// regular expression over all of it takes as long as a tenth of the rendering.
func hasBodyBorder(document string) bool { return ruleHasBorder(document) || tagHasBorder(document) }

var (
	bodyOrRoot = regexp.MustCompile(`(?i)\b(?:body|html)\b`)
	border     = regexp.MustCompile(`(?i)\b(?:border|outline)\b`)
)

// ruleHasBorder looks at each text before an opening brace, and at that after it.
func ruleHasBorder(document string) bool {
	before := 0 // the end of the last brace
	for {
		brace := strings.IndexByte(document[before:], '{')
		if brace < 0 {
			return false
		}
		brace += before
		selector := document[before:brace]
		selector = selector[strings.LastIndexAny(selector, "}<>")+1:]
		block := document[brace+1:]
		if end := strings.IndexAny(block, "{}"); end >= 0 {
			block = block[:end]
		}
		if bodyOrRoot.MatchString(selector) && border.MatchString(block) {
			return true
		}
		before = brace + 1
	}
}

// tagHasBorder looks at the tags of the body and the root.
func tagHasBorder(document string) bool {
	for {
		start := strings.IndexByte(document, '<')
		if start < 0 {
			return false
		}
		document = document[start:]
		if !beginsBody(document) {
			document = document[1:]
			continue
		}
		tag, rest, _ := strings.Cut(document, ">")
		if border.MatchString(tag) {
			return true
		}
		document = rest
	}
}

// beginsBody reports whether a text begins with the tag of a body or a root, and its attributes.
func beginsBody(text string) bool {
	const length = len("<body ")
	return len(text) >= length && strings.IndexByte(" \t\n\r\f", text[length-1]) >= 0 &&
		(strings.EqualFold(text[:length-1], "<body") || strings.EqualFold(text[:length-1], "<html"))
}
