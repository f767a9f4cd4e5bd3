package compare

import (
	"context"
	"image"
	"slices"

	"platen/app/compare/pictures"
	"platen/app/compare/verdict"
	"platen/app/compare/words"
	"platen/domain"
)

// looks are how the words of both documents are drawn.
type looks struct{ a, b []pictures.Look }

// changes compares the looks of matched words. Pages that are the same were not looked at.
func (l looks) changes(w words.Comparison) []pictures.Change {
	changes := make([]pictures.Change, len(w.A))
	for _, v := range w.Moves {
		changes[v.From] = pictures.CompareLooks(l.a[v.From], l.b[v.To], w.A[v.From], w.B[v.To])
	}
	return changes
}

// hasOthers reports whether words of two pages stand on other pages in the other document, or not at all. Such pages are looked at
// even if they look the same.
func hasOthers(w words.Comparison, pair words.PagePair) bool {
	return slices.ContainsFunc(w.Missing, func(i int) bool { return w.A[i].Page == pair.A }) ||
		slices.ContainsFunc(w.Extra, func(j int) bool { return w.B[j].Page == pair.B }) ||
		slices.ContainsFunc(w.Moves, func(v words.Move) bool {
			return v.PageChanged && (w.A[v.From].Page == pair.A || w.B[v.To].Page == pair.B)
		})
}

// comparePage compares what is drawn on a page with its counterpart. There may be no picture of one of them.
func (d *drawing) comparePage(ctx context.Context, w words.Comparison, pair words.PagePair, a, b *image.RGBA) (found pictures.Page,
	err error) {
	both := a != nil && b != nil
	if both && pictures.Same(a, b) && !hasOthers(w, pair) {
		found.Same, found.Similarity = true, 1
		return found, nil
	}
	var paintedA, paintedB *pictures.Painted
	if a != nil {
		paintedA = pictures.NewPainted(a, d.painted(d.a, pair.A))
		paintedA.ReadLooks(w.A, pair.A, d.looks.a)
	}
	if b != nil {
		paintedB = pictures.NewPainted(b, d.painted(d.b, pair.B))
		paintedB.ReadLooks(w.B, pair.B, d.looks.b)
	}
	switch {
	case both:
		found = pictures.Compare(ctx, w, pair, paintedA, paintedB)
	case a != nil:
		found.Figures = paintedA.Figures(ctx, w.A, pair.A, pictures.Missing)
	case b != nil:
		found.Figures = paintedB.Figures(ctx, w.B, pair.B, pictures.Added)
	}
	if err := d.readCodes(ctx, w, pair, paintedA, paintedB); err != nil {
		return found, err
	}
	found.Drawn = append(found.Drawn, unseen(w.Missing, d.looks.a)...)
	found.Written = append(found.Written, unseen(w.Extra, d.looks.b)...)
	return found, ctx.Err()
}

// unseen are the words that no reader misses: they are not seen where they are.
func unseen(some []int, all []pictures.Look) []int {
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool { return !all[i].Unseen() })
}

// painted reads what a page paints, as far as that is understood.
func (d *drawing) painted(r *rendered, page int) []domain.PaintedRect {
	if d.Reader == nil {
		return nil
	}
	painted, _ := d.Reader.Painted(r.document.PDF, page+1)
	if page >= len(r.ignored) {
		return painted
	}
	return slices.DeleteFunc(painted, func(p domain.PaintedRect) bool { return inAny(r.ignored[page], p.Rect) })
}

// codes are the bar codes and QR codes that are not drawn alike at the same place.
type codes struct{ a, b []code }

type code struct {
	page int
	box  words.Box
	// alike: the other page has something like it at the same place.
	alike bool
	pictures.Pattern
}

// maxCodes bounds the codes of a page that are read.
const maxCodes = 50

// readCodes reads the codes of a page and of its counterpart at a resolution that shows their modules.
func (d *drawing) readCodes(ctx context.Context, w words.Comparison, pair words.PagePair, a, b *pictures.Painted) error {
	for _, side := range []struct {
		r     *rendered
		page  int
		own   *pictures.Painted
		other *pictures.Painted
		words []words.Word
		found *[]code
	}{{d.a, pair.A, a, b, w.A, &d.codes.a}, {d.b, pair.B, b, a, w.B, &d.codes.b}} {
		if side.own == nil {
			continue
		}
		boxes := side.own.Codes(side.words, side.page)
		for _, box := range boxes[:min(len(boxes), maxCodes)] {
			if side.other != nil && side.own.SameAt(side.other, box) {
				continue
			}
			picture, err := d.Rasterizer.Region(ctx, side.r.document.PDF, side.page+1, region(box), codeDPI)
			if err != nil {
				return err
			}
			if pattern, ok := pictures.ReadPattern(picture); ok {
				alike := side.other != nil && side.own.Alike(side.other, box)
				*side.found = append(*side.found, code{side.page, box, alike, pattern})
			}
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

// compare returns the codes of the reference that the candidate does not have anywhere: it has another one for them, or none.
func (c codes) compare() (changed []verdict.Code) {
	others := slices.Clone(c.b)
	var gone []code
	for _, was := range c.a {
		k := slices.IndexFunc(others, func(is code) bool { return was.Equal(is.Pattern) })
		if k < 0 {
			gone = append(gone, was)
			continue
		}
		others = slices.Delete(others, k, k+1)
	}
	for k, was := range gone {
		if k < len(others) || !was.alike { // what is alike and no code is badly read
			changed = append(changed, verdict.Code{Page: was.page, Box: was.box, Lost: k >= len(others)})
		}
	}
	return changed
}
