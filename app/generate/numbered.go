package generate

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"platen/domain"
	"platen/domain/headerfooter"
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
	// maxOverlayPrints bounds the prints of copies of a header or a footer that wait for the engine or are under way.
	maxOverlayPrints = 2
	// allDigits is the number on a copy that is on no page. It is printed before the others where one print does not have them
	// all, so that each print embeds the same part of a font: the file then has it once.
	allDigits = 1234567890
)

// number prints header and footer with the numbers of the body's pages.
func (p printer) number(ctx context.Context, plan plan, all []measured, body *body) ([]numbered, error) {
	p.printed.Store(int64(len(body.pdf.Content))) // earlier prints are printed again
	return each(ctx, plan.headers, func(ctx context.Context, i int, h header) (numbered, error) {
		n := numbered{position: h.position}
		for _, group := range groupsOf(body.pages, h.position) {
			prints, err := p.numberGroup(ctx, plan, all[i], group, len(body.pages))
			if err != nil {
				return numbered{}, err
			}
			n.prints = append(n.prints, prints...)
		}
		return n, nil
	})
}

// numberGroup prints the copies for pages whose room is of one width, since lines may break elsewhere in another. The measuring print is
// used where it shows the same.
func (p printer) numberGroup(ctx context.Context, plan plan, m measured, group pageGroup, total int) ([]pageCopies, error) {
	numbering := m.Numbering()
	if m.serves(group.room) && (numbering == headerfooter.Unnumbered || total == 1) {
		return []pageCopies{{m.print, group.pages}}, nil
	}
	fit, known := m.in(group.room, total)
	if !known {
		again, err := p.measure(ctx, plan, m.header, group.room, total, nil)
		if err != nil {
			return nil, err
		}
		fit = again.fit
	}
	if numbering != headerfooter.PerPage {
		shared, err := p.printChunk(ctx, m.header, fit, []int{1}, total)
		return []pageCopies{{shared, group.pages}}, err
	}
	return p.printChunks(ctx, m.header, fit, group.pages, total)
}

// printChunks prints a copy for each page, in ascending order. More than maxCopies are several prints.
func (p printer) printChunks(ctx context.Context, h header, fit headerfooter.Fit, pages []int, total int) ([]pageCopies, error) {
	group, printing := errgroup.WithContext(ctx)
	group.SetLimit(maxOverlayPrints)
	chunks := slices.Collect(slices.Chunk(pages, maxCopies))
	prints := make([]pageCopies, len(chunks))
	for i, chunk := range chunks {
		group.Go(func() (err error) {
			defer recovered(&err)
			if err := printing.Err(); err != nil {
				return err // another one failed, or the document has ended
			}
			prints[i].pages = chunk
			prints[i].copies, err = p.printChunk(printing, h, fit, chunk, total)
			return err
		})
	}
	return prints, group.Wait()
}

// printChunk prints copies with some page numbers in one document.
func (p printer) printChunk(ctx context.Context, h header, fit headerfooter.Fit, numbers []int, total int) (copies, error) {
	printed := numbers
	if h.Numbering() == headerfooter.PerPage && len(numbers) < total {
		printed = append([]int{allDigits}, numbers...)
	}
	job, err := h.OverlayDocument(fit.Sheet, printed, total)
	if err != nil {
		return copies{}, fmt.Errorf("repeat %s: %w", h.position, err)
	}
	print, err := p.printSheets(ctx, h, job, copies{first: len(printed) - len(numbers), fit: fit, heights: make([]domain.Length, len(numbers))})
	if err != nil {
		return copies{}, err
	}
	return *print, nil
}
