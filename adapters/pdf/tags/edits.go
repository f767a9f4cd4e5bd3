package tags

import (
	"bytes"
	"fmt"

	"platen/adapters/pdf/content"
)

// edit replaces a part of a content stream by a text, or inserts the text where the part is empty. Without a text, it changes nothing.
type edit struct {
	from, to int
	by       string
}

const (
	beginArtifact = "/Artifact BMC\n"
	end           = "\nEMC\n"
)

// edited applies the edits, which are in the order of their offsets.
func (s *stream) edited() []byte {
	if len(s.edits) == 0 {
		return s.text
	}
	var b bytes.Buffer
	b.Grow(len(s.text) + 32*len(s.edits))
	done := 0
	for _, e := range s.edits {
		if e.by == "" {
			continue
		}
		b.Write(s.text[done:e.from])
		b.WriteString(e.by)
		done = e.to
	}
	b.Write(s.text[done:])
	return b.Bytes()
}

// paint makes an artifact of what an operation paints that begins at an offset, unless it is in the engine's mark.
func (s *stream) paint(o content.Operation, from int) {
	if s.mark == nil {
		s.insert(from, beginArtifact)
		s.insert(o.End, end)
	}
}

// beginText begins a mark of text and returns its number.
func (s *stream) beginText(at int) (number int) {
	number = len(s.tree.parents[s.key])
	s.tree.parents[s.key] = append(s.tree.parents[s.key], nil)
	s.insert(at, fmt.Sprintf("/Span <</MCID %d>>BDC\n", number))
	return number
}

// textObject follows the beginning and the end of a text object inside the engine's mark. The same one again is a shadow's text, or that of
// which there was the shadow: it becomes an artifact, with what follows and shows no other text.
func (s *stream) textObject(o content.Operation, from int) {
	m := s.mark
	switch {
	case m == nil || m.decorates || s.elementOf(m.number) == nil:
	case o.Operator == "ET":
		m.object = s.text[m.begins:o.End]
	case len(m.object) > 0 && bytes.HasPrefix(s.text[from:], m.object):
		if m.begins = from; !m.repeats {
			m.repeats = true
			s.insert(from, "EMC\n"+beginArtifact)
		}
	default:
		m.begins = from
		s.resume(from)
	}
}

// resume ends the artifact of what is repeated: what follows is in a mark of ours, which the engine's end ends.
func (s *stream) resume(at int) {
	if m := s.mark; m != nil && m.repeats {
		before := lost{in: s, number: m.number}
		s.insert(at, "EMC\n")
		m.number, m.repeats = s.beginText(at), false
		lost{in: s, number: m.number}.place(before, true)
	}
}

// insert adds an edit. Edits stay in their order if other operations interrupt a path.
func (s *stream) insert(at int, by string) {
	if n := len(s.edits); n > 0 {
		at = max(at, s.edits[n-1].from)
	}
	s.edits = append(s.edits, edit{at, at, by})
}
