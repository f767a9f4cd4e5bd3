package tags

import (
	"math"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

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
	if s.mark != nil && math.Abs(s.ctm[0]*deviceUnits-1) < 1e-4 && s.ctm[1] == 0 {
		s.mark.outlined = true
	}
}
