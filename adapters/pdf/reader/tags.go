package reader

import (
	"errors"

	"platen/adapters/pdf/object"
	"platen/domain"
)

// maxLevel is deeper than the elements of an HTML document that an engine lays out.
const maxLevel = 1024

// tagsOf walks the structure tree (ISO 32000-1, 14.7.2). It returns structure types as the PDF names them, without its role map.
func tagsOf(f *object.File) (found []domain.Tag) {
	// elements reads the value of a key K: an element, or an array of them. Numbers and dictionaries without a structure type are
	// marked content and annotations.
	var elements func(kids any, level int)
	elements = func(kids any, level int) {
		for _, kid := range f.List(kids) {
			element := f.Dict(kid)
			if element["S"] == nil {
				continue
			}
			if len(found) == f.Objects() || level > maxLevel { // there are at most as many as objects
				f.Fail(errors.New("the PDF's structure has no end"))
				return
			}
			kind, _ := f.Get(element["S"]).(object.Name)
			found = append(found, domain.Tag{Type: string(kind), Level: level, Alt: f.Text(element["Alt"])})
			elements(element["K"], level+1)
		}
	}
	elements(f.Dict(f.Catalog()["StructTreeRoot"])["K"], 1)
	return found
}
