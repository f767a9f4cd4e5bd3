package chrome

import (
	"slices"
	"strings"

	"platen/domain/htmldoc"
)

// leavesState reports whether a document could change how the next one in the same tab is printed, in other ways than by what it
// fetched over the network. It may report true for documents that could not. Metas that set a character set or a viewport or only
// describe the document, and links that the load event waits for, leave no state.
func leavesState(document string) bool {
	for tag := range htmldoc.StartTags(document, scannedElements...) {
		if tag.Name == "" || slices.Contains(embeddingElements, tag.Name) {
			return true
		}
		for more := tag.Tokenizer != nil; more; {
			var attribute, value []byte
			attribute, value, more = tag.TagAttr()
			if attributeLeavesState(tag.Name, string(attribute), strings.ToLower(strings.TrimSpace(string(value)))) {
				return true
			}
		}
	}
	return false
}

// embeddingElements contain other documents.
var embeddingElements = []string{"iframe", "frame", "frameset", "fencedframe", "object", "embed", "portal", "applet"}

var scannedElements = append([]string{"meta", "style", "link", "body"}, embeddingElements...)

func attributeLeavesState(element, attribute, value string) bool {
	switch element {
	case "meta":
		return attribute == "http-equiv" && value != "content-type" && value != "x-ua-compatible" ||
			attribute == "name" && !isDescriptive(value)
	case "style", "link":
		// The first title of a style sheet decides whether later titled sheets apply.
		return attribute == "title" || attribute == "rel" && !isAwaited(value)
	case "body":
		// Chrome keeps the colours of links after the end of the document.
		return slices.Contains([]string{"link", "vlink", "alink"}, attribute)
	}
	return false
}

// isAwaited reports whether the load event waits for links of a kind, or whether they fetch nothing. Other links may fetch after the
// document was printed.
func isAwaited(rel string) bool {
	switch rel {
	case "stylesheet", "alternate stylesheet", "icon", "shortcut icon", "apple-touch-icon", "canonical", "author", "license":
		return true
	}
	return false
}

// isDescriptive reports whether meta elements of a name only describe their document.
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
	return found && slices.Contains([]string{"og", "twitter", "article", "dc", "dcterms", "platen"}, family)
}
