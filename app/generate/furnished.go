package generate

import (
	"context"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/errgroup"

	"platen/domain"
	"platen/ports"
)

// furnished prints a document with a header, a footer or both. They are printed alone first, to learn their
// heights; the body gets margins that leave room for them; and when its pages are known, they are printed with
// their numbers, where they have any, and put on.
func (j *job) furnished(ctx context.Context, filled domain.Request) (domain.Document, error) {
	j.paper, j.margins = domain.EffectivePage(j.body.Rules(), j.settings.Paper, j.settings.Margins)
	j.singled = j.singleOut()
	for at, text := range []string{top: filled.HeaderHTML, bottom: filled.FooterHTML} {
		if text == "" {
			continue
		}
		running, err := domain.ParseHeaderFooter(side(at).String(), text)
		if err != nil {
			return domain.Document{}, fmt.Errorf("read %s: %w", side(at), err)
		}
		j.bands = append(j.bands, &band{running: running, side: side(at)})
	}
	if err := j.eachBand(ctx, j.try); err != nil {
		return domain.Document{}, err
	}
	room := domain.MarginReserve{Edge: j.settings.Edge, Gap: j.settings.Gap}
	for printed := 0; ; {
		for _, b := range j.bands {
			b.claim(&room)
		}
		body, err := j.printBody(ctx, room)
		if err != nil {
			return domain.Document{}, err
		}
		pages := body.Pages()
		for _, page := range pages {
			if err := room.Fits(page.Height); err != nil {
				return domain.Document{}, err
			}
		}
		if err := j.eachBand(ctx, func(ctx context.Context, b *band) error { return j.number(ctx, b, pages) }); err != nil {
			return domain.Document{}, err
		}
		// "95 of 95" may need a line more than "1 of 1" did. Once more is enough, for the numbers are known now; unless
		// the taller margin made more pages, and with them other numbers.
		if j.fit(room) || len(pages) == printed {
			return j.stamp(ctx, body)
		}
		printed = len(pages)
	}
}

// printBody prints the body with the room that header and footer need.
func (j *job) printBody(ctx context.Context, room domain.MarginReserve) (ports.StampTarget, error) {
	css, margins, err := room.ReserveMargins(j.body.Rules(), j.paper, j.margins)
	if err != nil {
		return nil, err
	}
	sheet := j.body.PrintJob(j.settings.Paper, j.settings.Margins, css)
	sheet.Margins = margins
	j.weight.Store(0) // what was printed before is printed anew
	pdf, err := j.render(ctx, sheet, "the document")
	if err != nil {
		return nil, err
	}
	j.traffic = pdf.Traffic
	body, err := j.stamper.Open(ctx, pdf.Content)
	if err != nil {
		return nil, fmt.Errorf("read the engine's PDF: %w", err)
	}
	return body, j.checkPages(len(body.Pages()))
}

// stamp puts header and footer onto the body's pages.
func (j *job) stamp(ctx context.Context, body ports.StampTarget) (domain.Document, error) {
	var overlays []ports.Overlay
	traffic := j.traffic
	for _, b := range j.bands {
		overlays = append(overlays, j.overlays(b, body.Pages())...)
		traffic.Add(b.traffic())
	}
	pdf, err := body.Stamp(ctx, overlays...)
	if err != nil {
		return domain.Document{}, fmt.Errorf("put header and footer onto the pages: %w", err)
	}
	if err := j.checkSize(int64(len(pdf))); err != nil {
		return domain.Document{}, err
	}
	return domain.Document{
		PDF: pdf, Pages: len(body.Pages()), Traffic: traffic,
	}, nil
}

// eachBand does something for header and footer side by side.
func (j *job) eachBand(ctx context.Context, do func(context.Context, *band) error) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, b := range j.bands {
		group.Go(func() (err error) {
			defer recovered(&err)
			return do(ctx, b)
		})
	}
	return group.Wait()
}

// recovered makes a panic an error: on a goroutine of our own it would take the service with it.
func recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
	}
}
