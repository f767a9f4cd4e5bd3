package generate

import (
	"context"
	"fmt"
	"math"
	"slices"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/page"
	"platen/ports"
)

// measured is a header or footer that was printed alone for a room. It is laid out so that all that it paints is kept there.
type measured struct {
	header
	room   room
	fit    headerfooter.Fit
	total  int                 // the number of pages of the body that it was measured for
	copies []headerfooter.Copy // with the widest numbers of such a body, reduced
	print  copies              // of a copy that says "1 of 1"
}

// copies are a print of copies of a header or footer, one a page.
type copies struct {
	domain.PDF
	first   int           // the number of pages before the copies
	layout  []domain.Page // of the pages from the first copy on
	fit     headerfooter.Fit
	heights []domain.Length // of the copies
}

// height returns the height of the copy that says "1 of 1".
func (m measured) height() (headerfooter.Position, domain.Length) {
	return m.position, m.print.heights[0]
}

// measureAll measures header and footer as for a document of one page, in one print where they can share one.
func (p printer) measureAll(ctx context.Context, plan plan) (all []measured, err error) {
	err = ports.InSpan(ctx, "header and footer", func(ctx context.Context) error {
		joint, err := p.printJointly(ctx, plan)
		if err != nil {
			return err
		}
		all, err = each(ctx, plan.headers, func(ctx context.Context, h header) (measured, error) {
			return p.measure(ctx, plan, h, p.firstRoom(plan, h.position), 1, joint[h.position])
		})
		return err
	})
	return all, err
}

// firstRoom returns the room of the first page that may show a header or footer.
func (p printer) firstRoom(plan plan, position headerfooter.Position) room {
	pages := make([]bodyPage, 3)
	for i := range pages {
		of := plan.layout.Page(i + 1)
		pages[i] = pageOf(i+1, of.Size, of, p.settings.Edge)
	}
	first := slices.IndexFunc(pages, func(page bodyPage) bool { return page.shows(position) })
	return pages[max(0, first)].room
}

// measure prints a header or footer for a room and a body of total pages, until all that it paints is kept. joint is the first of these
// prints, if there was one for header and footer together; zero: there was none.
func (p printer) measure(ctx context.Context, plan plan, h header, room room, total int, joint copies) (measured, error) {
	fit := headerfooter.Fit{Sheet: h.sheet(plan, room), Scale: 1}
	for round := 0; ; round++ {
		print := joint
		if round > 0 || joint.heights == nil {
			job, err := h.MeasuringDocument(fit.Sheet, total)
			if err != nil {
				return measured{}, fmt.Errorf("repeat %s: %w", h.position, err)
			}
			if print, err = p.printSheets(ctx, h, job, copies{fit: fit}, 1); err != nil {
				return measured{}, err
			}
		}
		reduced, err := p.reducedCopies(h, print)
		if err != nil && len(reduced) < h.LikelyCopies(total) {
			return measured{}, err
		}
		next, again, err := h.NextFit(fit, room.Place, reduced, total, round)
		if err != nil {
			return measured{}, err
		}
		fit = next
		if !again {
			print.fit = fit
			return measured{header: h, room: room, fit: fit, total: total, copies: reduced, print: print}, nil
		}
	}
}

// in returns the fit for another room and a body of total pages; false if the copies have to be measured for it: it has another width, the
// numbers are wider, or something of the copies would be lost on a page with a smaller margin at one side, or nearer to the paper's edge.
func (m measured) in(room room, total int) (headerfooter.Fit, bool) {
	if !equal(m.room.Room, room.Room) {
		return headerfooter.Fit{}, false
	}
	fit, again, err := m.NextFit(m.fit, room.Place, m.copies, m.total, 0)
	if again || err != nil || fit.Pages < total {
		return headerfooter.Fit{}, false
	}
	fit.Room *= room.Room / m.room.Room
	fit.Beside = max(fit.Beside, room.beside/fit.Scale)
	return fit, true
}

// serves reports whether the print suits a room, as it is. What reaches the paper's edges must be filled to the edges.
func (m measured) serves(room room) bool {
	_, fits := m.in(room, 1)
	return fits && (room.beside > 0 && !m.fit.Bleeds || m.room.Room >= room.Room) && m.fit.Beside*m.fit.Scale > room.beside-tolerance
}

// sheet returns the sheet of a copy that nothing is known of yet. On one of the engines, a line that crosses the sheet's upper
// edge moves below it, so there is some distance above. On the other, boxes begin on whole pixels, and so do the copies.
func (h header) sheet(plan plan, room room) headerfooter.Sheet {
	height := plan.layout.Default().Size.Height
	above := height / 4
	if h.position == headerfooter.Footer {
		above = height / 2
	}
	above = domain.Length(math.Ceil(float64(above/domain.Pixel))) * domain.Pixel
	return headerfooter.Sheet{Room: room.Room, Beside: room.beside, Above: above, Height: height}
}

// printSheets prints copies and measures so many of them.
func (p printer) printSheets(ctx context.Context, h header, job domain.PrintJob, c copies, count int) (copies, error) {
	pdf, layout, err := p.printCopies(ctx, h.position.String(), job)
	if err != nil {
		return copies{}, err
	}
	c.PDF, c.layout = pdf, layout[min(c.first, len(layout)):]
	return c, c.measure(h.position, count)
}

// measure measures so many copies. The error is an InvalidRequest.
func (c *copies) measure(position headerfooter.Position, count int) error {
	for i := range count {
		height, err := c.height(i, position)
		if err != nil {
			return err
		}
		c.heights = append(c.heights, height*c.fit.Scale)
	}
	return nil
}

// reducedCopies returns what the reduced copies of a measuring document show, as far as the first that cannot be measured.
func (p printer) reducedCopies(h header, print copies) (reduced []headerfooter.Copy, err error) {
	for at := 1; at < len(print.layout); at++ {
		height, err := print.height(at, h.position)
		if err != nil {
			return reduced, err
		}
		painted, err := p.with.Paint.Painted(print.Content, print.first+at+1)
		if err != nil {
			message := h.position.String() + " paints too much to be measured: make it simpler"
			return reduced, &domain.Error{Code: domain.InvalidRequest, Message: message, Err: err}
		}
		for i := range painted {
			painted[i].Rect = print.fit.Unreduced(painted[i].Rect)
		}
		reduced = append(reduced, headerfooter.Copy{Height: height, Marks: painted})
	}
	return reduced, nil
}

// height returns the height of a copy in its own units, as far as its end link. Without one, the error is an InvalidRequest: the copy is
// too tall for any page, or its styles turn the sheets.
func (c copies) height(copied int, position headerfooter.Position) (domain.Length, error) {
	if copied < len(c.layout) {
		for _, link := range c.layout[copied].Links {
			if link.URI == headerfooter.EndLinkURI {
				return link.Rect.Top - c.fit.Above, nil
			}
		}
	}
	below := (c.fit.Height - c.fit.Above) * c.fit.Scale
	return 0, domain.Invalidf("%s is taller than %.0f mm, more than %.0f %% of the page, or cannot be measured: "+
		"check the writing-mode of its html element", position, math.Floor(below.Millimetres()), 100*page.MaxShare)
}

// printJointly prints the measuring documents of header and footer as one, if they can share one. If that fails, or one of them loads
// something, they are printed alone after it, which tells whose failure it is: the prints are zero. The error is that of the context.
func (p printer) printJointly(ctx context.Context, plan plan) (joint [2]copies, err error) {
	if len(plan.headers) != 2 {
		return joint, nil
	}
	var sheets [2]headerfooter.Sheet
	for i, h := range plan.headers {
		sheets[i] = h.sheet(plan, p.firstRoom(plan, h.position))
	}
	job, pages, ok := headerfooter.JointDocument(plan.headers[0].HeaderFooter, plan.headers[1].HeaderFooter, sheets[0], sheets[1])
	if !ok {
		return joint, nil
	}
	pdf, layout, err := p.printCopies(ctx, "header and footer", job)
	if err != nil || pdf.Traffic.Requests > 0 || len(pdf.Traffic.Failed) > 0 || len(layout) != pages[0]+pages[1] {
		return joint, ctx.Err()
	}
	for i, first := range []int{0, pages[0]} {
		c := copies{PDF: pdf, first: first, layout: layout[first : first+pages[i]], fit: headerfooter.Fit{Sheet: sheets[i], Scale: 1}}
		if c.measure(plan.headers[i].position, 1) == nil {
			joint[plan.headers[i].position] = c
		}
	}
	return joint, nil
}
