package generate

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
)

const (
	// maxCopies is how many copies are printed at once. On some engines the cost of a page grows with the number of pages: 300 copies
	// took one of them 0.4 s of CPU time in prints of 25 or 50, and 1.2 s in one; the other took 0.15 s in prints of 50 to 100.
	maxCopies = 50
	// allDigits is the number of one more copy, which is on no page. It precedes the others where one print does not have them all: then
	// each print embeds all digits of a font, and the file has that font once.
	allDigits = 1234567890
)

// number prints header and footer with the numbers of the body's pages.
func (p printer) number(ctx context.Context, plan plan, all []printedHeaderFooter, body *body) (made []printedHeaderFooter, err error) {
	p.stamped.Store(int64(len(body.pdf.Content))) // earlier prints are printed again
	err = ports.InSpan(ctx, "header and footer", func(ctx context.Context) error {
		made, err = each(ctx, all, func(ctx context.Context, m printedHeaderFooter) (n printedHeaderFooter, err error) {
			n.HeaderFooter = m.HeaderFooter
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
func (p printer) numberGroup(ctx context.Context, plan plan, m printedHeaderFooter, group pageGroup, total int) ([]copies, error) {
	numbering := m.Numbering()
	fit, kept := m.fitFor(plan, group.target)
	if kept && (numbering == headerfooter.Unnumbered || total == 1) {
		print := m.prints[0]
		print.pages = group.pages
		return []copies{print}, nil
	}
	printed := group
	if numbering != headerfooter.PerPage {
		printed.pages = []int{1}
	}
	prints, err := p.printFor(ctx, m.HeaderFooter, printed, total, fit, copies{})
	if err == nil && numbering != headerfooter.PerPage {
		prints[0].pages = group.pages
	}
	return prints, err
}

// printChunk prints copies with some page numbers, in ascending order, in one document.
func (p printer) printChunk(ctx context.Context, h *headerfooter.HeaderFooter, fit headerfooter.Fit, pages []int,
	total int) (copies, error) {
	printed := pages
	if h.Numbering() == headerfooter.PerPage && len(pages) < total {
		printed = append([]int{allDigits}, pages...)
	}
	job, err := h.OverlayDocument(fit.OverlayPage, printed, total)
	if err != nil {
		return copies{}, fmt.Errorf("repeat %s: %w", h.Position(), err)
	}
	c := copies{offset: h.EmptyPages() + len(printed) - len(pages), fit: fit, pages: pages}
	var layout []domain.PrintedPage
	if c.PDF, layout, err = p.printCopies(ctx, h.Position().String(), job); err != nil {
		return copies{}, err
	}
	return p.readCopies(c, h.Position(), layout)
}
