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
	form  object.Ref // 0: the page's own content
	key   int        // in the parent tree
	text  []byte
	edits []edit

	path    int     // the offset of the path under construction; below 0: there is none
	nesting []*mark // of marked content; nil: it has no number and is no artifact, or is inside of what has or is
	mark    *mark   // the one of these that is not nil
	tagged  bool    // a form in it has tagged content
}

// rewrite marks what is not marked and returns the content stream.
func (s *stream) rewrite() []byte {
	from := 0
	operations := content.NewScanner(s.text)
	for o, ok := operations.Next(); ok && s.file.Err() == nil; o, ok = operations.Next() {
		from = len(s.text) - len(object.SkipBlanks(s.text[from:]))
		if err := s.Follow(o); err != nil {
			s.file.Fail(err)
		}
		s.operation(o, from)
		from = o.End
	}
	if err := operations.Err(); err != nil {
		s.file.Fail(err)
	}
	return s.edited()
}

// operation follows one operation that begins at an offset.
func (s *stream) operation(o content.Operation, from int) {
	switch o.Operator {
	case "BDC", "BMC":
		s.begin(o, from)
	case "EMC":
		s.endMark()
	case "BT", "ET":
		s.textObject(o, from)
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
		s.paint(o, from)
	case "sh", "BI":
		s.paint(o, from)
	case "Do":
		s.draw(o, from)
	}
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
