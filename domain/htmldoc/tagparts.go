package htmldoc

import (
	"iter"
	"strings"
)

// TagPart is the name of a start tag or one of the tag's attributes.
type TagPart struct {
	// Element is the tag's name in lower case.
	Element string
	// Attribute is the attribute's name in lower case; empty: the part is the tag's name.
	Attribute string
	// Value is the attribute's value in lower case, without its quotes and the blanks around it. Character
	// references are not resolved. A value of more than 64 bytes is cut.
	Value string
	// offset is where the attribute's name begins in the document.
	offset int
}

// TagParts finds the start tags of the elements, which are named in lower case. It finds them wherever they stand:
// in comments, raw text and attributes too. Whether a browser takes those for tags depends on the whole tree that
// it builds, but every tag that it can see is written out in the document. TagParts therefore follows, in linear
// time, every state that a browser's tokenizer could be in, so that no markup around a tag hides it. It reports a
// tag that a browser does not see rather than miss one.
func TagParts(document string, elements ...string) iter.Seq[TagPart] {
	byLetter := map[byte][]string{}
	for _, element := range elements {
		byLetter[element[0]] = append(byLetter[element[0]], element)
	}
	return func(yield func(TagPart) bool) {
		var open []openTag
		active := false
		for at := 0; at < len(document); at++ {
			if !active {
				skip := strings.IndexByte(document[at:], '<')
				if skip < 0 {
					return
				}
				at += skip
			}
			var goOn bool
			if active, goOn = attributesAt(document, at, open, yield); !goOn {
				return
			}
			if document[at] != '<' || at+1 == len(document) {
				continue
			}
			element := tagPrefix(document[at+1:], byLetter[document[at+1]|0x20]...)
			if element == "" {
				continue
			}
			if !yield(TagPart{Element: element, offset: at + 1}) {
				return
			}
			open = opened(open, element, at+1+len(element))
			active = true
		}
	}
}

// openTag is what is known of the start tags of one element.
type openTag struct {
	element string
	states  tagStates
	begins  int // where the attributes of the last tag begin
}

// opened adds a tag whose attributes begin at the offset.
func opened(open []openTag, element string, begins int) []openTag {
	for i := range open {
		if open[i].element == element {
			open[i].begins = begins
			return open
		}
	}
	return append(open, openTag{element: element, begins: begins})
}

// attributesAt takes one character further in all tags and reports the attributes that begin with it. It says
// whether any tag is still open, and whether to go on.
func attributesAt(document string, at int, open []openTag, yield func(TagPart) bool) (active, goOn bool) {
	for i := range open {
		tag := &open[i]
		if at == tag.begins {
			tag.states |= beforeName
		}
		var begins bool
		tag.states, begins = tag.states.step(document[at])
		active = active || tag.states != 0 || at < tag.begins
		if !begins {
			continue
		}
		part := TagPart{Element: tag.element, offset: at}
		if part.Attribute, part.Value = attributeAt(document[at:]); part.Attribute != "" && !yield(part) {
			return active, false
		}
	}
	return active, true
}

// NeutralizeRefresh disables every meta element that would load another page (http-equiv=refresh). The h of the
// attribute's name becomes a character reference: in a tag that is another name, in text it is the same letter.
func NeutralizeRefresh(document string) string {
	var b strings.Builder
	done := 0
	for part := range TagParts(document, "meta") {
		if part.Attribute != "http-equiv" || !mayBeRefresh(part.Value) {
			continue
		}
		b.WriteString(document[done:part.offset])
		b.WriteString("&#104;")
		done = part.offset + len("h")
	}
	if done == 0 {
		return document
	}
	b.WriteString(document[done:])
	return b.String()
}

// mayBeRefresh errs towards true for values that are spelled with character references.
func mayBeRefresh(value string) bool {
	return value == "refresh" || strings.Contains(value, "&")
}
