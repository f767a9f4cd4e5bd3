package stamper

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// stampedPage is a page of the body.
type stampedPage struct {
	*page.Page
	changed bool // its dictionary is a copy
	saved   bool // its own content is between q and Q
}

// change prepares the page's dictionary for changes.
func (p *stampedPage) change() {
	if !p.changed {
		p.Dict, p.changed = maps.Clone(p.Dict), true
	}
}

// crop keeps a region of the page as it is shown.
func (p *stampedPage) crop(region domain.Rect) {
	p.View.Shown = p.View.Box(region)
	p.change()
	p.Dict["MediaBox"] = p.View.Shown.Array()
	delete(p.Dict, "CropBox")
}

// append adds streams to a page's content. It puts the page's own content between q and Q first, since engines do not restore the state.
func (t *target) append(p *stampedPage, streams ...string) {
	contents := t.file.List(p.Dict["Contents"])
	if p.saved {
		contents = contents[:len(contents):len(contents)]
	} else {
		contents = append(object.Array{t.stream("q\n")}, contents...)
		streams[0] = "\nQ\n" + streams[0]
		p.saved = true
	}
	for _, content := range streams {
		added := t.stream(content)
		for slices.Contains(contents, any(added)) { // some programs, veraPDF among them, read a stream once on a page
			content += "\n"
			added = t.stream(content)
		}
		contents = append(contents, added)
	}
	p.change()
	p.Dict["Contents"] = contents
}

// stream returns a content stream, which is added if the document does not have it yet.
func (t *target) stream(content string) object.Ref {
	made, ok := t.streams[content]
	if !ok {
		made = t.file.Add(object.NewStream(object.Dict{}, []byte(content)))
		t.streams[content] = made
	}
	return made
}

// resource is a resource of the body under the name that added content uses.
type resource struct {
	category, name object.Name
	value          any
}

// name names a resource, the same on every page.
func (t *target) name(category object.Name, value any) resource {
	key := string(category) + " " + string(object.Append(nil, value))
	if _, ok := t.names[key]; !ok {
		t.names[key] = object.Name(fmt.Sprintf("Overlay%d", len(t.names)))
	}
	return resource{category, t.names[key], value}
}

// addResources adds resources to a copy of the page's, since other pages may share the original.
func (t *target) addResources(p *stampedPage, added []resource) {
	resources := maps.Clone(t.file.Dict(p.Resources))
	cloned := map[object.Name]object.Dict{}
	for _, r := range added {
		if cloned[r.category] == nil {
			cloned[r.category] = maps.Clone(t.file.Dict(resources[r.category]))
			resources[r.category] = cloned[r.category]
		}
		if own := cloned[r.category][r.name]; own != nil && !bytes.Equal(object.Append(nil, own), object.Append(nil, r.value)) {
			t.file.Fail(fmt.Errorf("a page has another resource of the name %s", r.name))
		}
		cloned[r.category][r.name] = r.value
	}
	p.change()
	p.Resources, p.Dict["Resources"] = resources, resources
}
