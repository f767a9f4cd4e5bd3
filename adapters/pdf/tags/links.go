package tags

import (
	"cmp"
	"maps"
	"strings"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// Links gives every link annotation an element and a description, Contents (ISO 14289-1, 7.18.5), which is what the link says, or else its
// address, and sets the order of the annotations on their pages (7.18.3). The pages' dictionaries are changed. Annotations are references.
func (t *Tree) Links(pages []*page.Page) {
	for _, p := range pages {
		annotations := t.file.Array(p.Dict["Annots"])
		if len(annotations) == 0 {
			continue
		}
		p.Dict["Tabs"] = object.Name("S")
		for _, annotation := range annotations {
			t.link(annotation.(object.Ref), p.Ref)
		}
	}
}

// link adds to one annotation an element and a description.
func (t *Tree) link(ref, pg object.Ref) {
	d := maps.Clone(t.file.Dict(ref))
	if d["Subtype"] != object.Name("Link") {
		return
	}
	var e *element
	if key, has := t.file.Get(d["StructParent"]).(float64); has && len(t.parents[int(key)]) == 1 {
		e = t.parents[int(key)][0].within("Link")
	}
	if e == nil || e.parent == nil {
		key := t.newKey()
		body := t.body()
		e = t.add(body, len(body.kids), "Link", object.Dict{"Type": object.Name("OBJR"), "Obj": ref, "Pg": pg})
		t.parents[key], t.single[key] = []*element{e}, true
		d["StructParent"] = float64(key)
	}
	if t.file.Text(d["Contents"]) == "" {
		d["Contents"] = object.TextString(t.description(e, d))
	}
	t.file.Set(ref, d)
}

// description returns what a link says, the alternatives of its pictures, or where it leads.
func (t *Tree) description(e *element, annotation object.Dict) string {
	uri := t.file.Text(t.file.Dict(annotation["A"])["URI"])
	destination, _ := annotation["Dest"].(object.Name)
	text := cmp.Or(strings.TrimSpace(string(e.text)), t.alternatives(e), uri, string(destination), "link")
	return strings.Join(strings.Fields(text), " ")
}

// alternatives joins the alternatives of the pictures in an element.
func (t *Tree) alternatives(e *element) string {
	all := t.file.Text(e.dict["Alt"])
	for _, kid := range e.elements() {
		all += " " + t.alternatives(kid)
	}
	return strings.TrimSpace(all)
}
