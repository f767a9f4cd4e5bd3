package generate

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"golang.org/x/sync/errgroup"

	"platen/domain"
	"platen/domain/headerfooter"
	"platen/domain/htmldoc"
	"platen/domain/pagecss"
	"platen/domain/stylesheet"
	"platen/ports"
)

// runStamped prints a document with a header, a footer or both. They are printed alone first, to measure them. The body
// is printed with margins that make room for them, at the same time if the room is known from the client's last document.
// When the number of its pages is known, they are printed with their numbers, if they show any, and stamped onto the pages.
func (j *job) runStamped(ctx context.Context, templates, filled domain.Request) (domain.Document, error) {
	if err := j.checkSides(); err != nil {
		return domain.Document{}, err
	}
	all, err := j.parseHeaderFooters(ctx, filled)
	if err != nil {
		return domain.Document{}, err
	}
	for _, h := range all {
		j.destinations = append(j.destinations, h.parsed.Fragments()...)
	}
	key := j.expectationKey(ctx, templates)
	early := j.printEarly(ctx, key)
	defer early.discard()
	if err := j.measureAll(ctx, all); err != nil {
		return domain.Document{}, err
	}
	room := newReservation(j.settings, j.geometry.Default().Size.Height)
	room.reserve(all)
	j.expected.learn(key, room.margins)
	for ; ; room.reserve(all) {
		body, err := j.bodyWith(ctx, room.margins, early)
		early = nil
		if err != nil {
			return domain.Document{}, err
		}
		for _, page := range body.pages {
			if err := room.limit(page.size.Height); err != nil {
				return domain.Document{}, err
			}
		}
		err = each(ctx, all, func(ctx context.Context, h *headerFooter) error { return j.renderNumbered(ctx, h, body.pages) })
		if err != nil {
			return domain.Document{}, err
		}
		// "95 of 95" may need a line more than "1 of 1" did, and a taller margin may make more pages.
		if room.fits(all) {
			return j.stamp(ctx, body, all)
		}
	}
}

// checkSides refuses margins beside header and footer that only the engine knows.
func (j *job) checkSides() error {
	if !j.selectors {
		return nil
	}
	return j.geometry.CheckSides()
}

// measureAll measures header and footer, in one print where they can share one.
func (j *job) measureAll(ctx context.Context, all []*headerFooter) error {
	if err := j.printJointly(ctx, all); err != nil {
		return err
	}
	return each(ctx, all, j.measure)
}

// parseHeaderFooters parses those that the request has.
func (j *job) parseHeaderFooters(ctx context.Context, filled domain.Request) (all []*headerFooter, err error) {
	for at, text := range []string{headerfooter.Header: filled.HeaderHTML, headerfooter.Footer: filled.FooterHTML} {
		if text == "" {
			continue
		}
		h := &headerFooter{position: headerfooter.Position(at)}
		if h.parsed, err = headerfooter.Parse(ctx, h.position, text); err != nil {
			return nil, fmt.Errorf("read %s: %w", h.position, err)
		}
		sheets, err := j.externalStyles(ctx, text)
		if err != nil {
			return nil, fmt.Errorf("read the style sheets of %s: %w", h.position, err)
		}
		h.parsed = h.parsed.WithStyles(sheets)
		if h.parsed.DiffersByPage() && j.geometry.FirstPageIsLeft() {
			h.parsed = h.parsed.WithLeftFirstPage()
		}
		all = append(all, h)
	}
	return all, nil
}

// externalStyles gives the style sheets that a header or footer links or imports.
func (j *job) externalStyles(ctx context.Context, text string) (sheets []string, err error) {
	if lower := strings.ToLower(text); !strings.Contains(lower, "<link") && !strings.Contains(lower, "import") {
		return nil, nil
	}
	document, err := htmldoc.Parse(ctx, text, "")
	if err != nil {
		return nil, err
	}
	all, err := stylesheet.WithExternal(ctx, document.Stylesheets(), j.readSheet)
	for _, sheet := range all {
		sheets = append(sheets, sheet.Text)
	}
	return sheets, err
}

// readSheet reads a style sheet in the document's scope.
func (j *job) readSheet(ctx context.Context, address string) (string, error) {
	return j.sheets.ReadSheet(ctx, j.scope, address)
}

// printedBody is a body that waits for its header and footer.
type printedBody struct {
	target  ports.StampTarget
	pages   []bodyPage
	traffic domain.Traffic
	weight  int64 // in bytes
}

// printBody prints the body with the margins that header and footer need.
func (j *job) printBody(ctx context.Context, reserve pagecss.MarginReserve) (printedBody, error) {
	if !j.selectors {
		return j.printWithMargins(ctx, reserve)
	}
	overrides, _, err := j.geometry.ReserveMargins(ctx, reserve)
	if err != nil {
		return printedBody{}, err
	}
	pdf, err := j.renderSelecting(ctx, overrides)
	if err != nil {
		return printedBody{}, err
	}
	return j.openBody(ctx, pdf)
}

// openBody reads a body that the engine printed at once.
func (j *job) openBody(ctx context.Context, pdf domain.PDF) (printedBody, error) {
	target, err := j.stamper.Open(ctx, pdf.Content)
	if err != nil {
		return printedBody{}, fmt.Errorf("read the engine's PDF: %w", err)
	}
	body := j.bodyOf(target, pdf.Traffic, int64(len(pdf.Content)))
	for _, page := range body.pages {
		if err := checkPageSize(page.size); err != nil {
			return printedBody{}, err
		}
	}
	return body, j.checkPages(len(body.pages))
}

// bodyOf describes a body that the engine printed.
func (j *job) bodyOf(target ports.StampTarget, traffic domain.Traffic, weight int64) printedBody {
	body := printedBody{target: target, traffic: traffic, weight: weight}
	for i, printed := range target.Pages() {
		page := j.pageOf(i+1, printed)
		if page.size != printed {
			target.Crop(page.number, domain.Rect{Right: page.size.Width, Bottom: page.size.Height})
		}
		body.pages = append(body.pages, page)
	}
	return body
}

// stamp puts header and footer onto the body's pages.
func (j *job) stamp(ctx context.Context, body printedBody, all []*headerFooter) (domain.Document, error) {
	var overlays []ports.Overlay
	traffic := body.traffic
	for _, h := range all {
		overlays = append(overlays, j.placements(h, body.pages)...)
		traffic.Add(h.traffic())
	}
	var pdf []byte
	err := ports.InSpan(ctx, "stamp", func(ctx context.Context) (err error) {
		pdf, err = body.target.Stamp(ctx, overlays...)
		return err
	})
	if err != nil {
		return domain.Document{}, fmt.Errorf("stamp header and footer onto the pages: %w", err)
	}
	if err := j.checkSize(int64(len(pdf))); err != nil {
		return domain.Document{}, err
	}
	return domain.Document{PDF: pdf, Pages: len(body.pages), Traffic: traffic}, nil
}

// each does something for header and footer concurrently.
func each(ctx context.Context, all []*headerFooter, do func(context.Context, *headerFooter) error) error {
	return ports.InSpan(ctx, "header and footer", func(ctx context.Context) error {
		group, ctx := errgroup.WithContext(ctx)
		for _, h := range all {
			group.Go(func() (err error) {
				defer recovered(&err)
				return do(ctx, h)
			})
		}
		return group.Wait()
	})
}

// recovered makes a panic an error: on a goroutine of ours it would end the service.
func recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
	}
}
