package tags

import (
	"slices"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/domain"
)

// mark is marked content that the engine wrote.
type mark struct {
	at, end int // of its operator in what is written
	number  int // below 0: it is an artifact
	// decorates: what it shows is no part of what the document says.
	decorates bool
	text      bool     // it shows text
	outlined  bool     // it paints text as shapes
	begins    int      // the offset of the last text object in it
	shows     bool     // that object shows text
	objects   [][]byte // the last objects in it that do, at most maxObjects
	repeats   bool     // an artifact of ours is open instead, whose text was there before
	link      *element // in which it is
}

// begin follows the beginning of marked content. What is inside of other marked content is a part of that.
func (s *stream) begin(o content.Operation, from int) {
	number := -1
	for i := 0; i+1 < len(o.Operands); i++ {
		if string(o.Operands[i]) == "/MCID" {
			if n, _ := object.Number(o.Operands[i+1]); int(n) < len(s.tree.parents[s.key]) { // no other can have an element
				number = int(n)
			}
		}
	}
	var m *mark
	if s.mark == nil && (number >= 0 || o.Name(0) == "Artifact") {
		e := s.elementOf(number)
		at := len(s.out)
		m = &mark{at: at, end: at + o.End - from, number: number, link: e.within("Link"), decorates: s.tree.decorates(e)}
		s.mark = m
	}
	s.nesting = append(s.nesting, m)
}

// endMark follows the end of marked content. Content without text that is no part of a picture is decoration: borders and backgrounds.
func (s *stream) endMark() {
	last := len(s.nesting) - 1
	if last < 0 {
		s.file.Fail(errMarks)
		return
	}
	m := s.nesting[last]
	if s.nesting = s.nesting[:last]; m == nil {
		return
	}
	s.mark, s.path = nil, -1
	e := s.elementOf(m.number)
	switch {
	case m.number < 0:
	case m.text && e == nil:
		s.lost = append(s.lost, markedText{s, m.number, s.baseline()})
	case m.decorates, !m.text && !e.pictures():
		s.tree.flattened = s.tree.flattened || m.outlined && !m.decorates && e != nil && e.kind == "NonStruct" && len(e.kids) == 1
		s.out = slices.Replace(s.out, m.at, m.end, []byte(beginArtifact)...)
		s.drop(m.number)
	}
}

// elementOf returns the element of marked content; nil if it has none.
func (s *stream) elementOf(number int) *element {
	if elements := s.tree.parents[s.key]; number >= 0 && number < len(elements) {
		return elements[number]
	}
	return nil
}

// drop removes marked content from its element.
func (s *stream) drop(number int) {
	e := s.elementOf(number)
	if e == nil {
		return
	}
	if at := s.kidOf(e, number); at >= 0 {
		e.kids, e.changed = slices.Delete(e.kids, at, at+1), true
		e.prune()
	}
	s.tree.parents[s.key][number] = nil
}

// kidOf returns the index of the kid of an element that is a marked content of this stream; below 0 if there is none.
func (s *stream) kidOf(e *element, number int) int {
	return slices.IndexFunc(e.kids, func(kid any) bool {
		switch kid := kid.(type) {
		case float64:
			return int(kid) == number && s.form == 0 && e.dict["Pg"] == s.page
		case object.Dict:
			ofPage := kid["Pg"] == s.page || kid["Pg"] == nil && e.dict["Pg"] == s.page
			ofForm := kid["Stm"] == s.form || kid["Stm"] == nil && s.form == 0
			return kid["MCID"] == float64(number) && ofPage && ofForm
		}
		return false
	})
}

// within returns the nearest element of a kind, the element itself or one around it; nil if there is none.
func (e *element) within(kind object.Name) *element {
	for ; e != nil; e = e.parent {
		if e.kind == kind {
			return e
		}
	}
	return nil
}

// pictures reports whether what an element paints is content even without text.
func (e *element) pictures() bool {
	return e != nil && (e.kind == "Lbl" || e.within("Figure") != nil || e.within("Formula") != nil || e.within("Form") != nil)
}

// decorates reports whether an element is in a figure that is no part of what the document says.
func (t *Tree) decorates(e *element) bool {
	for ; e != nil; e = e.parent {
		if e.kind == "Figure" && t.file.Text(e.dict["Alt"]) == domain.Decoration {
			return true
		}
	}
	return false
}
