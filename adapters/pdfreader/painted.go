package pdfreader

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"platen/adapters/internal/pdfgraphics"
	"platen/adapters/internal/pdftoken"
	"platen/domain"
	"platen/ports"
)

var _ ports.PaintReader = Inspector{}

// maxMarks bounds what one page may paint, and the operators that it may have for that.
const (
	maxMarks            = 1 << 20
	maxPaintedOperators = 4 << 20
)

var errTooMuchPaint = errors.New("the page paints too much")

// Painted interprets the content of a page.
func (Inspector) Painted(content []byte, number int) (marks []domain.Mark, err error) {
	w, err := walkPages(content)
	if err != nil {
		return nil, fmt.Errorf("read what is painted: %w", err)
	}
	if number < 1 || number > len(w.found) {
		return nil, fmt.Errorf("read what is painted: there is no page %d", number)
	}
	p := newPainter(w.file, w.found[number-1].view)
	if err := p.page(w.found[number-1]); err != nil {
		return nil, fmt.Errorf("read what page %d paints: %w", number, err)
	}
	return p.marks, nil
}

// painter interprets a page's content and collects its marks.
type painter struct {
	file      *file
	view      pdfgraphics.View
	fonts     map[any]*glyphWidths
	marks     []domain.Mark
	operators int // how many more it may have

	state paintState
	saved []paintState
	path  pdfgraphics.Extent
	clips bool // the path becomes a clip when it ends
	text  pdfgraphics.TextPosition
}

// paintState is the part of the graphics state that the place of marks depends on.
type paintState struct {
	ctm       pdfgraphics.Matrix
	clip      pdfgraphics.Box
	lineWidth float64
	font      *glyphWidths
	pdfgraphics.TextState
}

func newPainter(f *file, v pdfgraphics.View) *painter {
	return &painter{
		file: f, view: v, fonts: map[any]*glyphWidths{}, operators: maxPaintedOperators,
		state: paintState{ctm: pdfgraphics.Identity, clip: v.Shown, lineWidth: 1, TextState: pdfgraphics.NewTextState()},
		text:  pdfgraphics.TextPosition{Text: pdfgraphics.Identity, Line: pdfgraphics.Identity},
	}
}

func (p *painter) page(page foundPage) error {
	resources, err := p.file.dict(page.resources)
	if err != nil {
		return err
	}
	content, err := p.file.pageContent(page.dict["Contents"])
	if err != nil {
		return err
	}
	return p.interpret(content, resources, 0)
}

// pageContent joins the streams of a page's content.
func (f *file) pageContent(contents any) ([]byte, error) {
	o, err := f.get(contents)
	if err != nil {
		return nil, err
	}
	streams, several := o.(array)
	if !several {
		streams = array{o}
	}
	var joined []byte
	for _, o := range streams {
		if o, err = f.get(o); err != nil {
			return nil, err
		}
		s, ok := o.(stream)
		if !ok {
			continue
		}
		content, err := f.decode(s)
		if err != nil {
			return nil, err
		}
		joined = append(append(joined, content...), '\n')
	}
	return joined, nil
}

// interpret goes through a content stream, and the forms in it.
func (p *painter) interpret(content []byte, resources dict, depth int) error {
	parse := &parser{content: content}
	var operands []any
	for parse.skip(); parse.at < len(content); parse.skip() {
		o, err := parse.object(0)
		if err != nil {
			return err
		}
		operator, ok := o.(keyword)
		if !ok {
			operands = append(operands, o)
			continue
		}
		if p.operators--; p.operators < 0 || len(p.marks) > maxMarks {
			return errTooMuchPaint
		}
		switch operator {
		case "Do":
			err = p.object(operands, resources, depth)
		case "Tf":
			err = p.setFont(operands, resources)
		case "BI":
			p.mark(domain.Picture, p.state.ctm.Box(pdfgraphics.UnitSquare))
			err = parse.skipInlineImage()
		default:
			p.apply(string(operator), operands)
		}
		if err != nil {
			return err
		}
		operands = operands[:0]
	}
	return nil
}

// skipInlineImage goes past the image that BI begins.
func (p *parser) skipInlineImage() error {
	for at := p.at; ; {
		end := bytes.Index(p.content[at:], []byte("EI"))
		if end < 0 {
			return errSyntax
		}
		at += end + len("EI")
		if pdftoken.IsBlank(p.content[at-len("EI")-1]) && (at == len(p.content) || pdftoken.IsBlank(p.content[at])) {
			p.at = at
			return nil
		}
	}
}

// object paints an XObject: an image into the unit square, or a form with the state of its place.
func (p *painter) object(operands []any, resources dict, depth int) error {
	found, err := p.resource(resources, "XObject", operands)
	if err != nil {
		return err
	}
	object, ok := found.(stream)
	if !ok {
		return nil
	}
	if object.dict["Subtype"] == name("Image") {
		p.mark(domain.Picture, p.state.ctm.Box(pdfgraphics.UnitSquare))
		return nil
	}
	if object.dict["Subtype"] != name("Form") || depth == pdfgraphics.MaxForms {
		return nil
	}
	outer, saved := p.state, p.saved
	p.saved = nil // the form cannot restore what its page saved, nor overwrite it
	if m, err := p.file.array(object.dict["Matrix"]); err == nil && len(m) == 6 {
		p.state.ctm = pdfgraphics.Matrix(numbers(m)).Times(p.state.ctm)
	}
	if b, ok, err := p.file.box(object.dict["BBox"]); err == nil && ok {
		p.state.clip = p.state.clip.Common(p.state.ctm.Box(b))
	}
	if own, err := p.file.dict(object.dict["Resources"]); err == nil && len(own) > 0 {
		resources = own
	}
	content, err := p.file.decode(object)
	if err != nil {
		return err
	}
	err = p.interpret(content, resources, depth+1)
	p.state, p.saved = outer, saved
	return err
}

// resource gives the resource that the first operand names.
func (p *painter) resource(resources dict, category name, operands []any) (any, error) {
	if len(operands) == 0 {
		return nil, nil
	}
	key, ok := operands[0].(name)
	if !ok {
		return nil, nil
	}
	entries, err := p.file.dict(resources[category])
	if err != nil {
		return nil, err
	}
	return p.file.get(entries[key])
}

// mark notes what is painted in a box of the page's space, as far as the clip lets it.
func (p *painter) mark(kind domain.MarkKind, b pdfgraphics.Box) {
	seen := b.Common(p.state.clip)
	if size := seen.Right - seen.Left + seen.Top - seen.Bottom; math.IsNaN(size) || math.IsInf(size, 0) {
		return
	}
	if seen.Right < seen.Left || seen.Top < seen.Bottom {
		return
	}
	if kind == domain.Shape && len(p.marks) == 0 && covers(seen, p.view.Shown) {
		return
	}
	p.marks = append(p.marks, domain.Mark{Kind: kind, Rect: p.view.Rect(seen)})
}

// backgroundTolerance is how much the last page's background may lack of the page, in points.
const backgroundTolerance = 10

func covers(b, page pdfgraphics.Box) bool {
	const t = backgroundTolerance
	return b.Left < page.Left+t && b.Bottom < page.Bottom+t && b.Right > page.Right-t && b.Top > page.Top-t
}

// numbers gives the operands that are numbers, 0 for others; always six.
func numbers(operands []any) []float64 {
	values := make([]float64, max(6, len(operands)))
	for i, o := range operands {
		values[i], _ = o.(float64)
	}
	return values
}

// save and restore are q and Q.
func (p *painter) save() { p.saved = append(p.saved, p.state) }

func (p *painter) restore() {
	if n := len(p.saved); n > 0 {
		p.state, p.saved = p.saved[n-1], p.saved[:n-1]
	}
}
