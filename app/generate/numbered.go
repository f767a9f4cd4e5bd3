package generate

import (
	"context"
	"fmt"
	"slices"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
)

// numbered is a header or footer with the numbers of the body's pages.
type numbered struct {
	position headerfooter.Position
	prints   []pageCopies
}

// pageCopies are copies and the pages that they are for, in their order. One copy may be for all of them.
type pageCopies struct {
	copies
	pages []int
}

// height returns the height of the tallest copy.
func (n numbered) height() (headerfooter.Position, domain.Length) {
	tallest := domain.Length(0)
	for _, print := range n.prints {
		tallest = max(tallest, slices.Max(print.heights))
	}
	return n.position, tallest
}

const (
	// maxCopies is how many copies are printed at once. On some engines the cost of a page grows with the number of pages: 300 copies
	// took one of them 0.4 s of CPU time in prints of 25 or 50, and 1.2 s in one; the other took 0.15 s in prints of 50 to 100.
	maxCopies = 50
	// allDigits is the number on a copy that is on no page. It is printed before the others where one print does not have them
	// all, so that each print embeds the same part of a font: the file then has it once.
	allDigits = 1234567890
)

// number prints header and footer with the numbers of the body's pages.
func (p printer) number(ctx context.Context, plan plan, all []measured, body *body) (made []numbered, err error) {
	p.stamped.Store(int64(len(body.pdf.Content))) // earlier prints are printed again
	err = ports.InSpan(ctx, "header and footer", func(ctx context.Context) error {
		made, err = each(ctx, all, func(ctx context.Context, m measured) (n numbered, err error) {
			n.position = m.Position()
			for _, group := range groupsOf(body.pages, m.Position()) {
				prints, err := p.numberGroup(ctx, plan, m, group, len(body.pages))
				if err != nil {
					return n, err
				}
				n.prints = append(n.prints, prints...)
			}
			return n, nil
		})
		return err
	})
	return made, err
}

// numberGroup prints the copies for pages where the header or footer has one width, since lines may break elsewhere in another. The
// measuring print is used where it shows the same.
func (p printer) numberGroup(ctx context.Context, plan plan, m measured, group pageGroup, total int) ([]pageCopies, error) {
	numbering := m.Numbering()
	if m.serves(group.place) && (numbering == headerfooter.Unnumbered || total == 1) {
		return []pageCopies{{m.print, group.pages}}, nil
	}
	fit, known := m.fitFor(group.place, total)
	if !known {
		again, err := p.measure(ctx, plan, m.HeaderFooter, group.place, total, copies{})
		if err != nil {
			return nil, err
		}
		fit = again.print.fit
	}
	if numbering != headerfooter.PerPage {
		shared, err := p.printChunk(ctx, m, fit, []int{1}, total)
		return []pageCopies{{shared.copies, group.pages}}, err
	}
	last := len(group.pages) - 1
	size := 1 + last/(1+last/maxCopies) // nearly the same for each print, since two are made at once
	return each(ctx, slices.Collect(slices.Chunk(group.pages, size)), func(ctx context.Context, pages []int) (pageCopies, error) {
		return p.printChunk(ctx, m, fit, pages, total)
	})
}

// printChunk prints copies with some page numbers, in ascending order, in one document.
func (p printer) printChunk(ctx context.Context, m measured, fit headerfooter.Fit, pages []int, total int) (pageCopies, error) {
	printed := pages
	if m.Numbering() == headerfooter.PerPage && len(pages) < total {
		printed = append([]int{allDigits}, pages...)
	}
	job, err := m.OverlayDocument(fit.OverlayPage, printed, total)
	if err != nil {
		return pageCopies{}, fmt.Errorf("repeat %s: %w", m.Position(), err)
	}
	c, err := p.printMeasured(ctx, m.Position(), job, copies{offset: m.EmptyPages() + len(printed) - len(pages), fit: fit}, len(pages))
	return pageCopies{c, pages}, err
}
