package tags

import (
	"slices"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
)

// markedText is marked text: the stream that it is in, its number there, and its baseline. The zero value is none.
type markedText struct {
	in       *stream
	number   int
	baseline float64
}

// show follows text.
func (s *stream) show(o content.Operation) (after string) {
	if s.mark == nil {
		if s.outside() {
			return s.paint()
		}
		s.lost = append(s.lost, markedText{s, s.beginText(), s.baseline()})
		return end
	}
	m := s.mark
	m.shows = true
	if m.number < 0 || m.decorates || m.repeats {
		return ""
	}
	if at := (markedText{s, m.number, s.baseline()}); !m.text {
		m.text = true
		s.placeLost(at)
		if m.link != nil && at.baseline != s.last.baseline {
			m.link.text = append(m.link.text, ' ')
		}
		s.last = at
	}
	if m.link != nil && s.Font != nil {
		for codes := range o.Pieces() {
			m.link.text = append(m.link.text, s.Font.Text(codes)...)
		}
	}
	return ""
}

// baseline is the vertical position of the text line.
func (s *stream) baseline() float64 { return s.Line()[5] }

// outside reports whether the text is outside of the page's content, where only margin boxes are.
func (s *stream) outside() bool {
	if s.box.Empty() {
		return false
	}
	at := s.Line()
	return at[4] < s.box.Left-1 || at[4] > s.box.Right+1 || at[5] < s.box.Bottom-1 || at[5] > s.box.Top+1
}

// placeLost puts lost text beside the marked text on its line: the next, or else the last.
func (m *marking) placeLost(next markedText) {
	for _, l := range m.lost {
		beside, after := m.last, true
		if next.in != nil && (beside.in == nil || l.baseline == next.baseline && l.baseline != beside.baseline) {
			beside, after = next, false
		}
		l.place(beside, after)
		if after {
			m.last = l
		}
	}
	m.lost = nil
}

// place makes the text a kid of the element of another, beside it, or of a new paragraph if there is no other.
func (m markedText) place(beside markedText, after bool) {
	s := m.in
	kid := object.Dict{"Type": object.Name("MCR"), "Pg": s.page, "MCID": float64(m.number)}
	if s.form != 0 {
		kid["Stm"] = s.form
	}
	e, at := beside.element(), 0
	if e == nil {
		body := s.tree.body()
		e = s.tree.add(body, len(body.kids), "P")
	} else if at = max(0, beside.in.kidOf(e, beside.number)); after {
		at++
	}
	e.kids, e.changed = slices.Insert(e.kids, min(at, len(e.kids)), any(kid)), true
	s.tree.parents[s.key][m.number] = e
}

// element returns the text's element; nil if it has none.
func (m markedText) element() *element {
	if m.in == nil {
		return nil
	}
	return m.in.elementOf(m.number)
}

// body returns the element for what belongs to no other: the outermost one.
func (t *Tree) body() *element {
	if outermost := t.root.elements(); len(outermost) > 0 {
		return outermost[0]
	}
	return t.add(t.root, len(t.root.kids), "Document")
}
