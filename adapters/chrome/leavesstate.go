package chrome

import (
	"slices"
	"strings"

	"platen/domain/htmldoc"
)

// leavesState says whether a document could change how the next one in the same tab is printed, beyond what it
// fetched over the network. It errs on the side of true. Metas that set a character set or a viewport or only
// describe the document, and links that the load event waits for, leave nothing.
func leavesState(document string) bool {
	for part := range htmldoc.TagParts(document, scannedElements...) {
		if partLeavesState(part) {
			return true
		}
	}
	return false
}

// embeddingElements hold documents of their own.
var embeddingElements = []string{"iframe", "frame", "frameset", "fencedframe", "object", "embed", "portal", "applet"}

var scannedElements = append([]string{"meta", "style", "link", "body"}, embeddingElements...)

func partLeavesState(part htmldoc.TagPart) bool {
	switch part.Element {
	case "meta":
		return part.Attribute == "http-equiv" && part.Value != "content-type" && part.Value != "x-ua-compatible" ||
			part.Attribute == "name" && !isDescriptive(part.Value)
	case "style", "link":
		// The first title of a document's styles decides for all titled styles after it whether they apply.
		return part.Attribute == "title" || part.Attribute == "rel" && !isAwaited(part.Value)
	case "body":
		// The colours of links belong to the document and outlive the element.
		return slices.Contains([]string{"link", "vlink", "alink"}, part.Attribute)
	}
	return true
}

// isAwaited says whether the load event waits for links of that kind, or whether they fetch nothing. What another
// link fetches may be asked for after the document was printed.
func isAwaited(rel string) bool {
	switch rel {
	case "stylesheet", "alternate stylesheet", "icon", "shortcut icon", "apple-touch-icon", "canonical", "author", "license":
		return true
	}
	return false
}

// isDescriptive says whether meta elements of that name only describe their document.
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
	return found && slices.Contains([]string{"og", "twitter", "article", "dc", "dcterms"}, family)
}
