package generate

import (
	"context"
	"fmt"
	"math"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/page"
	"platen/ports"
)

// measured is a header or footer that was printed alone for a place, laid out so that nothing it paints there is lost.
type measured struct {
	*headerfooter.HeaderFooter
	place place
	total int // the number of pages of the body that it was measured for
	// reduced are further copies of the measuring document, with the widest numbers of such a body. They are painted at a quarter of their
	// size, so that what they paint outside of their box is on the paper, too.
	reduced []headerfooter.Copy
	print   copies // of a copy that says "1 of 1"
}

// copies are a print of copies of a header or footer, one a page.
type copies struct {
	domain.PDF
	offset  int           // the number of pages before the copies
	printed []domain.Page // the pages of the PDF from the offset on
	fit     headerfooter.Fit
	heights []domain.Length // of the copies
}

// height returns the height of the copy that says "1 of 1".
func (m measured) height() (headerfooter.Position, domain.Length) {
	return m.Position(), m.print.heights[0]
}

// measureAll measures header and footer as for a document of one page, in one print where they can share one.
func (p printer) measureAll(ctx context.Context, plan plan) (all []measured, err error) {
	err = ports.InSpan(ctx, "header and footer", func(ctx context.Context) error {
		joint, err := p.printJointly(ctx, plan)
		if err != nil {
			return err
		}
		all, err = each(ctx, plan.headerFooters, func(ctx context.Context, h *headerfooter.HeaderFooter) (measured, error) {
			return p.measure(ctx, plan, h, p.earliestPlace(plan, h.Position()), 1, joint[h.Position()])
		})
		return err
	})
	return all, err
}

// earliestPlace returns the place on the earliest page that may show a header or footer.
func (p printer) earliestPlace(plan plan, position headerfooter.Position) place {
	const kinds = 3 // the pages after the first, an even and an odd one are like these
	for number := 1; ; number++ {
		of := plan.layout.Page(number)
		if page := pageOf(number, of.Size, of); page.shows(position) || number == kinds {
			return page.place
		}
	}
}

// measure prints a header or footer for a place and a body of total pages, until all that it paints is kept. joint is the first of these
// prints, if there was one for header and footer together; zero: there was none.
func (p printer) measure(ctx context.Context, plan plan, h *headerfooter.HeaderFooter, place place, total int,
	joint copies) (measured, error) {
	fit := headerfooter.Fit{OverlayPage: plan.initialPage(h.Position(), place), Scale: 1}
	for round := 0; ; round++ {
		print := joint
		if round > 0 || joint.heights == nil {
			job, err := h.MeasuringDocument(fit.OverlayPage, total)
			if err != nil {
				return measured{}, fmt.Errorf("repeat %s: %w", h.Position(), err)
			}
			if print, err = p.printMeasured(ctx, h.Position(), job, copies{offset: h.EmptyPages(), fit: fit}, 1); err != nil {
				return measured{}, err
			}
		}
		reduced, err := p.reducedCopies(h.Position(), print)
		if err != nil && len(reduced) < h.LikelyCopies(total) {
			return measured{}, err
		}
		next, again, err := h.NextFit(fit, place.Place, reduced, total, round)
		if err != nil {
			return measured{}, err
		}
		fit = next
		if !again {
			print.fit = fit
			return measured{HeaderFooter: h, place: place, total: total, reduced: reduced, print: print}, nil
		}
	}
}

// fitFor returns the fit for another place and a body of total pages; false if the copies have to be measured for it: it has another
// width, the numbers are wider, or something of the copies would be lost where one margin is smaller, or nearer to the paper's edge.
func (m measured) fitFor(place place, total int) (headerfooter.Fit, bool) {
	if !equal(m.place.Width, place.Width) {
		return headerfooter.Fit{}, false
	}
	fit, again, err := m.NextFit(m.print.fit, place.Place, m.reduced, m.total, 0)
	if again || err != nil || fit.Pages < total {
		return headerfooter.Fit{}, false
	}
	fit.Width *= place.Width / m.place.Width
	fit.Beside = max(fit.Beside, place.beside/fit.Scale)
	return fit, true
}

// serves reports whether the print suits a place, as it is. What reaches the paper's edges must be filled to the edges.
func (m measured) serves(place place) bool {
	_, fits := m.fitFor(place, 1)
	fit := m.print.fit
	reachesEdges := place.beside == 0 || fit.Bleeds
	filled := !reachesEdges || m.place.Width >= place.Width
	kept := fit.Beside*fit.Scale > place.beside-tolerance
	return fits && filled && kept
}

// initialPage returns the overlay page of a copy that nothing is known of yet. On some engines, a line that crosses the page's upper
// edge moves below it, so there is some distance above. On some, boxes begin on whole pixels, and so do the copies.
func (plan plan) initialPage(position headerfooter.Position, place place) headerfooter.OverlayPage {
	height := plan.layout.Default().Size.Height
	above := height / 4
	if position == headerfooter.Footer {
		above = height / 2
	}
	above = domain.Length(math.Ceil(float64(above/domain.Pixel))) * domain.Pixel
	return headerfooter.OverlayPage{Width: place.Width, Beside: place.beside, Above: above, Height: height}
}

// printMeasured prints copies and measures so many of them.
func (p printer) printMeasured(ctx context.Context, of headerfooter.Position, job domain.PrintJob, c copies, count int) (copies, error) {
	pdf, layout, err := p.printCopies(ctx, of.String(), job)
	if err != nil {
		return copies{}, err
	}
	c.PDF, c.printed = pdf, layout[min(c.offset, len(layout)):]
	return c, c.measure(of, count)
}

// measure measures so many copies. The error is an InvalidRequest.
func (c *copies) measure(position headerfooter.Position, count int) error {
	for i := range count {
		height, err := c.heightOf(i, position)
		if err != nil {
			return err
		}
		c.heights = append(c.heights, height*c.fit.Scale)
	}
	return nil
}

// reducedCopies returns what the reduced copies of a measuring document show, as far as the first that cannot be measured.
func (p printer) reducedCopies(position headerfooter.Position, print copies) (reduced []headerfooter.Copy, err error) {
	for at := 1; at < len(print.printed); at++ {
		height, err := print.heightOf(at, position)
		if err != nil {
			return reduced, err
		}
		painted, err := p.dependencies.Reader.Painted(print.Content, print.offset+at+1)
		if err != nil {
			message := position.String() + " paints too much to be measured: make it simpler"
			return reduced, &domain.Error{Code: domain.InvalidRequest, Message: message, Err: err}
		}
		for i := range painted {
			painted[i].Rect = print.fit.Unreduced(painted[i].Rect)
		}
		reduced = append(reduced, headerfooter.Copy{Height: height, Painted: painted})
	}
	return reduced, nil
}

// heightOf returns the height of the copy at an index, in its own units, as far as its end link. Without one on the page, the error is an
// InvalidRequest: the copy is too tall for any page, or its styles move it away.
func (c copies) heightOf(index int, position headerfooter.Position) (domain.Length, error) {
	if index < len(c.printed) {
		for _, link := range c.printed[index].Links {
			if link.URI == headerfooter.EndLinkURI && link.Rect.Top < c.fit.Height {
				return link.Rect.Top - c.fit.Above, nil
			}
		}
	}
	below := (c.fit.Height - c.fit.Above) * c.fit.Scale
	return 0, domain.Invalidf("%s is taller than %.0f mm, more than %.0f %% of the page, or cannot be measured: "+
		"check its styles of html, body and *", position, math.Floor(below.Millimetres()), 100*page.MaxShare)
}

// printJointly prints the measuring documents of header and footer as one, if they can share one. If that fails or loads
// something, the result is zero: they are then printed alone, so that it is known whose failures those are. The error is that of ctx.
func (p printer) printJointly(ctx context.Context, plan plan) (joint [2]copies, err error) {
	if len(plan.headerFooters) != 2 {
		return joint, nil
	}
	var starts [2]headerfooter.OverlayPage
	for i, h := range plan.headerFooters {
		starts[i] = plan.initialPage(h.Position(), p.earliestPlace(plan, h.Position()))
	}
	job, pages, ok := headerfooter.JointDocument(plan.headerFooters[0], plan.headerFooters[1], starts[0], starts[1])
	if !ok {
		return joint, nil
	}
	empty := plan.headerFooters[0].EmptyPages()
	pdf, layout, err := p.printCopies(ctx, "header and footer", job)
	if err != nil || pdf.Traffic.Requests > 0 || len(pdf.Traffic.Failed) > 0 || len(layout) != empty+pages[0]+pages[1] {
		return joint, ctx.Err()
	}
	for i, offset := range []int{empty, empty + pages[0]} {
		fit := headerfooter.Fit{OverlayPage: starts[i], Scale: 1}
		c := copies{PDF: pdf, offset: offset, printed: layout[offset : offset+pages[i]], fit: fit}
		if c.measure(plan.headerFooters[i].Position(), 1) == nil {
			joint[i] = c // one of each position
		}
	}
	return joint, nil
}
