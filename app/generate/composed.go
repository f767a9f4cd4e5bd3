package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"platen/domain"
	"platen/ports"
)

// printNumbered prints a copy for each page of a group. If there are many, samples of them are printed and the others composed, in
// a print or two in place of one for every maxCopies pages.
func (j *job) printNumbered(ctx context.Context, h *headerFooter, group *pageGroup, total int) ([]overlayPDF, error) {
	if len(group.pages) > maxCopies && !j.uncomposable.has(h.uncomposableKey(ctx, total)) {
		o, err := j.composeOverlay(ctx, h, group, total)
		if !errors.Is(err, ports.ErrNotComposable) {
			return []overlayPDF{o}, err
		}
	}
	return j.printOverlays(ctx, h, group.room, group.pages, total)
}

// composeOverlay prints samples and composes the other copies from them. ErrNotComposable is in the chain of the error if all
// copies have to be printed.
func (j *job) composeOverlay(ctx context.Context, h *headerFooter, group *pageGroup, total int) (overlayPDF, error) {
	samples, worthwhile := h.parsed.Samples(group.pages, total)
	if !worthwhile {
		return overlayPDF{}, fmt.Errorf("%w: samples save nothing", ports.ErrNotComposable)
	}
	fit, err := j.fitFor(ctx, h, group.room, total)
	if err != nil {
		return overlayPDF{}, err
	}
	printJob, err := h.parsed.SampleDocument(fit.Sheet, samples, total)
	if err != nil {
		return overlayPDF{}, fmt.Errorf("%w: %w", ports.ErrNotComposable, err)
	}
	o := overlayPDF{first: len(samples.Pairs), room: group.width, fit: fit, pages: samples.Pages(), heights: make([]domain.Length, len(samples.Printed))}
	if err := j.printSamples(ctx, h, &o, printJob, samples); err != nil {
		j.weight.Add(-int64(len(o.content)))
		if errors.Is(err, ports.ErrNotComposable) {
			j.uncomposable.add(h.uncomposableKey(ctx, total))
		}
		return overlayPDF{}, fmt.Errorf("compose %s: %w", h.position, err)
	}
	return o, nil
}

// printSamples prints the samples and composes the other copies.
func (j *job) printSamples(ctx context.Context, h *headerFooter, o *overlayPDF, printJob domain.PrintJob, samples domain.Samples) error {
	_, err := j.printCopies(ctx, h, o, printJob)
	if refused := (*domain.Error)(nil); errors.As(err, &refused) && refused.Code == domain.InvalidRequest {
		return fmt.Errorf("%w: %w", ports.ErrNotComposable, err) // it may be the fault of the samples alone
	}
	if err != nil {
		return err
	}
	return j.compose(ctx, o, samples)
}

// compose composes the copies that were not printed. They are as tall as their samples.
func (j *job) compose(ctx context.Context, o *overlayPDF, samples domain.Samples) (err error) {
	printed := o.heights
	for _, composition := range samples.Compositions {
		height := func(sample int) domain.Length {
			at, _ := slices.BinarySearch(samples.Printed, sample)
			return printed[at]
		}
		tallest := domain.Length(0)
		for _, sample := range composition.Samples {
			tallest = max(tallest, height(sample))
		}
		for _, sample := range composition.Samples {
			if height(sample) < tallest-rounding {
				return fmt.Errorf("%w: they differ in height", ports.ErrNotComposable)
			}
		}
		o.heights = append(o.heights, slices.Repeat([]domain.Length{tallest}, len(composition.Pages))...)
	}
	o.composed, err = j.stamper.Compose(ctx, o.content, samples)
	return err
}

// rounding is how much the heights of equal copies differ at most, since engines round positions in their document.
const rounding = 0.1 * domain.Point
