package tags

import (
	"math"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// stream is a content stream while it is marked.
type stream struct {
	*marking
	content.Follower
	form object.Ref // 0: the page's own content
	key  int        // in the parent tree
	text []byte
	out  []byte // what was read of the text, with marks

	path    int     // where the path under construction begins in what is written; below 0: there is none
	nesting []*mark // of marked content; nil: it has no number and is no artifact, or is inside of what has or is
	mark    *mark   // the one of these that is not nil
	tagged  bool    // a form in it has tagged content
}

// rewrite marks what is not marked and returns the content stream.
func (s *stream) rewrite() []byte {
	s.out = make([]byte, 0, len(s.text)+len(s.text)/2)
	done := 0
	operations := content.NewScanner(s.text)
	for o, ok := operations.Next(); ok && s.file.Err() == nil; o, ok = operations.Next() {
		from := len(s.text) - len(object.SkipBlanks(s.text[done:]))
		s.out = append(s.out, s.text[done:from]...)
		if err := s.Follow(o); err != nil {
			s.file.Fail(err)
		}
		after := s.operation(o, from)
		s.out = append(append(s.out, s.text[from:o.End]...), after...)
		done = o.End
	}
	if err := operations.Err(); err != nil {
		s.file.Fail(err)
	}
	return append(s.out, s.text[done:]...)
}

// operation follows one operation that begins at an offset. It writes what comes before it, and returns what comes after it.
func (s *stream) operation(o content.Operation, from int) (after string) {
	switch o.Operator {
	case "BDC", "BMC":
		s.begin(o, from)
	case "EMC":
		s.endMark()
	case "BT", "ET":
		s.textObject(o, from)
	case "Tj", "TJ", "'", `"`:
		return s.show(o)
	case "m", "l", "c", "v", "y", "h", "re":
		if s.path < 0 {
			s.path = len(s.out)
		}
	case "n":
		s.path = -1
	case "f", "F", "f*", "S", "s", "B", "B*", "b", "b*":
		s.outlines()
		return s.paint()
	case "sh", "BI":
		return s.paint()
	case "Do":
		return s.draw(o)
	}
	return ""
}

// deviceUnits is how many units of their own a point has for engines that print as to a device of 300 dots an inch. In these units they
// paint what they cannot write into a PDF: what is under a filter as a picture, text in perspective as shapes. Neither is in the structure
// (ISO 14289-1, 7.1), and nothing says whether it is decoration.
const deviceUnits = 300.0 / 72

// isFlattened reports whether an image is painted with a pixel for each dot of the device.
func isFlattened(f *object.File, image object.Dict, ctm page.Matrix) bool {
	isDots := func(side, x, y float64) bool { return math.Abs(math.Hypot(x, y)*deviceUnits-side) < 0.05 }
	return isDots(f.Number(image["Width"]), ctm[0], ctm[1]) && isDots(f.Number(image["Height"]), ctm[2], ctm[3])
}

// outlines notes that shapes are painted inside the engine's mark. Those in the device's units are the outlines of text.
func (s *stream) outlines() {
	if s.mark != nil && math.Abs(s.CTM[0]*deviceUnits-1) < 1e-4 && s.CTM[1] == 0 {
		s.mark.outlined = true
	}
}
