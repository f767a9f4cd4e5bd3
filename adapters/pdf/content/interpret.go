package content

import (
	"errors"
	"math"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// Painting is one thing that a page paints.
type Painting struct {
	Kind domain.PaintKind
	// Background: it is a filled rectangle that covers the page, before all else is painted: the paper's colour.
	Background bool
	// Box is the box around it in the page's space, as far as it is not clipped; see Visible. Text is as tall as its font's ascent and
	// descent, and as wide as the advances of its glyphs.
	Box page.Box
	// Paint is what fills it: a path, or text. Solid: it is a path that fills exactly the box.
	Paint Paint
	Solid bool
	// Outline is that of a path, clipped or not. It is empty where the path or the page has very many lines.
	Outline Outline
	// Operation is what paints it. The offset is that in the page's content, or in a form's.
	Operation Operation
	// Font, Position and Size are those of Glyphs: the matrix from text space, at the first glyph, and the font size.
	Font     *Font
	Position page.Matrix
	Size     float64
}

// Visible reports whether the clip leaves something of it.
func (p Painting) Visible() bool {
	size := p.Box.Width() + p.Box.Height()
	return p.Box.Right >= p.Box.Left && p.Box.Top >= p.Box.Bottom && !math.IsNaN(size) && !math.IsInf(size, 0)
}

const (
	// MaxForms bounds how deeply form XObjects are followed; engines nest fewer.
	MaxForms = 16
	// maxPaintings and maxOperators bound what one page may have, maxLines the lines of all outlines on it: many fills may have that of one
	// clip.
	maxPaintings = 1 << 20
	maxOperators = 4 << 20
	maxLines     = 1 << 20
	// MaxSaved bounds how deep q and Q are nested; ISO 32000-1, C.2, has 28 for those that write PDFs.
	MaxSaved = 4096
	// backgroundTolerance is the most that a background may lack of the page, in points. On the last page of a document it lacks the
	// slack of headerfooter.OverlayPage and what an engine adds to the paper.
	backgroundTolerance = 10
	// rounding is how far the sides of boxes may be apart, in points, that are the same.
	rounding = 0.1
)

var (
	// Stop ends Interpret without an error.
	Stop = errors.New("stop") //nolint:revive,staticcheck // like fs.SkipAll

	// ErrTooMuch is about a page that exceeds a bound.
	ErrTooMuch = errors.New("the page paints too much")
)

// Interpret calls visit for what a page paints, in the order of painting, forms included. An error that visit returns ends it. content is
// the page's own content; see page.Content.
func Interpret(f *object.File, p *page.Page, content []byte, visit func(Painting) error) error {
	i := &interpreter{
		Follower: NewFollower(f, Fonts{}, f.Dict(p.Resources), page.Identity), shown: p.View.Shown, visit: visit,
		operators: maxOperators, lines: maxLines,
	}
	i.clip = p.View.Shown
	if err := i.interpret(content, 0); err != nil && !errors.Is(err, Stop) {
		return err
	}
	return f.Err()
}

// interpreter is the state of Interpret.
type interpreter struct {
	Follower
	shown     page.Box
	visit     func(Painting) error
	operators int // how many more the page may have
	lines     int // how many more its outlines may have
	paintings int
	painted   bool // something other than the background
	path      path
}

// interpret goes through a content stream, and the forms in it.
func (i *interpreter) interpret(content []byte, depth int) error {
	s := NewScanner(content)
	for o, ok := s.Next(); ok; o, ok = s.Next() {
		if i.operators--; i.operators < 0 {
			return ErrTooMuch
		}
		if err := i.Follow(o); err != nil {
			return err
		}
		if err := i.operation(o, depth); err != nil {
			return err
		}
	}
	return s.Err()
}

// operation follows an operator that makes a path or paints.
func (i *interpreter) operation(o Operation, depth int) error {
	switch o.Operator {
	case "m", "l", "c", "v", "y", "re", "h":
		i.path.add(o, i.CTM)
	case "W", "W*":
		i.path.clips = true
	case "n":
		i.endPath()
	case "f", "F", "f*", "S", "s", "B", "B*", "b", "b*":
		defer i.endPath()
		if i.path.Some {
			return i.paintPath(o, depth)
		}
	case "sh":
		return i.paint(Painting{Kind: domain.Shape, Box: i.clip, Operation: o})
	case "BI":
		return i.paint(Painting{Kind: domain.Picture, Box: i.CTM.Box(page.UnitSquare), Operation: o})
	case "Do":
		return i.object(o, depth)
	case "Tj", "TJ", "'", `"`:
		return i.show(o)
	}
	return nil
}

// paintPath fills the path, unless the fill is transparent, or paints it with half of the line's width around it.
func (i *interpreter) paintPath(o Operation, depth int) error {
	if o.Operator[0] != 'f' && o.Operator[0] != 'F' {
		box := i.path.Grow(i.lineWidth / 2 * i.CTM.Scale())
		return i.paint(Painting{Kind: domain.Shape, Box: box, Outline: i.path.outline, Operation: o})
	}
	if i.alpha*i.outer == 0 {
		return nil
	}
	i.path.close()
	solid, outline := i.exact && i.path.isRectangle(), i.path.outline
	background := depth == 0 && !i.painted && solid && covers(i.path.Common(i.clip), i.shown, backgroundTolerance)
	if i.clipped != nil && covers(i.path.Box, i.clip, rounding) && !i.path.crosses(i.clip) {
		outline = i.clipped
	}
	return i.paint(Painting{Kind: domain.Shape, Background: background, Box: i.path.Box, Solid: solid, Outline: outline, Operation: o})
}

// covers reports whether a box lacks no more than t of another one at each side.
func covers(b, other page.Box, t float64) bool {
	return b.Left < other.Left+t && b.Bottom < other.Bottom+t && b.Right > other.Right-t && b.Top > other.Top-t
}

// endPath makes the path a clip if a clipping operator came before.
func (i *interpreter) endPath() {
	if i.path.clips {
		i.path.close()
		clip, rectangle := i.clip.Common(i.path.Box), i.path.isRectangle()
		if !rectangle || !covers(i.path.Box, i.clip, rounding) {
			i.clipped = i.path.outline
		}
		i.clip, i.exact = clip, i.exact && rectangle
	}
	i.path = path{}
}

// paint cuts what is painted at the clip, and visits it.
func (i *interpreter) paint(p Painting) error {
	if i.paintings++; i.paintings > maxPaintings {
		return ErrTooMuch
	}
	p.Box, p.Paint = p.Box.Common(i.clip), i.colours.paint()
	if i.lines -= len(p.Outline); i.path.long || i.lines < 0 {
		p.Outline = nil
	}
	i.painted = i.painted || !p.Background && p.Visible()
	return i.visit(p)
}

// object paints an XObject: an image into the unit square, or a form with the state of its place.
func (i *interpreter) object(o Operation, depth int) error {
	x, _ := i.file.Get(i.file.Dict(i.Resources()["XObject"])[o.Name(0)]).(object.Stream)
	switch x.Dict["Subtype"] {
	case object.Name("Image"):
		return i.paint(Painting{Kind: domain.Picture, Box: i.CTM.Box(page.UnitSquare), Operation: o})
	case object.Name("Form"):
		return i.form(x, depth)
	}
	return nil
}

func (i *interpreter) form(x object.Stream, depth int) error {
	if depth == MaxForms {
		return nil
	}
	outer, saved := i.state, i.saved
	i.outer, i.alpha = i.alpha*i.outer, 1
	i.saved = nil // the form cannot restore what its page saved, nor overwrite it
	i.CTM = page.ReadMatrix(i.file, x.Dict["Matrix"]).Times(i.CTM)
	if b, ok := page.ReadBox(i.file, x.Dict["BBox"]); ok {
		i.clip = i.clip.Common(i.CTM.Box(b))
	}
	if own := i.file.Dict(x.Dict["Resources"]); len(own) > 0 {
		i.resources = &own
	}
	err := i.interpret(i.file.Decode(x), depth+1)
	i.state, i.saved = outer, saved
	return err
}
