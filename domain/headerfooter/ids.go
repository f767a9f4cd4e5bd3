package headerfooter

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// references are the attributes by which elements refer to each other's ids, as drawings do with <use> and url(). All copies are in one
// document, where a reference leads to the first element with the id. That one is in another copy: it has another number and other
// styles, and is not displayed if its page does not show it. So each copy has such ids of its own.
type references struct {
	ids   []*html.Attribute
	hrefs []*html.Attribute // "#id"
	urls  []*html.Attribute // with url(#id) in the value
}

var (
	urlReference = regexp.MustCompile(`(?i)(url\(\s*['"]?#)([^'")\s]+)`)
	styleID      = regexp.MustCompile(`#([^\s#.,:;>+~()\[\]{}'"/*|]+)`)
)

// note takes the attributes of an element into account.
func (r *references) note(n *html.Node) {
	for i := range n.Attr {
		switch a := &n.Attr[i]; {
		case a.Key == "id" && a.Namespace == "":
			r.ids = append(r.ids, a)
		case a.Key == "href" && n.Namespace == "svg" && strings.HasPrefix(a.Val, "#"):
			r.hrefs = append(r.hrefs, a)
		case strings.Contains(a.Val, "#"):
			r.urls = append(r.urls, a)
		}
	}
}

// separate gives each copy ids of its own, but for those that its style sheets name. It keeps all ids if style sheets are loaded.
func (r *references) separate(sheets string) {
	if strings.Contains(sheets, "<link") || strings.Contains(strings.ToLower(sheets), "@import") {
		return
	}
	own := r.referenced()
	for _, found := range styleID.FindAllStringSubmatch(sheets, -1) {
		delete(own, found[1])
	}
	const suffix = "-platen-" + string(slotPrefix) + string(rune(slotCopy))
	present := map[string]bool{}
	for _, a := range r.ids {
		if own[a.Val] {
			present[a.Val] = true
			a.Val += suffix
		}
	}
	for _, a := range r.hrefs {
		if present[a.Val[1:]] {
			a.Val += suffix
		}
	}
	for _, a := range r.urls {
		a.Val = urlReference.ReplaceAllStringFunc(a.Val, func(found string) string {
			if present[found[strings.Index(found, "#")+1:]] {
				return found + suffix
			}
			return found
		})
	}
}

// referenced gives the ids that elements refer to.
func (r *references) referenced() map[string]bool {
	ids := map[string]bool{}
	for _, a := range r.hrefs {
		ids[a.Val[1:]] = true
	}
	for _, a := range r.urls {
		for _, found := range urlReference.FindAllStringSubmatch(a.Val, -1) {
			ids[found[2]] = true
		}
	}
	return ids
}
