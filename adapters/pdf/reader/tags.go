package reader

import (
	"errors"
	"fmt"

	"platen/adapters/pdf/object"
	"platen/domain"
	"platen/ports"
)

var _ ports.TagReader = PDF{}

// Tags walks the structure tree (ISO 32000-1, 14.7.2). It returns structure types as the PDF names them, without its role map.
func (PDF) Tags(pdf []byte) ([]domain.Tag, error) {
	f, root, err := openAt(pdf, "StructTreeRoot")
	if err != nil {
		return nil, fmt.Errorf("read the tags: %w", err)
	}
	s := &structure{file: f, left: f.Objects()}
	if err := s.elements(root["K"], 1); err != nil {
		return nil, fmt.Errorf("read the tags: %w", err)
	}
	return s.found, nil
}

// structure collects the elements of a structure tree.
type structure struct {
	file  *object.File
	found []domain.Tag
	// left is how many more elements there may be: at most as many as the file has objects.
	left int
}

// elements reads the value of a key K: an element, or an array of them. Numbers and dictionaries without a structure type are
// marked content and annotations.
func (s *structure) elements(kids any, level int) error {
	kids, err := s.file.Get(kids)
	if err != nil {
		return err
	}
	all, is := kids.(object.Array)
	if !is {
		all = object.Array{kids}
	}
	for _, kid := range all {
		element, err := s.file.Dict(kid)
		if err != nil {
			return err
		}
		if element["S"] == nil {
			continue
		}
		if s.left--; s.left < 0 || level > maxLevel {
			return errors.New("the PDF's structure has no end")
		}
		if err := s.element(element, level); err != nil {
			return err
		}
	}
	return nil
}

// maxLevel is deeper than the elements of an HTML document that an engine lays out.
const maxLevel = 1024

func (s *structure) element(element object.Dict, level int) error {
	kind, err := s.file.Get(element["S"])
	if err != nil {
		return err
	}
	alternative, err := s.file.Get(element["Alt"])
	if err != nil {
		return err
	}
	structureType, _ := kind.(object.Name)
	alt, _ := alternative.(object.String)
	s.found = append(s.found, domain.Tag{Type: string(structureType), Level: level, Alt: alt.Text()})
	return s.elements(element["K"], level+1)
}
