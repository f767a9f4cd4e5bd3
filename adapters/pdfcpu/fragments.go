package pdfcpu

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"platen/ports"
)

// fragments draws the pages of an overlay that differ little, for example in the page number. Their content is added to the content of the
// body's pages as several streams. It is cut wherever one page begins to differ from another or is the same again. Pages share equal
// streams, so a page number adds only its digits to the file; a form would add the content of the whole header.
type fragments struct {
	source, target *document
	copier         *copier
	names          *resourceNames
	contents       map[*page]fragment
	cutter         *cutter
}

// fragment is the content of one page of an overlay, and the resources that it uses.
type fragment struct {
	lines     []string
	resources []namedResource
}

// newFragments splits the pages that the placements use. It returns nil if a page cannot be split, or if there is only one page, for which
// a form is as good.
func newFragments(f *forms, names *resourceNames, placements []ports.Placement) (*fragments, error) {
	if !slices.ContainsFunc(placements, func(p ports.Placement) bool { return p.SourcePage != placements[0].SourcePage }) {
		return nil, nil
	}
	all := &fragments{source: f.source, target: f.target, copier: f.copier, names: names, contents: map[*page]fragment{}, cutter: newCutter()}
	for _, p := range placements {
		if ok, err := all.add(f.source.pages[p.SourcePage-1]); err != nil || !ok {
			return nil, err
		}
	}
	return all, nil
}

// add splits a page; false if that is not possible.
func (f *fragments) add(p *page) (ok bool, err error) {
	if _, done := f.contents[p]; done {
		return true, nil
	}
	content, ok, err := f.read(p)
	if ok {
		f.contents[p] = content
		f.cutter.add(content.lines)
	}
	return ok, err
}

// read splits a page; false if that is not possible.
func (f *fragments) read(p *page) (fragment, bool, error) {
	operations, ok, err := f.source.operations(p)
	if err != nil || !ok {
		return fragment{}, false, err
	}
	resources, err := f.source.dict(p.resources)
	if err != nil {
		return fragment{}, false, err
	}
	read := fragment{lines: make([]string, 0, len(operations))}
	var failed error
	known := map[string]namedResource{}
	rename := func(category, name string) (string, bool) {
		if named, ok := known[category+" "+name]; ok {
			return named.name, true
		}
		named, ok, err := f.resource(resources[category], category, name)
		if err != nil {
			failed = err
		}
		if !ok || f.hasSoftMask(category, named.value) { // which is fixed to the space in which it is set
			return "", false
		}
		known[category+" "+name] = named
		read.resources = append(read.resources, named)
		return named.name, true
	}
	var line []byte
	for _, o := range operations {
		line, ok = o.appendTo(line[:0], rename)
		if failed != nil || !ok {
			return fragment{}, false, failed
		}
		read.lines = append(read.lines, string(line))
	}
	return read, true, nil
}

// resource copies a resource into the body and returns its name there.
func (f *fragments) resource(dict types.Object, category, name string) (namedResource, bool, error) {
	entries, err := f.source.parsed.DereferenceDict(dict)
	if err != nil || entries[name] == nil {
		return namedResource{}, false, err
	}
	made, err := f.copier.copy(entries[name])
	if err != nil {
		return namedResource{}, false, err
	}
	return f.names.of(category, made), true, nil
}

// hasSoftMask reports whether a resource is a graphics state with a mask.
func (f *fragments) hasSoftMask(category string, value types.Object) bool {
	if category != "ExtGState" {
		return false
	}
	state, err := f.target.parsed.DereferenceDict(value)
	_, mask := state["SMask"].(types.Name) // None
	return err != nil || state["SMask"] != nil && !mask
}

// draw draws a page of the overlay on a page; false if the page has other resources of the same names.
func (f *fragments) draw(onto *page, place ports.Placement, clip *types.Rectangle, m matrix) (bool, error) {
	from := f.source.pages[place.SourcePage-1]
	content := f.contents[from]
	resources, ok, err := f.target.withResources(onto, content.resources)
	if err != nil || !ok {
		return false, err
	}
	var streams []string
	cuts := f.cutter.cuts(content.lines)
	for i, end := range cuts[1:] {
		streams = append(streams, strings.Join(content.lines[cuts[i]:end], ""))
	}
	opening := fmt.Sprintf("/Artifact <</Type /Pagination>> BDC\nq %s cm %s %s %s %s re W n\n", m,
		number(clip.LL.X), number(clip.LL.Y), number(clip.Width()), number(clip.Height()))
	streams = append(append([]string{opening}, streams...), "Q\nEMC\n")
	if err := f.target.draw(onto, streams...); err != nil {
		return false, err
	}
	onto.resources, onto.dict["Resources"] = resources, resources
	return true, nil
}

// number formats a coordinate.
func number(value float64) string { return string(appendObject(nil, types.Float(value))) }

// resourceNames assigns names to the resources of overlays. The names are the same on every page.
type resourceNames struct{ known map[string]namedResource }

// namedResource is a resource of the body under the name that content streams use.
type namedResource struct {
	category, name string
	value          types.Object
}

func (r *resourceNames) of(category string, value types.Object) namedResource {
	key := category + " " + string(appendObject(nil, value))
	if known, ok := r.known[key]; ok {
		return known
	}
	made := namedResource{category, fmt.Sprintf("Overlay%dR", len(r.known)), value}
	r.known[key] = made
	return made
}

// withResources returns a copy of a page's resources with others added; other pages may share the original. It returns false if the page
// uses one of the names for another resource.
func (d *document) withResources(p *page, added []namedResource) (types.Dict, bool, error) {
	resources, err := d.dict(p.resources)
	if err != nil {
		return nil, false, fmt.Errorf("the page's resources: %w", err)
	}
	copied := map[string]types.Dict{}
	for _, r := range added {
		if copied[r.category] == nil {
			if copied[r.category], err = d.dict(resources[r.category]); err != nil {
				return nil, false, fmt.Errorf("the page's %s resources: %w", r.category, err)
			}
			resources[r.category] = copied[r.category]
		}
		if own := copied[r.category][r.name]; own != nil && !bytes.Equal(appendObject(nil, own), appendObject(nil, r.value)) {
			return nil, false, nil
		}
		copied[r.category][r.name] = r.value
	}
	return resources, true, nil
}
