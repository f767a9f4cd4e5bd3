package stamper

import (
	"fmt"
	"maps"
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// crop keeps a region of a page as it is shown.
func crop(p *page.Page, region domain.Rect) {
	p.View.Shown = p.View.Box(region)
	p.Dict["MediaBox"] = p.View.Shown.Array()
	delete(p.Dict, "CropBox")
}

// append adds streams to a page's content. It puts the page's own content between q and Q first, since engines do not restore the state.
func (t *target) append(p *page.Page, streams ...string) {
	contents, save := slices.Clone(t.file.List(p.Dict["Contents"])), any(t.stream("q\n"))
	if len(contents) == 0 || contents[0] != save {
		contents = slices.Insert(contents, 0, save)
		streams[0] = "\nQ\n" + streams[0]
	}
	for _, content := range streams {
		added := t.stream(content)
		for slices.Contains(contents, any(added)) { // some programs, veraPDF among them, read a stream once on a page
			content += "\n"
			added = t.stream(content)
		}
		contents = append(contents, added)
	}
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

// resources are resources that are added to a page, by category and name.
type resources object.Dict

// add adds an object under a name, which is returned: the same on every page.
func (r resources) add(category object.Name, o object.Ref) object.Name {
	named, _ := r[category].(object.Dict)
	if named == nil {
		named = object.Dict{}
		r[category] = named
	}
	name := object.Name(fmt.Sprintf("Overlay%d", o))
	named[name] = o
	return name
}

// addResources adds resources to a copy of the page's, since other pages may share the original. Engines give no resource such a name.
func (t *target) addResources(p *page.Page, added resources) {
	all := maps.Clone(t.file.Dict(p.Resources))
	for category, named := range added {
		of := maps.Clone(t.file.Dict(all[category]))
		maps.Copy(of, named.(object.Dict))
		all[category] = of
	}
	p.Resources, p.Dict["Resources"] = all, all
}
