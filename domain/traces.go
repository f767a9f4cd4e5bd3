package domain

import "strings"

// defuse takes the effect from every meta element that would load another page (http-equiv=refresh), and
// tells whether the document leaves traces. The h of the attribute's name becomes a character reference:
// in a tag that is another name, in text it is the same letter.
func defuse(document string) (harmless string, traces bool) {
	found := inspect(document)
	if len(found.refreshes) == 0 {
		return document, found.traces
	}
	var b strings.Builder
	b.Grow(len(document) + len(found.refreshes)*len("&#104;"))
	done := 0
	for _, at := range found.refreshes {
		b.WriteString(document[done:at])
		b.WriteString("&#104;")
		done = at + len("h")
	}
	b.WriteString(document[done:])
	return b.String(), found.traces
}

// inspection is what a document's tags could do to their surroundings.
type inspection struct {
	refreshes []int // offsets of http-equiv attributes whose value is refresh
	traces    bool
}

// inspect finds the tags that matter wherever they stand, in comments, raw text and attributes too. Whether
// a browser takes those for tags depends on the whole tree it builds; but whatever it takes for a tag is
// spelled out in the document. So this follows, in linear time, every tokenizer at once that could have begun
// a tag at one of them: no markup around them hides any.
func inspect(document string) inspection {
	var found inspection
	var meta, style, body tagStates
	var name string
	nameEnd := 0
	for at := 0; at < len(document); {
		if meta|style|body == 0 && at >= nameEnd {
			skip := strings.IndexByte(document[at:], '<')
			if skip < 0 {
				break
			}
			at += skip
		}
		var begins bool
		if meta, begins = meta.step(document[at]); begins {
			found.metaAttribute(document, at)
		}
		if style, begins = style.step(document[at]); begins {
			found.styleAttribute(document[at:])
		}
		if body, begins = body.step(document[at]); begins {
			found.bodyAttribute(document[at:])
		}
		if document[at] == '<' {
			name = watchedTag(document[at+1:])
			nameEnd = at + 1 + len(name)
		}
		if at++; at != nameEnd {
			continue
		}
		switch name {
		case "":
		case "meta":
			meta |= beforeName
		case "style", "link":
			style |= beforeName
		case "body":
			body |= beforeName
		default:
			found.traces = true
		}
	}
	return found
}

// watchedTag names the tag that rest begins with, without its "<", if it is one that matters.
func watchedTag(rest string) string {
	if rest == "" {
		return ""
	}
	switch rest[0] | 0x20 {
	case 'm':
		return tagPrefix(rest, "meta")
	case 'b':
		return tagPrefix(rest, "body")
	case 's':
		return tagPrefix(rest, "style")
	case 'l':
		return tagPrefix(rest, "link")
	case 'i':
		return tagPrefix(rest, "iframe")
	case 'f':
		return tagPrefix(rest, "frame", "frameset", "fencedframe")
	case 'o':
		return tagPrefix(rest, "object")
	case 'e':
		return tagPrefix(rest, "embed")
	case 'p':
		return tagPrefix(rest, "portal")
	case 'a':
		return tagPrefix(rest, "applet")
	}
	return ""
}

// metaAttribute judges an attribute of a meta element, which begins at the offset.
func (i *inspection) metaAttribute(document string, at int) {
	name, value := attributeAt(document[at:])
	switch name {
	case "http-equiv":
		if mayBeRefresh(value) {
			i.refreshes = append(i.refreshes, at)
		}
		i.traces = i.traces || value != "content-type" && value != "x-ua-compatible"
	case "name":
		i.traces = i.traces || !isDescriptive(value)
	}
}

// styleAttribute judges an attribute of a style or link element: the first title of a document's styles
// decides for all titled styles after it whether they apply, and what a link has fetched ahead of need may be asked
// for when the document has been printed.
func (i *inspection) styleAttribute(rest string) {
	switch name, value := attributeAt(rest); name {
	case "title":
		i.traces = true
	case "rel":
		i.traces = i.traces || !isAwaited(value)
	}
}

// isAwaited tells whether a document is loaded only when its links of that kind are, or whether they fetch nothing.
func isAwaited(rel string) bool {
	switch rel {
	case "stylesheet", "alternate stylesheet", "icon", "shortcut icon", "apple-touch-icon", "canonical", "author", "license":
		return true
	}
	return false
}

// bodyAttribute judges an attribute of a body element: the colours of links are the document's and
// outlive the element.
func (i *inspection) bodyAttribute(rest string) {
	switch name, _ := attributeAt(rest); name {
	case "link", "vlink", "alink":
		i.traces = true
	}
}

// mayBeRefresh errs towards true for values that are spelled with character references.
func mayBeRefresh(value string) bool {
	return value == "refresh" || strings.Contains(value, "&")
}

// isDescriptive tells whether meta elements of that name only describe their document.
func isDescriptive(name string) bool {
	switch name {
	case "viewport", "author", "description", "keywords", "generator", "application-name", "title", "subject",
		"robots", "copyright", "rights", "date", "created", "modified", "revised", "creator", "publisher",
		"language", "version", "abstract", "company", "category", "format-detection", "progid", "originator",
		"x-apple-disable-message-reformatting":
		return true
	}
	family, _, found := strings.Cut(name, ":")
	if !found {
		family, _, found = strings.Cut(name, ".")
	}
	return found && (family == "og" || family == "twitter" || family == "article" || family == "dc" || family == "dcterms")
}
