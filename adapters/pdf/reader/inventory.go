package reader

import (
	"maps"
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// Inventory reads the links of all pages, and the fonts among their resources and those of what these paint with.
func (PDF) Inventory(pdf []byte) (domain.Inventory, error) {
	return read(pdf, "read the fonts and links", func(f *object.File) (found domain.Inventory, err error) {
		pages, err := page.All(f)
		w := fontWalk{file: f, names: map[string]bool{}, seen: map[object.Ref]bool{}}
		for _, p := range pages {
			w.add(p.Resources, 0)
			for _, link := range p.Links(f) {
				found.Links = append(found.Links, link.URI)
			}
		}
		found.Fonts = slices.Sorted(maps.Keys(w.names))
		return found, err
	})
}

// fontWalk collects the names of fonts.
type fontWalk struct {
	file  *object.File
	names map[string]bool
	seen  map[object.Ref]bool
}

const (
	// maxNesting bounds how deeply resources are followed; engines nest fewer.
	maxNesting = 16
	// subsetPrefix is the length of "ABCDEF+" (ISO 32000-1, 9.6.4).
	subsetPrefix = 7
)

// add reads a resource dictionary (7.8.3).
func (w *fontWalk) add(resources any, depth int) {
	if depth > maxNesting || !w.isNew(resources) {
		return
	}
	d := w.file.Dict(resources)
	for _, o := range w.file.Dict(d["Font"]) {
		if !w.isNew(o) {
			continue
		}
		font := w.file.Dict(o)
		if name, _ := w.file.Get(font["BaseFont"]).(object.Name); name != "" {
			if len(name) > subsetPrefix && name[subsetPrefix-1] == '+' {
				name = name[subsetPrefix:]
			}
			w.names[string(name)] = true
		}
		w.add(font["Resources"], depth+1)
	}
	for _, kind := range []object.Name{"XObject", "Pattern"} {
		for _, o := range w.file.Dict(d[kind]) {
			if w.isNew(o) {
				w.add(w.file.Dict(o)["Resources"], depth+1)
			}
		}
	}
}

// isNew reports whether an object was not seen before.
func (w *fontWalk) isNew(o any) bool {
	ref, is := o.(object.Ref)
	seen := w.seen[ref]
	w.seen[ref] = is
	return !seen
}
