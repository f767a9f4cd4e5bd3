package reader

import (
	"errors"

	"platen/adapters/pdf/object"
	"platen/domain"
)

// tagsOf walks the structure tree (ISO 32000-1, 14.7.2). It returns structure types as the PDF names them, without its role map.
func tagsOf(f *object.File) []domain.Tag {
	s := &structure{file: f, left: f.Objects()}
	s.elements(f.Dict(f.Catalog()["StructTreeRoot"])["K"], 1)
	return s.found
}

// structure collects the elements of a structure tree.
type structure struct {
	file  *object.File
	found []domain.Tag
	// left is how many more elements there may be: at most as many as the file has objects.
	left int
}

// maxLevel is deeper than the elements of an HTML document that an engine lays out.
const maxLevel = 1024

// elements reads the value of a key K: an element, or an array of them. Numbers and dictionaries without a structure type are
// marked content and annotations.
func (s *structure) elements(kids any, level int) {
	for _, kid := range s.file.List(kids) {
		element := s.file.Dict(kid)
		if element["S"] == nil {
			continue
		}
		if s.left--; s.left < 0 || level > maxLevel {
			s.file.Fail(errors.New("the PDF's structure has no end"))
			return
		}
		kind, _ := s.file.Get(element["S"]).(object.Name)
		s.found = append(s.found, domain.Tag{Type: string(kind), Level: level, Alt: s.file.Text(element["Alt"])})
		s.elements(element["K"], level+1)
	}
}
