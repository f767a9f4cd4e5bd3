package reader

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/adapters/pdf/tags"
	"platen/domain"
)

// subsetPrefix begins the name of a font that is there in part (ISO 32000-1, 9.6.4).
var subsetPrefix = regexp.MustCompile(`^.{6}\+`)

// Inventory reads the links of all pages, the fonts among their resources and those of what these paint with, and what the catalog names.
func (Reader) Inventory(pdf []byte) (found domain.Inventory, err error) {
	f, pages, err := page.Open(pdf)
	if f != nil { // a PDF whose pages cannot be found has bookmarks all the same
		found.Unread = err != nil
		for _, p := range pages {
			for _, link := range p.Links(f) {
				found.Links = append(found.Links, link.URI)
			}
		}
		found.Fonts = fontsOf(f, pages)
		found.Bookmarks, found.Fields, found.Tags = bookmarksOf(f, pages), fieldsOf(f), tags.Read(f).Tags()
		err = f.Err()
	}
	if err != nil {
		return domain.Inventory{}, fmt.Errorf("read the fonts, the links and the structure: %w", err)
	}
	return found, nil
}

// fontsOf returns the names of the fonts that pages use.
func fontsOf(f *object.File, pages []*page.Page) []string {
	names := map[string]bool{}
	page.EachResource(f, pages, func(_ object.Ref, o any) {
		font, _ := o.(object.Dict)
		name, _ := f.Get(font["BaseFont"]).(object.Name)
		ofComposite := font["CIDSystemInfo"] != nil // the composite font names it too
		if name != "" && !ofComposite {
			names[subsetPrefix.ReplaceAllString(string(name), "")] = true
		}
	})
	return slices.Sorted(maps.Keys(names))
}

// fieldsOf reads the interactive form (ISO 32000-1, 12.7.2). It returns the outermost fields, not those within them.
func fieldsOf(f *object.File) (names []string) {
	for _, field := range f.Array(f.Dict(f.Catalog()["AcroForm"])["Fields"]) {
		if name, ok := f.Get(f.Dict(field)["T"]).(object.String); ok {
			names = append(names, name.Text())
		}
	}
	return names
}
