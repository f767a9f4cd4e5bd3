package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"iter"

	"platen/app/compare/pictures"
	"platen/app/compare/verdict"
	"platen/app/compare/words"
	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

// drawing compares two renderings of a document, and draws them for the report.
type drawing struct {
	*Comparer
	document, engine string
	a, b             side
	// keepsReference: the reference's pages are not in the report yet.
	keepsReference bool
	// pages and rows are what is found page by page, in the order of the report.
	pages []verdict.Page
	rows  []comparison.Row
}

// undrawnError says why a page of a rendering cannot be drawn.
type undrawnError struct {
	of *rendered
	error
}

// compare judges the engine's rendering. One that cannot be drawn failed, as one without a PDF did.
func (d *drawing) compare(ctx context.Context) (comparison.Comparison, error) {
	result, err := d.judge(ctx)
	undrawn, is := errors.AsType[undrawnError](err)
	if !is || ctx.Err() != nil {
		return result, err
	}
	undrawn.of.err, undrawn.of.reading = fmt.Errorf("the PDF cannot be drawn: %w", undrawn.error), domain.Reading{}
	d.pages, d.rows = nil, nil
	return d.compare(ctx)
}

// judge judges the engine's rendering, page by page. A failed one is broken, whatever the other is.
func (d *drawing) judge(ctx context.Context) (result comparison.Comparison, err error) {
	if d.a.err != nil || d.b.err != nil {
		return d.failed(ctx)
	}
	w := words.Compare(d.a.reading, d.b.reading)
	d.a.looks, d.b.looks = make([]pictures.Look, len(w.A)), make([]pictures.Look, len(w.B))
	if err := d.draw(ctx, w); err != nil {
		return result, err
	}
	f := verdict.New(d.a.reading, d.b.reading, w, d.pages, d.compareLooks(w), d.compareCodes())
	result = f.Judge(d.engine)
	for i, s := range []side{d.b, d.a} {
		if s.leftOut != "" {
			name := []string{d.engine, d.Engines[0].Name}[i]
			result.Reasons = append([]string{fmt.Sprintf("%s leaves out %s", name, s.leftOut)}, result.Reasons...)
		}
	}
	for i := range d.rows {
		d.rows[i].Score = result.Pages[i].Score
	}
	result.Rows, result.Marks = d.rows, append(f.Marks(), d.ignoredMarks()...)
	return result, nil
}

// failed judges a rendering where there are no two, and draws the one that there is, if any.
func (d *drawing) failed(ctx context.Context) (comparison.Comparison, error) {
	reference := d.Engines[0].Name
	result := comparison.Comparison{Engine: d.engine, Score: verdict.Worst, Verdict: comparison.Broken, Pages: []comparison.Page{}}
	if _, none := errors.AsType[ports.NoDocumentError](d.a.err); none && d.b.err == nil {
		result.Verdict, result.Score, result.Reasons = comparison.New, 0, []string{reference + " has no such document"}
	} else if d.a.err != nil {
		result.Reasons = append(result.Reasons, reference+" gave no PDF: "+d.a.err.Error())
	}
	if d.b.err != nil {
		result.Reasons = append(result.Reasons, d.engine+" gave no PDF: "+d.b.err.Error())
	}
	if d.Report == nil {
		return result, nil
	}
	err := d.draw(ctx, words.Comparison{})
	for i := range d.rows {
		d.rows[i].Score = result.Score
	}
	result.Rows = d.rows
	return result, err
}

// picturesOf returns the pictures of a document's pages, one after the other. Drawing begins with the first one. There is none of
// words.None, nor where a PDF has more pages than can be drawn.
func (d *drawing) picturesOf(ctx context.Context, s side) (take func(page int) (*image.RGBA, error), stop func()) {
	next, stop := iter.Pull2(d.Rasterizer.Pages(ctx, s.document.PDF, pictures.DPI))
	return func(page int) (*image.RGBA, error) {
		if page == words.None {
			return nil, nil
		}
		picture, err, _ := next()
		if err != nil {
			err = undrawnError{s.rendered, err}
		}
		return picture, err
	}, stop
}

// draw compares the pages that belong together, in order, holding two pictures at a time. PDFs with equal bytes are drawn once.
func (d *drawing) draw(ctx context.Context, w words.Comparison) error {
	takeA, stopA := d.picturesOf(ctx, d.a)
	defer stopA()
	takeB, stopB := d.picturesOf(ctx, d.b)
	defer stopB()
	for _, row := range w.Pages.Rows(len(d.a.reading.Pages), len(d.b.reading.Pages)) {
		pictureA, err := takeA(row.A)
		if err != nil {
			return err
		}
		pictureB := pictureA
		if !d.b.equals(d.a.rendered) {
			if pictureB, err = takeB(row.B); err != nil {
				return err
			}
		}
		if err := d.drawPair(ctx, w, row, pictureA, pictureB); err != nil {
			return err
		}
	}
	return nil
}

// drawPair compares a page with its counterpart. There may be no picture of one of them.
func (d *drawing) drawPair(ctx context.Context, w words.Comparison, pair words.PagePair, a, b *image.RGBA) error {
	countedA, countedB := d.a.without(pair.A, a), d.b.without(pair.B, b)
	page := verdict.Page{PagePair: pair, MarginsA: d.a.addMargins(pair.A, countedA), MarginsB: d.b.addMargins(pair.B, countedB)}
	row := comparison.Row{Reference: pair.A + 1, Candidate: pair.B + 1}
	for i, number := range []int{pair.A, pair.B} {
		if number != words.None {
			size := []side{d.a, d.b}[i].reading.Pages[number].Size
			row.Size = [2]float64{max(row.Size[0], size.Width.Millimetres()), max(row.Size[1], size.Height.Millimetres())}
		}
	}
	if d.a.err == nil && d.b.err == nil {
		var err error
		if page.Page, err = d.comparePage(ctx, w, pair, countedA, countedB); err != nil {
			return err
		}
	}
	row.Same = a != nil && b != nil && pictures.Same(a, b) && countedA == a && countedB == b
	if page.Changed > 0 {
		row.Gutter = gutter(page.Heat)
		if err := d.keep(d.engine, pair.B, comparison.HeatMap, page.Heat); err != nil {
			return err
		}
	}
	page.Heat = nil // it is large
	d.pages, d.rows = append(d.pages, page), append(d.rows, row)
	if a != nil && d.keepsReference {
		if err := d.keep(d.Engines[0].Name, pair.A, comparison.DrawnPage, a); err != nil {
			return err
		}
	}
	if b != nil && !row.Same {
		return d.keep(d.engine, pair.B, comparison.DrawnPage, b)
	}
	return nil
}

func (d *drawing) keep(engine string, page int, kind comparison.PictureKind, picture image.Image) error {
	if d.Report == nil {
		return nil
	}
	return d.Report.Picture(comparison.Picture{Document: d.document, Engine: engine, Page: page + 1, Kind: kind, Image: picture})
}

// gutter sums up a heat map along the page's height.
func gutter(heat *image.Paletted) []float64 {
	const bands = 100
	sums := make([]float64, bands)
	size := heat.Bounds().Size()
	for y := range size.Y {
		sums[y*bands/size.Y] += float64(size.X - bytes.Count(heat.Pix[y*heat.Stride:][:size.X], []byte{0}))
	}
	for i := range sums {
		sums[i] = verdict.Round(sums[i]/float64(size.X)/(float64(size.Y)/bands), 4)
	}
	return sums
}
