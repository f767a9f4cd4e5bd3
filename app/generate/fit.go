package generate

import (
	"context"
	"fmt"
	"math"

	"platen/domain"
	"platen/domain/headerfooter"
)

// fitted is how the copies of a header or footer fit rooms of a width.
type fitted struct {
	room   domain.Length
	fit    headerfooter.Fit
	copies []headerfooter.Copy // that were measured, for a body of total pages
	total  int
}

// in gives the fit for a room and a body of total pages; false if it is not known, or would lose what the copies paint there: on a
// page with a smaller margin at one side, or copies nearer to the paper's edge.
func (f fitted) in(room room, h *headerFooter, total int) (headerfooter.Fit, bool) {
	if !equal(f.room, room.width) {
		return headerfooter.Fit{}, false
	}
	fit, again, err := h.parsed.NextFit(f.fit, room.place(), f.copies, f.total, 0)
	if again || err != nil || fit.Pages < total {
		return headerfooter.Fit{}, false
	}
	fit.Room *= room.width / f.room
	fit.Beside = max(fit.Beside, room.beside/fit.Scale)
	return fit, true
}

// measure prints a header or footer for the first time, as for a document of one page.
func (j *job) measure(ctx context.Context, h *headerFooter) error {
	measured, err := j.measureIn(ctx, h, j.firstRoom(h.position), 1)
	if err != nil {
		return err
	}
	h.measured, h.overlays = measured, []overlayPDF{measured}
	return nil
}

// firstRoom gives the room of the first page that may show a header or footer.
func (j *job) firstRoom(position headerfooter.Position) room {
	size := j.geometry.Default().Size
	for number := 1; number <= 3; number++ {
		if page := j.pageOf(number, size); page.shows(position) {
			return j.roomOn(page)
		}
	}
	return j.roomOn(j.pageOf(1, size))
}

// measureIn prints a header or footer for a room and a body of total pages, until all that it paints is kept.
func (j *job) measureIn(ctx context.Context, h *headerFooter, room room, total int) (overlayPDF, error) {
	fit := headerfooter.Fit{Sheet: j.sheet(h.position, room), Scale: 1}
	for round := 0; ; round++ {
		o, layout, err := j.printMeasuring(ctx, h, room, fit, total)
		if err != nil {
			return overlayPDF{}, err
		}
		o.pages = []int{1}
		copies, err := j.reducedCopies(h.position, o, layout)
		if err != nil && len(copies) < h.parsed.LikelyCopies(total) {
			return overlayPDF{}, err
		}
		next, again, err := h.parsed.NextFit(fit, room.place(), copies, total, round)
		if err != nil {
			return overlayPDF{}, err
		}
		fit = next
		if !again {
			o.fit = fit
			h.fits = append(h.fits, fitted{room.width, fit, copies, total})
			return o, nil
		}
	}
}

// printMeasuring prints the measuring document, or takes the joint print.
func (j *job) printMeasuring(ctx context.Context, h *headerFooter, room room, fit headerfooter.Fit, total int) (overlayPDF, []domain.Page, error) {
	o := overlayPDF{room: room.width, fit: fit, heights: make([]domain.Length, 1)}
	if h.joint != nil && total == 1 && fit == (headerfooter.Fit{Sheet: h.joint.sheet, Scale: 1}) {
		o.content, o.first, o.traffic = h.joint.pdf.Content, h.joint.first, h.joint.pdf.Traffic
		return o, h.joint.layout, o.measure(h.position, h.joint.layout)
	}
	printJob, err := h.parsed.MeasuringDocument(fit.Sheet, total)
	if err != nil {
		return overlayPDF{}, nil, fmt.Errorf("repeat %s: %w", h.position, err)
	}
	layout, err := j.printCopies(ctx, h, &o, printJob)
	return o, layout, err
}

// reducedCopies gives what the reduced copies of a measuring document show, as far as the first that cannot be measured.
func (j *job) reducedCopies(position headerfooter.Position, o overlayPDF, layout []domain.Page) (copies []headerfooter.Copy, err error) {
	for at := 1; at < len(layout); at++ {
		height, err := heightOn(layout[at], position, o.fit)
		if err != nil {
			return copies, err
		}
		marks, err := j.paint.Painted(o.content, o.first+at+1)
		if err != nil {
			return copies, &domain.Error{Code: domain.InvalidRequest, Message: position.String() + " paints too much to be measured: make it simpler", Err: err}
		}
		for i := range marks {
			marks[i].Rect = o.fit.Unreduced(marks[i].Rect)
		}
		copies = append(copies, headerfooter.Copy{Height: height, Marks: marks})
	}
	return copies, nil
}

// sheet gives the sheet of a copy that nothing is known of yet. On one of the engines, a line that crosses the sheet's upper
// edge moves below it, so there is some distance above. On the other, boxes begin on whole pixels, and so do the copies.
func (j *job) sheet(position headerfooter.Position, room room) headerfooter.Sheet {
	height := j.geometry.Default().Size.Height
	above := height / 4
	if position == headerfooter.Footer {
		above = height / 2
	}
	return headerfooter.Sheet{Room: room.width, Beside: room.beside, Above: wholePixels(above), Height: height}
}

// wholePixels rounds up.
func wholePixels(l domain.Length) domain.Length {
	return domain.Length(math.Ceil(float64(l/domain.Pixel))) * domain.Pixel
}

// fitFor gives how copies for a body of total pages fit a room, which is measured if it is not known.
func (j *job) fitFor(ctx context.Context, h *headerFooter, room room, total int) (headerfooter.Fit, error) {
	for _, known := range h.fits {
		if fit, ok := known.in(room, h, total); ok {
			return fit, nil
		}
	}
	measured, err := j.measureIn(ctx, h, room, total)
	return measured.fit, err
}
