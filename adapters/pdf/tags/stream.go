package tags

import (
	"bytes"
	"fmt"
	"slices"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// stream is a content stream while it is marked.
type stream struct {
	*marking
	form      object.Ref // 0: the page's own content
	key       int        // in the parent tree
	resources object.Dict
	text      []byte
	edits     []edit

	ctm   page.Matrix
	saved []page.Matrix
	line  page.Matrix // the text line matrix
	font  *content.Font
	fonts map[object.Name]*content.Font

	path    int    // the offset of the path under construction; below 0: there is none
	nesting []bool // of marked content: whether it has a number or is an artifact
	inside  int    // how many of these
	mark    *mark  // the outermost of these
	run     run    // the open mark of ours
	lost    []lost // text that has a mark of ours and no element yet
	last    lost   // the last marked text
}

// edit replaces a part of a content stream; an empty part: it is an insertion.
type edit struct {
	from, to int
	by       string
}

// mark is marked content that the engine wrote.
type mark struct {
	from, to int // of its operator
	number   int // below 0: it is an artifact
	kind     object.Name
	// decorates: what it shows is no part of what the document says.
	decorates bool
	text      bool     // it shows text
	outlined  bool     // it paints text as shapes
	link      *element // in which it is
}

// run is what a mark of ours holds.
type run int

const (
	noRun run = iota
	artifactRun
	textRun
)

// lost is marked text: its number and baseline.
type lost struct {
	number   int
	known    bool
	baseline float64
}

const (
	beginArtifact = "/Artifact BMC\n"
	end           = "\nEMC\n"
)

// rewrite marks what is not marked and returns the content stream.
func (s *stream) rewrite() []byte {
	from := 0
	operations := content.NewScanner(s.text)
	for o, ok := operations.Next(); ok; o, ok = operations.Next() {
		from = len(s.text) - len(object.SkipBlanks(s.text[from:]))
		s.inspection.Operation(s.file, o, s.resources)
		s.operation(o, from)
		from = o.End
	}
	if err := operations.Err(); err != nil {
		s.file.Fail(err)
	}
	s.endRun(len(s.text))
	s.settle(lost{})
	return s.edited()
}

// edited applies the edits, which are in the order of their offsets.
func (s *stream) edited() []byte {
	if len(s.edits) == 0 {
		return s.text
	}
	var b bytes.Buffer
	b.Grow(len(s.text) + 32*len(s.edits))
	done := 0
	for _, e := range s.edits {
		if e.to < 0 {
			continue
		}
		b.Write(s.text[done:e.from])
		b.WriteString(e.by)
		done = e.to
	}
	b.Write(s.text[done:])
	return b.Bytes()
}

// operation follows one operation that begins at an offset.
func (s *stream) operation(o content.Operation, from int) {
	switch o.Operator {
	case "BDC", "BMC":
		s.endRun(from)
		s.begin(o, from)
	case "EMC":
		s.endRun(from)
		s.endMark()
	case "q":
		s.endRun(from)
		s.saved = append(s.saved, s.ctm)
	case "Q":
		s.endRun(from)
		if n := len(s.saved); n > 0 {
			s.ctm, s.saved = s.saved[n-1], s.saved[:n-1]
		}
	case "cm":
		s.ctm = page.Matrix(o.Numbers()).Times(s.ctm)
	case "BT", "ET":
		s.endRun(from)
		s.line = page.Identity
	case "Tm":
		s.line = page.Matrix(o.Numbers())
	case "Td", "TD":
		v := o.Numbers()
		s.line = page.Matrix{1, 0, 0, 1, v[0], v[1]}.Times(s.line)
	case "Tf":
		name, known := o.Name(0), false
		if s.font, known = s.fonts[name]; !known {
			s.font = s.fontOf(s.resources, name)
			s.fonts[name] = s.font
		}
	case "Tj", "TJ", "'", `"`:
		s.show(o, from)
	case "m", "l", "c", "v", "y", "h", "re":
		if s.path < 0 {
			s.path = from
		}
	case "n":
		s.path = -1
	case "f", "F", "f*", "S", "s", "B", "B*", "b", "b*":
		if s.path >= 0 {
			from = s.path
		}
		s.path = -1
		s.outlines()
		s.paint(artifactRun, from)
	case "sh", "BI":
		s.paint(artifactRun, from)
	case "Do":
		s.draw(o.Name(0), from)
	}
}

// begin follows the beginning of marked content.
func (s *stream) begin(o content.Operation, from int) {
	m := &mark{from: from, to: o.End, number: -1, kind: o.Name(0)}
	for i := 0; i+1 < len(o.Operands); i++ {
		if string(o.Operands[i]) == "/MCID" {
			number, _ := object.Number(o.Operands[i+1])
			m.number = int(number)
		}
	}
	counts := m.number >= 0 || m.kind == "Artifact"
	s.nesting = append(s.nesting, counts)
	if !counts {
		return
	}
	if s.inside++; s.inside == 1 {
		s.mark = m
		s.edits = append(s.edits, edit{from: m.from, to: -1}) // may become one of an artifact
		e := s.elementOf(m.number)
		m.link, m.decorates = e.within("Link"), s.tree.decorates(e)
	}
}

// endMark follows the end of marked content. Content without text that is no part of a picture is decoration: borders and backgrounds.
func (s *stream) endMark() {
	last := len(s.nesting) - 1
	if last < 0 {
		s.file.Fail(errMarks)
		return
	}
	counts := s.nesting[last]
	if s.nesting = s.nesting[:last]; !counts {
		return
	}
	if s.inside--; s.inside > 0 {
		return
	}
	m, e := s.mark, s.elementOf(s.mark.number)
	s.mark = nil
	switch {
	case m.number < 0:
	case m.text && e == nil:
		s.lost = append(s.lost, lost{number: m.number, known: true, baseline: s.baseline()})
	case m.decorates, !m.text && !e.pictures():
		s.tree.flattened = s.tree.flattened || m.outlined && !m.decorates && e != nil && e.kind == "NonStruct" && len(e.kids) == 1
		for i := len(s.edits) - 1; i >= 0; i-- {
			if s.edits[i].from == m.from && s.edits[i].to < 0 {
				s.edits[i] = edit{m.from, m.to, "/Artifact BMC"}
				break
			}
		}
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
	if m.number < 0 || m.decorates {
		return
	}
	if at := (lost{m.number, true, s.baseline()}); !m.text {
		m.text = true
		s.settle(at)
		if m.link != nil && at.baseline != s.last.baseline {
			m.link.text = append(m.link.text, ' ')
		}
		s.last = at
	}
	if m.link != nil && s.font != nil {
		o.Pieces(func(codes object.String) { m.link.text = append(m.link.text, s.font.Text(codes)...) }, func(float64) {})
	}
}

// baseline is the vertical position of the text line.
func (s *stream) baseline() float64 { return s.line.Times(s.ctm)[5] }

// outside reports whether the text is outside of the page's content, where only margin boxes are.
func (s *stream) outside() bool {
	if s.box.Empty() {
		return false
	}
	at := s.line.Times(s.ctm)
	return at[4] < s.box.Left-1 || at[4] > s.box.Right+1 || at[5] < s.box.Bottom-1 || at[5] > s.box.Top+1
}

// paint marks what an operation at an offset paints, unless the engine did.
func (s *stream) paint(kind run, from int) {
	if s.inside > 0 || s.run == kind {
		return
	}
	s.endRun(from)
	s.run = kind
	if kind == artifactRun {
		s.insert(from, beginArtifact)
		return
	}
	number := len(s.tree.parents[s.key])
	s.tree.parents[s.key] = append(s.tree.parents[s.key], nil)
	s.lost = append(s.lost, lost{number, true, s.baseline()})
	s.insert(from, fmt.Sprintf("/Span <</MCID %d>>BDC\n", number))
}

// insert adds an edit. Edits stay in their order if other operations interrupt a path.
func (s *stream) insert(at int, by string) {
	if n := len(s.edits); n > 0 {
		at = max(at, s.edits[n-1].from)
	}
	s.edits = append(s.edits, edit{at, at, by})
}

// endRun ends a mark of ours.
func (s *stream) endRun(at int) {
	if s.run != noRun {
		s.insert(at, end)
		s.run = noRun
	}
}

// settle puts lost text beside the marked text on its line: the next, or else the last.
func (s *stream) settle(next lost) {
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
