package headerfooter

import (
	"context"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"platen/domain/csstoken"
	"platen/domain/htmldoc"
)

// references are the places where elements and styles refer to an id, as drawings do with <use> and url(). All copies are in one document,
// where a reference leads to the first element with the id. That one is in another copy: it has another number and other styles, and is not
// displayed if its page does not show it. So the ids that are referred to have a suffix for each copy, and so have the references.
//
// The style sheets are the same for all copies. In them a reference becomes a custom property, which each copy sets to its own.
type references struct {
	ids   []*html.Attribute
	hrefs []*html.Attribute // "#id"
	texts []*html.Attribute // that may have url(#id)
	to    map[string]bool   // the ids
}

// ownSuffix stands between an id and the number of its copy.
const ownSuffix = "-platen-"

// ownVariable is the custom property that refers to the copy's own element.
func ownVariable(id string) string {
	return "--platen-id-" + strings.TrimPrefix(csstoken.Identifier("x"+id), "x")
}

// note takes the attributes of an element into account.
func (r *references) note(n *html.Node) {
	for i := range n.Attr {
		switch a := &n.Attr[i]; {
		case a.Key == "id" && a.Namespace == "":
			r.ids = append(r.ids, a)
		case a.Key == "href" && n.Namespace == "svg" && strings.HasPrefix(a.Val, "#"):
			r.hrefs = append(r.hrefs, a)
			id, _ := fragmentOf(a.Val)
			r.to[id] = true
		case strings.Contains(a.Val, "#") && a.Key != "href" && a.Key != "src":
			r.texts = append(r.texts, a)
			r.read(a.Val)
		}
	}
}

// read finds the references of a style sheet, or of a value in its language.
func (r *references) read(text string) {
	for t := range csstoken.All(context.Background(), text) {
		if id, found := referenced(t); found {
			r.to[id] = true
		}
	}
}

// fragmentOf returns the id that a reference within the document leads to.
func fragmentOf(reference string) (id string, found bool) {
	fragment, found := strings.CutPrefix(strings.TrimSpace(reference), "#")
	return htmldoc.FragmentID(fragment), found
}

// separate puts a slot into the ids that are referred to, and into the references, so that each copy refers to itself. It returns the ids.
func (r *references) separate() map[string]bool {
	own := map[string]bool{}
	for _, a := range r.ids {
		if r.to[a.Val] {
			own[a.Val] = true
			a.Val += ownSuffix + slotCopy
		}
	}
	for _, a := range r.hrefs {
		if id, _ := fragmentOf(a.Val); own[id] {
			a.Val = "#" + id + ownSuffix + slotCopy
		}
	}
	for _, a := range r.texts {
		var b strings.Builder
		for t := range csstoken.All(context.Background(), a.Val) {
			if id, found := referenced(t); found && own[id] {
				t.Text = ownReference(id)
			}
			b.WriteString(t.Text)
		}
		a.Val = b.String()
	}
	return own
}

// ownReference is the reference to the copy's own element, with a slot.
func ownReference(id string) string {
	return "url(#" + csstoken.Identifier(id) + ownSuffix + slotCopy + ")"
}

// ownVariables are the declarations of the custom properties, with slots.
func ownVariables(own map[string]bool) string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(own)) {
		b.WriteString(";" + ownVariable(id) + ":" + ownReference(id))
	}
	return b.String()
}
