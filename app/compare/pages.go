package compare

import (
	"cmp"
	"context"
	"errors"
	"image"
	"slices"

	"platen/app/compare/pictures"
	"platen/app/compare/verdict"
	"platen/app/compare/words"
	"platen/domain"
)

// side is one of the two renderings, with what is found page by page.
type side struct {
	*rendered
	// looks are how the words are drawn.
	looks []pictures.Look
	// codes are the bar codes and QR codes that the other side does not draw alike at the same place.
	codes []code
}

// compareLooks compares the looks of matched words. Pages that are the same were not looked at.
func (d *drawing) compareLooks(w words.Comparison) []pictures.Change {
	changes := make([]pictures.Change, len(w.A))
	for _, v := range w.Moves {
		changes[v.From] = pictures.CompareLooks(d.a.looks[v.From], d.b.looks[v.To], w.A[v.From], w.B[v.To])
	}
	return changes
}

// comparePage compares what is drawn on a page with its counterpart. There may be no picture of one of them.
func (d *drawing) comparePage(ctx context.Context, w words.Comparison, pair words.PagePair, a, b *image.RGBA) (found pictures.Page,
	err error) {
	both := a != nil && b != nil
	// Words that the pages look the same with may stand on other pages in the other document, or not at all.
	others := len(w.Missing)+len(w.Extra) > 0 || slices.ContainsFunc(w.Moves, func(v words.Move) bool { return v.PageChanged })
	if both && pictures.Same(a, b) && !others {
		return pictures.Page{Difference: pictures.Difference{Similarity: 1}}, nil
	}
	paintedA, paintedB := d.read(d.a, w.A, pair.A, a), d.read(d.b, w.B, pair.B, b)
	switch {
	case both:
		found = pictures.Compare(ctx, w, paintedA, paintedB)
	case a != nil:
		found.Figures = paintedA.Figures(ctx, pictures.Missing)
	case b != nil:
		found.Figures = paintedB.Figures(ctx, pictures.Added)
	}
	found.Drawn = append(found.Drawn, unnoticed(w.Missing, w.A, d.a.looks)...)
	found.Written = append(found.Written, unnoticed(w.Extra, w.B, d.b.looks)...)
	err = errors.Join(d.readCodes(ctx, &d.a, pair.A, paintedA, paintedB), d.readCodes(ctx, &d.b, pair.B, paintedB, paintedA))
	return found, cmp.Or(err, ctx.Err())
}

// unnoticed are the words that no reader misses: they are not seen where they are, or lead the eye only.
func unnoticed(some []int, all []words.Word, looks []pictures.Look) []int {
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool { return !looks[i].Unseen() && !all[i].Leads() })
}

// read reads what a page paints, as far as that is understood, and looks at its words; nil if there is no picture of it.
func (d *drawing) read(s side, all []words.Word, page int, picture *image.RGBA) *pictures.Painted {
	if picture == nil {
		return nil
	}
	var rects []domain.PaintedRect
	for painted, err := range d.Reader.Painted(s.document.PDF, page+1) {
		if err == nil {
			rects = painted
		}
	}
	rects = slices.DeleteFunc(rects, func(p domain.PaintedRect) bool { return inAny(s.ignoredOn(page), p.Rect) })
	p := pictures.NewPainted(picture, rects, all, page)
	p.ReadLooks(s.looks)
	return p
}

type code struct {
	verdict.Code
	// alike: the other page has something like it there.
	alike bool
	pictures.Pattern
}

// maxCodes bounds the codes of a page that are read.
const maxCodes = 50

// readCodes reads the codes of a page, if it is drawn, at a resolution that shows their modules. It may have no counterpart.
func (d *drawing) readCodes(ctx context.Context, s *side, page int, own, other *pictures.Painted) error {
	if own == nil {
		return nil
	}
	boxes := own.Codes(other)
	for _, box := range boxes[:min(len(boxes), maxCodes)] {
		picture, err := d.Rasterizer.Region(ctx, s.document.PDF, page+1, region(box), codeDPI)
		if err != nil {
			return undrawnError{s.rendered, err}
		}
		if pattern, ok := pictures.ReadPattern(picture); ok {
			s.codes = append(s.codes, code{verdict.Code{Page: page, Box: box}, other != nil && own.Alike(other, box), pattern})
		}
	}
	return nil
}

// codeDPI shows a module of 0.2 mm as five pixels.
const codeDPI = 600

func region(b words.Box) domain.Rect {
	const around = 0.5
	at := func(millimetres float64) domain.Length { return domain.Length(millimetres) * domain.Millimetre }
	return domain.Rect{Left: at(b.X0 - around), Top: at(b.Y0 - around), Right: at(b.X1 + around), Bottom: at(b.Y1 + around)}
}

// compareCodes returns the codes of the reference that the candidate does not have anywhere: it has another one for them, or none.
func (d *drawing) compareCodes() (changed []verdict.Code) {
	others := slices.Clone(d.b.codes)
	var gone []code
	for _, was := range d.a.codes {
		k := slices.IndexFunc(others, func(is code) bool { return was.Equal(is.Pattern) })
		if k < 0 {
			gone = append(gone, was)
			continue
		}
		others = slices.Delete(others, k, k+1)
	}
	for k, was := range gone {
		if k < len(others) || !was.alike { // what is alike and no code is badly read
			was.Lost = k >= len(others)
			changed = append(changed, was.Code)
		}
	}
	return changed
}
