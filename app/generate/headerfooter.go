package generate

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
)

// headerFooter is a header or a footer of a job.
type headerFooter struct {
	parsed   *headerfooter.HeaderFooter
	position headerfooter.Position

	joint    *jointPrint  // of the first measurement; nil: it is printed alone
	measured overlayPDF   // the first print, which says "1 of 1"
	fits     []fitted     // how copies fit rooms of different widths
	overlays []overlayPDF // the prints whose copies are stamped onto the pages
}

// maxCopies is how many copies are printed at once. On some engines the cost of a page grows with the number of pages.
const maxCopies = 25

// renderNumbered prints a header or footer with the numbers of the body's pages: for each width of page on its own,
// since lines may break elsewhere. The first print is used where it shows the same.
func (j *job) renderNumbered(ctx context.Context, h *headerFooter, pages []bodyPage) error {
	h.overlays = h.overlays[:0]
	for _, group := range j.groups(h.position, pages) {
		numbering := h.parsed.Numbering()
		switch {
		case h.measuredServes(group.room) && (numbering == headerfooter.Unnumbered || len(pages) == 1):
			shared := h.measured
			shared.pages = group.pages
			h.overlays = append(h.overlays, shared)
		case numbering != headerfooter.PerPage:
			shared, err := j.printOverlays(ctx, h, group.room, []int{1}, len(pages))
			if err != nil {
				return err
			}
			shared[0].pages = group.pages
			h.overlays = append(h.overlays, shared...)
		default:
			some, err := j.printOverlays(ctx, h, group.room, group.pages, len(pages))
			if err != nil {
				return err
			}
			h.overlays = append(h.overlays, some...)
		}
	}
	return nil
}

// measuredServes tells whether the first print suits a room.
func (h *headerFooter) measuredServes(room room) bool {
	_, fits := h.fits[0].in(room, h, 1)
	return fits && h.measured.serves(room)
}

// maxOverlayPrints bounds the prints of copies of a header or a footer that wait for the engine or are under way.
const maxOverlayPrints = 2

// printOverlays prints copies with some page numbers, in ascending order, and measures them. More than maxCopies are several
// prints.
func (j *job) printOverlays(ctx context.Context, h *headerFooter, room room, numbers []int, total int) ([]overlayPDF, error) {
	fit, err := j.fitFor(ctx, h, room, total)
	if err != nil {
		return nil, err
	}
	prints, printing := errgroup.WithContext(ctx)
	prints.SetLimit(maxOverlayPrints)
	overlays := make([]overlayPDF, (len(numbers)+maxCopies-1)/maxCopies)
	at := 0
	for some := range slices.Chunk(numbers, maxCopies) {
		o := &overlays[at]
		at++
		prints.Go(func() (err error) {
			defer recovered(&err)
			if err := printing.Err(); err != nil {
				return err // another one failed, or the document has ended
			}
			*o, err = j.printOverlay(printing, h, room, fit, some, total)
			return err
		})
	}
	return overlays, prints.Wait()
}

// tallest is the height of the tallest copy that was printed.
func (h *headerFooter) tallest() domain.Length {
	height := h.measured.tallest()
	for _, o := range h.overlays {
		height = max(height, o.tallest())
	}
	return height
}

// traffic is what the copies on the pages asked for. All copies ask for the same, and a frame is loaded for each of them; so
// an address that failed counts once.
func (h *headerFooter) traffic() (all domain.Traffic) {
	reported := map[[2]string]bool{}
	for _, o := range h.overlays {
		all.Requests += o.traffic.Requests
		for _, f := range o.traffic.Failed {
			if address := [2]string{f.URL, f.Hidden}; !reported[address] {
				reported[address] = true
				all.Failed = append(all.Failed, f)
			}
		}
	}
	return all
}

// placements places the copies on the body's pages.
func (j *job) placements(h *headerFooter, pages []bodyPage) []ports.Overlay {
	overlays := make([]ports.Overlay, 0, len(h.overlays))
	for _, o := range h.overlays {
		overlay := ports.Overlay{Content: o.content}
		for i, number := range o.pages {
			source := min(i, len(o.heights)-1) // the last copy is for all further pages
			overlay.Placements = append(overlay.Placements, ports.Placement{
				TargetPage: number,
				SourcePage: o.first + source + 1,
				Region:     j.region(h.position, pages[number-1], o.fit, o.heights[source]),
				Scale:      float64(o.fit.Scale),
			})
		}
		overlays = append(overlays, overlay)
	}
	return overlays
}

// region is where the sheet of a copy of that height goes on a page. It may reach beyond the page.
func (j *job) region(position headerfooter.Position, page bodyPage, fit headerfooter.Fit, height domain.Length) domain.Rect {
	top := page.rules.Steering.Edge(j.settings.Edge)
	if position == headerfooter.Footer {
		top = page.size.Height - top - height
	}
	paper := fit.Paper()
	sheet := domain.Rect{Right: paper.Width * fit.Scale, Bottom: paper.Height * fit.Scale}
	return sheet.Move(page.across().left+fit.Shift-fit.Beside*fit.Scale, top-fit.Above*fit.Scale)
}
