package polyfill

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"platen/domain/htmldoc"
)

// withoutEmptyPages is a style that prevents empty pages at the beginning and the end of a document. An author who begins
// each chapter or ends each section with a page break wants none there, and a browser prints none. Nor does it print a
// page for the margin below the last element, unless it is a distance to a border of the body or the root.
func withoutEmptyPages(document string, root *htmldoc.Element, bodyBorder bool) string {
	var style strings.Builder
	first, last := atEdge(root, slices.All), atEdge(root, slices.Backward)
	for _, edge := range []struct {
		side, selector string
		elements       []int
	}{{"before", "nth-child", first}, {"after", "nth-last-child", last}} {
		if !mentionsAny(document, "break-"+edge.side, "<link") {
			continue
		}
		path := "body"
		for _, unseen := range edge.elements {
			path += fmt.Sprintf(">:%s(%d)", edge.selector, 1+unseen)
			style.WriteString(path + "{page-break-" + edge.side + ":auto!important}")
		}
	}
	if len(last) > 0 && !bodyBorder {
		fmt.Fprintf(&style, "body,body>:nth-last-child(%d){margin-bottom:0!important}", 1+last[0])
	}
	return style.String()
}

// maxNested bounds the elements at an edge, counted from the outermost.
const maxNested = 12

// atEdge returns the elements that begin where the content of a body does, or end where it ends, from the outermost to the innermost.
// Each is given by the number of its siblings before it, or after it, which show nothing. inwards goes through elements and texts from
// that edge.
func atEdge(root *htmldoc.Element, inwards func([]*htmldoc.Element) iter.Seq2[int, *htmldoc.Element]) (path []int) {
	in := bodyOf(root)
	for len(path) < maxNested && !slices.Contains(replaced, in.Name) {
		unseen := 0
		var next *htmldoc.Element
		for _, kid := range inwards(in.Children) {
			if next = kid; !htmldoc.ShowsNothing(kid.Name) {
				break
			}
			unseen++
		}
		if next == nil || next.IsText() || htmldoc.ShowsNothing(next.Name) {
			break
		}
		path, in = append(path, unseen), next
	}
	return path
}

// bodyOf returns the body of a document, which is empty if it has none.
func bodyOf(root *htmldoc.Element) *htmldoc.Element {
	for e := range root.All() {
		if e.Name == "body" {
			return e
		}
	}
	return &htmldoc.Element{}
}
