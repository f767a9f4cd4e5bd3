package template

import (
	"slices"

	"platen/domain"
)

// Lines returns the lines of the request's HTML, counted from 1, that offsets of the filled HTML come from: a value's are the line of its
// tag. The offsets are in ascending order. Fill must have filled the request without an error.
func (s Settings) Lines(r domain.Request, offsets []int) []int {
	f := newFilling(s, r)
	f.source = &source{offsets: offsets, copied: true}
	filled, err := f.fill(fields[0], r.HTML)
	if err != nil {
		return nil
	}
	f.source.piece(len(filled)+1, 0, false)
	var ends []int // of lines
	for at := range len(r.HTML) {
		if r.HTML[at] == '\n' {
			ends = append(ends, at)
		}
	}
	lines := make([]int, len(offsets))
	for i, offset := range f.source.found {
		lines[i], _ = slices.BinarySearch(ends, offset)
		lines[i]++
	}
	return lines
}

// source finds the offsets in a template of offsets in its filled text.
type source struct {
	// offsets are those that are not found yet, and found those of the others.
	offsets, found []int
	// from is where the current piece of the filled text begins, and begin where it comes from in the template. copied: it is a part of the
	// template, not a value.
	from, begin int
	copied      bool
}

// copies notes that the text from an offset on is that of the template from another offset on.
func (s *source) copies(from, begin int) { s.piece(from, begin, true) }

// replaces notes that the text from an offset on replaces a tag.
func (s *source) replaces(from, tag int) { s.piece(from, tag, false) }

func (s *source) piece(from, begin int, copied bool) {
	if s == nil {
		return
	}
	for len(s.offsets) > 0 && s.offsets[0] < from {
		at := s.begin
		if s.copied {
			at += s.offsets[0] - s.from
		}
		s.found, s.offsets = append(s.found, at), s.offsets[1:]
	}
	s.from, s.begin, s.copied = from, begin, copied
}
