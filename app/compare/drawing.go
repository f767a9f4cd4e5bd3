package compare

import (
	"bytes"
	"context"
	"image"
	"iter"

	"platen/domain/comparison"
)

// drawing compares two renderings of a document, and draws them for the report.
type drawing struct {
	*Comparer
	document, engine string
	a, b             *rendered
	// first: the reference's pages are not in the report yet.
	first bool
	rows  []comparison.Row
}

// compare judges the engine's rendering. A failed one is broken, whatever the other is.
func (d *drawing) compare(ctx context.Context) (comparison.Comparison, comparison.Evidence, error) {
	reference := d.Engines[0].Name
	evidence := comparison.Evidence{Document: d.document, Engine: d.engine}
	failed := comparison.Comparison{Engine: d.engine, Score: worst, Verdict: comparison.Broken, Pages: []comparison.Page{}}
	if d.a.err != nil || d.b.err != nil {
		if d.a.err != nil {
			failed.Reasons = append(failed.Reasons, reference+" gave no PDF: "+d.a.err.Error())
		}
		if d.b.err != nil {
			failed.Reasons = append(failed.Reasons, d.engine+" gave no PDF: "+d.b.err.Error())
		}
		err := d.drawAlone(ctx)
		evidence.Rows = d.rows
		return failed, evidence, err
	}
	f := readWords(d.a.reading, d.b.reading)
	if err := d.draw(ctx, f); err != nil {
		return failed, evidence, err
	}
	result := f.judge(d.engine)
	for i := range d.rows {
		d.rows[i].Score = result.Pages[i].Score
	}
	evidence.Rows, evidence.Marks = d.rows, f.marks()
	return result, evidence, nil
}

// pages are a document's pictures, one after the other.
type pages struct {
	next func() (*image.RGBA, error, bool)
	stop func()
	at   int // of the next one
}

func (d *drawing) pagesOf(ctx context.Context, r *rendered) *pages {
	next, stop := iter.Pull2(d.Rasterizer.Pages(ctx, r.document.PDF, dpi))
	return &pages{next: next, stop: stop}
}

// take gives the next picture; nil where there is none, as where a PDF has more pages than can be drawn.
func (p *pages) take() (*image.RGBA, error) {
	picture, err, _ := p.next()
	p.at++
	return picture, err
}

// draw compares the pages that belong together, in order, holding two pictures at a time. PDFs with equal bytes are drawn once.
func (d *drawing) draw(ctx context.Context, f *finding) error {
	a := d.pagesOf(ctx, d.a)
	defer a.stop()
	if d.b.equals(d.a) {
		return d.drawEqual(ctx, f, a)
	}
	b := d.pagesOf(ctx, d.b)
	defer b.stop()
	for i := range d.a.reading.Pages {
		pictureA, err := a.take()
		if err != nil {
			return err
		}
		j := f.pages.candidate(i)
		for j != none && b.at < j {
			if err := d.drawCandidate(ctx, f, b); err != nil {
				return err
			}
		}
		var pictureB *image.RGBA
		if j != none {
			if pictureB, err = b.take(); err != nil {
				return err
			}
		}
		if err := d.drawPair(ctx, f, i, j, pictureA, pictureB); err != nil {
			return err
		}
	}
	for b.at < len(d.b.reading.Pages) {
		if err := d.drawCandidate(ctx, f, b); err != nil {
			return err
		}
	}
	return nil
}

// drawEqual draws the pages that both have.
func (d *drawing) drawEqual(ctx context.Context, f *finding, both *pages) error {
	for i := range d.a.reading.Pages {
		picture, err := both.take()
		if err != nil {
			return err
		}
		if err := d.drawPair(ctx, f, i, i, picture, picture); err != nil {
			return err
		}
	}
	return nil
}

// drawCandidate draws a page that the reference has not.
func (d *drawing) drawCandidate(ctx context.Context, f *finding, b *pages) error {
	picture, err := b.take()
	if err != nil {
		return err
	}
	return d.drawPair(ctx, f, none, b.at-1, nil, picture)
}

func (d *drawing) drawPair(ctx context.Context, f *finding, i, j int, a, b *image.RGBA) error {
	page := pageDrawn{a: i, b: j}
	row := comparison.Row{Reference: i + 1, Candidate: j + 1}
	for _, reading := range []struct {
		page int
		r    *rendered
	}{{i, d.a}, {j, d.b}} {
		if reading.page != none {
			size := reading.r.reading.Pages[reading.page].Size
			row.Size = [2]float64{max(row.Size[0], size.Width.Millimetres()), max(row.Size[1], size.Height.Millimetres())}
		}
	}
	page.marginsA, page.marginsB = d.a.addMargins(i, a), d.b.addMargins(j, b)
	switch {
	case a == nil || b == nil:
	case samePixels(a, b) && !f.missesWordsOn(i):
		page.similarity, row.Same = 1, true
	default:
		canvasA, canvasB := newCanvases(a, b)
		page = f.lookAt(ctx, page, canvasA, canvasB)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		row.Same = page.changed == 0 && bytes.Equal(canvasA.Pix, canvasB.Pix)
		if page.changed > 0 {
			row.Gutter = gutter(page.heat)
			if err := d.keep(ctx, d.engine, j, comparison.HeatMap, page.heat); err != nil {
				return err
			}
		}
	}
	page.heat = nil
	f.drawn, d.rows = append(f.drawn, page), append(d.rows, row)
	if a != nil && d.first {
		if err := d.keep(ctx, d.Engines[0].Name, i, comparison.DrawnPage, a); err != nil {
			return err
		}
	}
	if b != nil && !row.Same {
		return d.keep(ctx, d.engine, j, comparison.DrawnPage, b)
	}
	return nil
}

// drawAlone draws the one rendering that there is, if any.
func (d *drawing) drawAlone(ctx context.Context) error {
	there, engine := d.a, d.Engines[0].Name
	if d.a.err != nil {
		there, engine = d.b, d.engine
	}
	if there.err != nil || d.Report == nil {
		return nil
	}
	p := d.pagesOf(ctx, there)
	defer p.stop()
	for i, page := range there.reading.Pages {
		picture, err := p.take()
		if err != nil {
			return err
		}
		row := comparison.Row{Reference: i + 1, Size: [2]float64{page.Size.Width.Millimetres(), page.Size.Height.Millimetres()}, Score: worst}
		if there == d.b {
			row.Reference, row.Candidate = 0, i+1
		}
		d.rows = append(d.rows, row)
		there.addMargins(i, picture)
		if there == d.b || d.first {
			if err := d.keep(ctx, engine, i, comparison.DrawnPage, picture); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *drawing) keep(ctx context.Context, engine string, page int, kind comparison.PictureKind, picture image.Image) error {
	if d.Report == nil {
		return nil
	}
	return d.Report.Picture(ctx, comparison.Picture{Document: d.document, Engine: engine, Page: page + 1, Kind: kind, Image: picture})
}

// gutter sums up a heat map along the page's height.
func gutter(heat *image.Paletted) []float64 {
	const parts = 100
	sums := make([]float64, parts)
	size := heat.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			if heat.Pix[y*heat.Stride+x] != 0 {
				sums[y*parts/size.Y]++
			}
		}
	}
	for i := range sums {
		sums[i] = round(sums[i]/float64(size.X)/(float64(size.Y)/parts), 4)
	}
	return sums
}
