package reader

import (
	"maps"
	"regexp"
	"slices"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// subsetPrefix begins the name of a font that is there in part (ISO 32000-1, 9.6.4).
var subsetPrefix = regexp.MustCompile(`^.{6}\+`)

// Inventory reads the links of all pages, and the fonts among their resources and those of what these paint with.
func (PDF) Inventory(pdf []byte) (domain.Inventory, error) {
	return read(pdf, "read the fonts and links", func(f *object.File) (found domain.Inventory, err error) {
		pages, err := page.All(f)
		for _, p := range pages {
			for _, link := range p.Links(f) {
				found.Links = append(found.Links, link.URI)
			}
		}
		names := map[string]bool{}
		page.EachResource(f, pages, func(_ object.Ref, o any) {
			font, _ := o.(object.Dict)
			name, _ := f.Get(font["BaseFont"]).(object.Name)
			ofComposite := font["CIDSystemInfo"] != nil // the composite font names it too
			if name != "" && !ofComposite {
				names[subsetPrefix.ReplaceAllString(string(name), "")] = true
			}
		})
		found.Fonts = slices.Sorted(maps.Keys(names))
		return found, err
	})
}
