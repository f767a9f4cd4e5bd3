package generate

import (
	"context"
	"math"
	"slices"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/page"
	"platen/ports"
)

// printedHeaderFooter is a header or footer with its copies: the one that was measured, as for a body of one page, or those for all pages.
type printedHeaderFooter struct {
	*headerfooter.HeaderFooter
	prints []copies
}

// copies are a print of copies of a header or footer, one a page, and the pages of the body that they are for, in their order. One copy may
// be for all of them.
type copies struct {
	domain.PDF
	offset  int                 // the number of pages before the copies
	heights []domain.Length     // of the copies, in their own units
	shown   []headerfooter.Copy // what they paint, one for all of the same height
	fit     headerfooter.Fit
	pages   []int
}

// height returns the height of a copy on paper.
func (c copies) height(index int) domain.Length { return c.heights[index] * c.fit.Scale }

// measureAll measures header and footer as for a document of one page, in one print where they can share one.
func (p printer) measureAll(ctx context.Context, plan plan) (all []printedHeaderFooter, err error) {
	err = ports.InSpan(ctx, "header and footer", func(ctx context.Context) error {
		joint, err := p.printJointly(ctx, plan)
		if err != nil {
			return err
		}
		all, err = each(ctx, plan.headerFooters, func(ctx context.Context, h *headerfooter.HeaderFooter) (printedHeaderFooter, error) {
			target := plan.earliestTarget(h.Position())
			prints, err := p.printFor(ctx, h, pageGroup{target, []int{1}}, 1, plan.firstFit(target), joint[h.Position()])
			return printedHeaderFooter{h, prints}, err
		})
		return err
	})
	return all, err
}

// earliestTarget returns the target on the earliest page that may show a header or footer.
func (plan plan) earliestTarget(position headerfooter.Position) headerfooter.Target {
	const kinds = 3 // the pages after the first, an even and an odd one are like these
	for number := 1; ; number++ {
		of := plan.layout.Page(number)
		if page := newBodyPage(number, of.Size, of); page.shows(position) || number == kinds {
			return page.target
		}
	}
}

// firstFit is how copies of which nothing is known yet are laid out for a target.
func (plan plan) firstFit(target headerfooter.Target) headerfooter.Fit {
	beside, height := max(target.LeftMargin, target.RightMargin), plan.layout.Default().Size.Height
	return headerfooter.Fit{OverlayPage: headerfooter.NewOverlayPage(target.ContentWidth, beside, height), Scale: 1}
}

// printFor prints a header or footer for some of the total pages of a body, until all that it paints is kept. joint is the first of these
// prints, if there was one for header and footer together; zero: there was none.
func (p printer) printFor(ctx context.Context, h *headerfooter.HeaderFooter, group pageGroup, total int, fit headerfooter.Fit,
	joint copies) (prints []copies, err error) {
	last := len(group.pages) - 1
	size := 1 + last/(1+last/maxCopies) // nearly the same for each print, since two are made at once
	for round := 0; ; round++ {
		prints = []copies{joint}
		if round > 0 || joint.heights == nil {
			prints, err = each(ctx, slices.Collect(slices.Chunk(group.pages, size)), func(ctx context.Context, pages []int) (copies, error) {
				return p.printChunk(ctx, h, fit, pages, total)
			})
			if err != nil {
				return nil, err
			}
		}
		var shown []headerfooter.Copy
		for _, print := range prints {
			shown = append(shown, print.shown...)
		}
		next, again, err := h.NextFit(fit, group.target, shown, round)
		if err != nil {
			return nil, err
		}
		if fit = next; !again {
			for i := range prints {
				prints[i].fit = fit
			}
			return prints, nil
		}
	}
}

// fitFor returns the fit to begin with for another target, and whether the copy that was measured keeps all that it paints there.
func (m printedHeaderFooter) fitFor(plan plan, target headerfooter.Target) (fit headerfooter.Fit, kept bool) {
	width := plan.earliestTarget(m.Position()).ContentWidth // that was measured
	if !equal(width, target.ContentWidth) {
		return plan.firstFit(target), false
	}
	fit, again, err := m.NextFit(m.prints[0].fit, target, m.prints[0].shown, 0)
	if again || err != nil {
		return plan.firstFit(target), false
	}
	fit.CopyWidth *= target.ContentWidth / width
	return fit, true
}

// maxPainted bounds the places in which the copies of a print paint.
const maxPainted = 100_000

// readCopies reads how tall the copies of a print are, and what they paint. The error is an InvalidRequest.
func (p printer) readCopies(c copies, of headerfooter.Position, layout []domain.PrintedPage) (copies, error) {
	numbers := make([]int, len(c.pages))
	for i := range numbers {
		numbers[i] = c.offset + i + 1
		height, err := c.heightOf(numbers[i], of, layout)
		if err != nil {
			return copies{}, err
		}
		c.heights = append(c.heights, height)
	}
	type place struct {
		copy int // the index in c.shown
		kind domain.PaintKind
		rect domain.Rect
	}
	places, next := map[place]bool{}, 0
	for painted, err := range p.dependencies.Reader.Painted(c.Content, numbers...) {
		if err != nil || len(places) > maxPainted {
			message := of.String() + " paints too much to be measured: make it simpler"
			return copies{}, &domain.Error{Code: domain.InvalidRequest, Message: message, Err: err}
		}
		height := c.heights[next]
		next++
		i := slices.IndexFunc(c.shown, func(s headerfooter.Copy) bool { return s.Height == height })
		if i < 0 {
			i, c.shown = len(c.shown), append(c.shown, headerfooter.Copy{Height: height})
		}
		for _, paint := range painted {
			at := place{i, paint.Kind, paint.Rect.Move(-c.fit.SideMargin, -c.fit.TopMargin())}
			if !places[at] { // most copies paint the same
				places[at] = true
				c.shown[i].Painted = append(c.shown[i].Painted, domain.PaintedRect{Kind: at.kind, Rect: at.rect})
			}
		}
	}
	return c, nil
}

// heightOf returns the height of the copy on a page of the print, in its own units, as far as its end link. Without one on the page, the
// error is an InvalidRequest: the copy is too tall for any page, or its styles move it away.
func (c copies) heightOf(number int, position headerfooter.Position, layout []domain.PrintedPage) (domain.Length, error) {
	most := c.fit.BodyHeight * 3 / 4
	if number <= len(layout) {
		for _, link := range layout[number-1].Links {
			if height := link.Rect.Top - c.fit.TopMargin(); link.URI == headerfooter.EndLinkURI && height < most {
				return height, nil
			}
		}
	}
	return 0, domain.Invalidf("%s is taller than %.0f mm, more than %.0f %% of the page, or cannot be measured: "+
		"check its styles of html, body and *", position, math.Floor((most * c.fit.Scale).Millimetres()), 100*page.MaxShare)
}

// printJointly prints header and footer in one document, if they can share one. If that fails or loads something, the result is zero: they
// are then printed alone, so that it is known whose failures those are. The error is that of ctx.
func (p printer) printJointly(ctx context.Context, plan plan) (joint [2]copies, err error) {
	if len(plan.headerFooters) != 2 {
		return joint, nil
	}
	header, footer := plan.headerFooters[0], plan.headerFooters[1]
	fit := plan.firstFit(plan.earliestTarget(header.Position()))
	job, ok := headerfooter.JointDocument(header, footer, fit.OverlayPage)
	if !ok || fit != plan.firstFit(plan.earliestTarget(footer.Position())) {
		return joint, nil
	}
	pdf, layout, err := p.printCopies(ctx, "header and footer", job)
	if err != nil || pdf.Traffic.Requests > 0 || len(pdf.Traffic.Failed) > 0 {
		return joint, ctx.Err()
	}
	for i, h := range plan.headerFooters {
		c := copies{PDF: pdf, offset: h.EmptyPages() + i, fit: fit, pages: []int{1}}
		if c, err := p.readCopies(c, h.Position(), layout); err == nil {
			joint[i] = c // one of each position
		}
	}
	return joint, nil
}
