package generate

import (
	"context"
	"fmt"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/ports"
)

// stamp finishes the body: it puts header and footer onto the pages, cuts them out of larger paper, describes the document and makes it
// keep the standards of the plan.
func (p printer) stamp(ctx context.Context, plan plan, body *body, all []printedHeaderFooter) (domain.Document, error) {
	document := domain.Document{Pages: len(body.pages), Traffic: body.pdf.Traffic}
	changes := ports.StampChanges{
		Metadata: plan.source.Metadata(), Standards: plan.standards, Crops: map[int]domain.Rect{},
	}
	for _, page := range body.pages {
		if page.crop != (domain.Rect{}) {
			changes.Crops[page.number] = page.crop
		}
	}
	for _, n := range all {
		changes.Overlays = append(changes.Overlays, n.overlays(body.pages)...)
		document.Traffic.Add(n.traffic())
	}
	err := ports.InSpan(ctx, "stamp", func(ctx context.Context) (err error) {
		document.PDF, document.Standards, err = p.dependencies.Stamper.Stamp(ctx, body.pdf.Content, changes)
		return err
	})
	if err != nil {
		return domain.Document{}, fmt.Errorf("finish the PDF: %w", err)
	}
	return document, p.checkSize(int64(len(document.PDF)))
}

// overlays places the copies on the body's pages.
func (n printedHeaderFooter) overlays(pages []bodyPage) (overlays []ports.Overlay) {
	for _, print := range n.prints {
		overlay := ports.Overlay{Content: print.Content}
		for i, number := range print.pages {
			index := min(i, len(print.heights)-1) // the last copy is for all further pages
			overlay.Placements = append(overlay.Placements, ports.Placement{
				TargetPage: number,
				SourcePage: print.offset + index + 1,
				Region:     pages[number-1].region(n.Position(), print.fit, print.height(index)),
				Scale:      float64(print.fit.Scale),
			})
		}
		overlays = append(overlays, overlay)
	}
	return overlays
}

// region is where the overlay page with a copy of that height goes on the page. It may reach beyond the page.
func (p bodyPage) region(position headerfooter.Position, fit headerfooter.Fit, height domain.Length) domain.Rect {
	top := p.target.EdgeDistance
	if position == headerfooter.Footer {
		top = p.size.Height - top - height
	}
	paper := fit.Paper()
	whole := domain.Rect{Right: paper.Width * fit.Scale, Bottom: paper.Height * fit.Scale}
	return whole.Move(p.target.LeftMargin+fit.Shift-fit.SideMargin*fit.Scale, top-fit.TopMargin()*fit.Scale)
}

// traffic is what the copies on the pages asked for. All copies ask for the same, and a frame is loaded for each of them; so
// an address that failed counts once.
func (n printedHeaderFooter) traffic() (all domain.Traffic) {
	reported := map[[2]string]bool{}
	for _, print := range n.prints {
		all.Requests += print.Traffic.Requests
		for _, f := range print.Traffic.Failed {
			if address := [2]string{f.URL, f.Hidden}; !reported[address] {
				reported[address] = true
				all.Failed = append(all.Failed, f)
			}
		}
	}
	return all
}
