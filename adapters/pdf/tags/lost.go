package tags

import (
	"slices"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
)

// lost is marked text: its number and baseline.
type lost struct {
	number   int
	known    bool
	baseline float64
}

// show follows text.
func (s *stream) show(o content.Operation, from int) {
	if s.inside == 0 {
		if s.outside() {
			s.paint(artifactRun, from)
		} else {
			s.paint(textRun, from)
		}
		return
	}
	m := s.mark
	if m.number < 0 || m.decorates || m.repeats {
		return
	}
	if at := (lost{m.number, true, s.baseline()}); !m.text {
		m.text = true
		s.placeLost(at)
		if m.link != nil && at.baseline != s.last.baseline {
			m.link.text = append(m.link.text, ' ')
		}
		s.last = at
	}
	if m.link != nil && s.Font() != nil {
		o.Pieces(func(codes object.String) { m.link.text = append(m.link.text, s.Font().Text(codes)...) }, func(float64) {})
	}
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
func (s *stream) placeLost(next lost) {
	for _, l := range s.lost {
		beside, after := s.last, true
		if next.known && (!beside.known || l.baseline == next.baseline && l.baseline != beside.baseline) {
			beside, after = next, false
		}
		s.place(l.number, beside, after)
		if after {
			s.last = l
		}
	}
	s.lost = nil
}

// place makes marked content a kid of the element of another, beside it, or of a new paragraph if there is no other.
func (s *stream) place(number int, beside lost, after bool) {
	kid := object.Dict{"Type": object.Name("MCR"), "Pg": s.page, "MCID": float64(number)}
	if s.form != 0 {
		kid["Stm"] = s.form
	}
	e, at := s.elementOf(beside.number), 0
	if !beside.known || e == nil {
		body := s.tree.body()
		e = s.tree.add(body, len(body.kids), "P")
	} else if at = max(0, s.kidOf(e, beside.number)); after {
		at++
	}
	e.kids, e.changed = slices.Insert(e.kids, min(at, len(e.kids)), any(kid)), true
	s.tree.parents[s.key][number] = e
}

// body returns the element for what belongs to no other: the outermost one.
func (t *Tree) body() *element {
	for _, kid := range t.root.kids {
		if e, is := kid.(*element); is {
			return e
		}
	}
	return t.add(t.root, len(t.root.kids), "Document")
}
