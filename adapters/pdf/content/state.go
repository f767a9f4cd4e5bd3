package content

import (
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
)

// state is the part of the graphics state that the place of what is painted depends on (ISO 32000-1, 8.4).
type state struct {
	CTM       page.Matrix // of the current space
	clip      page.Box
	exact     bool    // the clip is the box, not a shape within it
	clipped   Outline // of the last path that made it smaller
	lineWidth float64
	resources *object.Dict // of the content stream
	colours

	Font                 *Font // of text; nil if there is none
	size, leading, rise  float64
	stretch              float64 // horizontal scaling, where 1 is 100 %
	charSpace, wordSpace float64
	mode                 int
}

// Follower follows the graphics state through the operations of a content stream.
type Follower struct {
	file  *object.File
	fonts Fonts
	state
	saved []state
	// text and line are where the next glyph and the line of text begin (9.4.1): the text matrix, and the text line matrix.
	text, line page.Matrix
}

// Fonts are fonts that were read, by their objects, or else by the resources that have them and their names there.
type Fonts map[any]*Font

// NewFollower returns a Follower of content that is drawn with a matrix and has resources.
func NewFollower(f *object.File, fonts Fonts, resources object.Dict, ctm page.Matrix) Follower {
	return Follower{
		file: f, fonts: fonts, text: page.Identity, line: page.Identity,
		state: state{CTM: ctm, exact: true, lineWidth: 1, resources: &resources, stretch: 1, colours: colours{alpha: 1, outer: 1}},
	}
}

// Resources returns those of the content stream.
func (f *Follower) Resources() object.Dict { return *f.resources }

// Line returns the matrix from the space of the text line.
func (f *Follower) Line() page.Matrix { return f.line.Times(f.CTM) }

// Follow follows an operation. It does not move along a line of text that is shown. The error is ErrTooMuch.
func (f *Follower) Follow(o Operation) error {
	number := func(i int) float64 { return o.Numbers()[i] }
	switch o.Operator {
	case "q":
		if len(f.saved) == MaxSaved {
			return ErrTooMuch
		}
		f.saved = append(f.saved, f.state)
	case "Q":
		if n := len(f.saved); n > 0 {
			f.state, f.saved = f.saved[n-1], f.saved[:n-1]
		}
	case "cm":
		f.CTM = page.Matrix(o.Numbers()).Times(f.CTM)
	case "w":
		f.lineWidth = number(0)
	case "gs":
		f.extend(f.file, f.file.Dict(f.file.Dict(f.Resources()["ExtGState"])[o.Name(0)]))
	case "g", "rg", "k", "cs", "sc", "scn":
		f.setColour(f.file, o, f.Resources())
	case "Tf":
		f.setFont(o)
	case "TL":
		f.leading = number(0)
	case "Ts":
		f.rise = number(0)
	case "Tz":
		f.stretch = number(0) / 100
	case "Tc":
		f.charSpace = number(0)
	case "Tw":
		f.wordSpace = number(0)
	case "Tr":
		f.mode = int(number(0))
	case "BT":
		f.text, f.line = page.Identity, page.Identity
	case "Tm":
		f.line = page.Matrix(o.Numbers())
		f.text = f.line
	case "Td":
		f.nextLine(number(0), number(1))
	case "TD":
		f.leading = -number(1)
		f.nextLine(number(0), number(1))
	case "T*", "'":
		f.nextLine(0, -f.leading)
	case `"`:
		f.wordSpace, f.charSpace = number(0), number(1)
		f.nextLine(0, -f.leading)
	}
	return nil
}

// extend follows a dictionary of parameters (8.4.5).
func (s *state) extend(f *object.File, parameters object.Dict) {
	if width, is := f.Get(parameters["LW"]).(float64); is {
		s.lineWidth = width
	}
	if alpha, is := f.Get(parameters["ca"]).(float64); is {
		s.alpha = alpha
	}
	if mask := f.Get(parameters["SMask"]); mask != nil {
		s.blended = mask != object.Name("None")
	}
	if mode := f.Get(parameters["BM"]); mode != nil {
		s.blended = s.blended || mode != object.Name("Normal") && mode != object.Name("Compatible")
	}
}

// invisible is the text rendering mode that paints nothing.
const invisible = 3

// nextLine begins a line at a distance from the beginning of the last.
func (f *Follower) nextLine(x, y float64) {
	f.line = page.Matrix{1, 0, 0, 1, x, y}.Times(f.line)
	f.text = f.line
}
