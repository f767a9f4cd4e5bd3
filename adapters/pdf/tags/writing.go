package tags

import (
	"bytes"
	"fmt"
	"slices"

	"platen/adapters/pdf/content"
)

const (
	beginArtifact = "/Artifact BMC"
	end           = "\nEMC\n"
)

// write writes a mark. What interrupts a path ends it.
func (s *stream) write(mark string) {
	s.out = append(append(s.out, mark...), '\n')
	s.path = -1
}

// paint makes an artifact of what an operation paints, with its path, unless it is in the engine's mark.
func (s *stream) paint() (after string) {
	path := s.path
	s.path = -1
	if s.mark != nil {
		return ""
	}
	if path < 0 {
		path = len(s.out)
	}
	s.out = slices.Insert(s.out, path, []byte(beginArtifact+"\n")...)
	return end
}

// beginText begins a mark of text and returns its number.
func (s *stream) beginText() (number int) {
	number = len(s.tree.parents[s.key])
	s.tree.parents[s.key] = append(s.tree.parents[s.key], nil)
	s.write(fmt.Sprintf("/Span <</MCID %d>>BDC", number))
	return number
}

// maxObjects is more than the text objects of a line, each of which has its own font, as emoji have.
const maxObjects = 16

// textObject follows the beginning and the end of a text object inside the engine's mark. The same one again is a shadow's text, or that of
// which there was the shadow: it becomes an artifact, with what follows and shows no other text.
func (s *stream) textObject(o content.Operation, from int) {
	m := s.mark
	switch {
	case m == nil || m.decorates || s.elementOf(m.number) == nil:
	case o.Operator == "ET" && m.shows:
		m.objects = append(m.objects[max(0, len(m.objects)+1-maxObjects):], s.text[m.begins:o.End])
	case o.Operator == "ET":
	case slices.ContainsFunc(m.objects, func(object []byte) bool { return bytes.HasPrefix(s.text[from:], object) }):
		if m.begins, m.shows = from, false; !m.repeats {
			m.repeats = true
			s.write("EMC\n" + beginArtifact)
		}
	default:
		if m.begins, m.shows = from, false; m.repeats { // what follows is in a mark of ours, which the engine's end ends
			before := markedText{in: s, number: m.number}
			s.write("EMC")
			m.number, m.repeats = s.beginText(), false
			markedText{in: s, number: m.number}.place(before, true)
		}
	}
}
