package reader

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// Painted interprets the content of pages. The fields of a form are painted over it.
func (Reader) Painted(pdf []byte, numbers ...int) iter.Seq2[[]domain.PaintedRect, error] {
	return func(yield func([]domain.PaintedRect, error) bool) {
		f, pages, err := page.Open(pdf)
		for _, number := range numbers {
			var found []domain.PaintedRect
			if err == nil && (number < 1 || number > len(pages)) {
				err = errors.New("there is no such page")
			}
			if err == nil {
				found, err = painted(f, pages[number-1])
			}
			if err != nil {
				yield(nil, fmt.Errorf("read what page %d paints: %w", number, err))
				return
			}
			if !yield(found, nil) {
				return
			}
		}
	}
}

func painted(f *object.File, p *page.Page) (found []domain.PaintedRect, err error) {
	err = content.Interpret(f, p, p.Content(f), func(painting content.Painting) error {
		if !painting.Background && painting.Visible() {
			rect := domain.PaintedRect{Kind: painting.Kind, Rect: p.View.Rect(painting.Box)}
			if rect.Kind == domain.Glyphs {
				rect.Turn = math.Mod(float64(p.View.Turn)-math.Atan2(painting.Position[1], painting.Position[0])*180/math.Pi+360, 360)
			}
			for _, l := range painting.Outline {
				var line [4]domain.Length
				line[0], line[1] = p.View.Point(l[0], l[1])
				line[2], line[3] = p.View.Point(l[2], l[3])
				rect.Outline = append(rect.Outline, line)
			}
			found = append(found, rect)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, annotation := range f.Array(p.Dict["Annots"]) {
		d := f.Dict(annotation)
		if box, ok := page.ReadBox(f, d["Rect"]); ok && f.Get(d["Subtype"]) == object.Name("Widget") {
			found = append(found, domain.PaintedRect{Kind: domain.Shape, Rect: p.View.Rect(box)})
		}
	}
	return found, nil
}
