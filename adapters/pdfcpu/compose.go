package pdfcpu

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"platen/domain"
	"platen/ports"
)

// composedOverlay is a parsed overlay, the last of whose pages are composed.
type composedOverlay struct {
	document *document
	composed int
}

// ComposedPages returns the number of composed pages.
func (o *composedOverlay) ComposedPages() int { return o.composed }

// composedContent is the content of a page that was not printed: the content of a sample with other glyphs.
type composedContent struct {
	sample  *page
	changed map[int]operation // by their index in the sample's content
}

// Compose adds pages that differ from others in digits.
//
// Engines write a digit as a glyph in the operand of an operator that shows text (ISO 32000-1, 9.4.3). Compose compares the contents of
// the samples. They may differ only in glyphs that depend on the digit at one place of the number; then another number needs only other
// glyphs. A digit that moves its neighbours changes a coordinate, which the comparison finds. A pair of digits that a font sets closer
// together changes the content between its glyphs, which the pages that show all pairs reveal.
func (s *Stamper) Compose(ctx context.Context, overlay []byte, samples domain.Samples) (_ ports.ComposedOverlay, err error) {
	defer recovered("compose pages", &err)
	source, err := s.read(ctx, overlay)
	if err != nil {
		return nil, fmt.Errorf("read the samples: %w", err)
	}
	if got, want := len(source.pages), len(samples.Pairs)+len(samples.Printed); got < want {
		return nil, fmt.Errorf("%w: there are %d pages of %d", ports.ErrNotComposable, got, want)
	}
	c := &composer{source: source, digests: newDigests(source), samples: samples}
	printed := len(source.pages)
	for _, composition := range samples.Compositions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := c.compose(ctx, composition); err != nil {
			return nil, fmt.Errorf("compose page %d and others from %v: %w", composition.Pages[0], composition.Samples, err)
		}
	}
	return &composedOverlay{source, len(source.pages) - printed}, nil
}

// maxChanged bounds the glyphs that change on composed pages: each takes some hundred bytes until the pages are stamped.
const maxChanged = 200_000

// composer composes the pages of one overlay.
type composer struct {
	source  *document
	digests *digests
	samples domain.Samples
	changed int // the number of glyphs that change on all composed pages
}

// printed returns the page that shows a number.
func (c *composer) printed(number int) (*page, error) {
	at, found := slices.BinarySearch(c.samples.Printed, number)
	if !found {
		return nil, fmt.Errorf("%w: page %d was not printed", ports.ErrNotComposable, number)
	}
	return c.source.pages[len(c.samples.Pairs)+at], nil
}

// compose adds the pages of one composition.
func (c *composer) compose(ctx context.Context, composition domain.Composition) error {
	all := make([]numbered, len(composition.Samples))
	for i, number := range composition.Samples {
		p, err := c.printed(number)
		if err != nil {
			return err
		}
		content, err := c.content(p)
		if err != nil {
			return err
		}
		all[i] = numbered{strconv.Itoa(number), content}
		if i > 0 {
			if err := c.checkAlike(p, composition.Samples[0]); err != nil {
				return err
			}
		}
	}
	glyphs, err := digitGlyphs(all)
	if err != nil {
		return err
	}
	if c.changed += len(glyphs) * len(composition.Pages); c.changed > maxChanged {
		return fmt.Errorf("%w: there are too many digits", ports.ErrNotComposable)
	}
	sample, err := c.printed(composition.Samples[0])
	if err != nil {
		return err
	}
	if err := c.checkPairs(ctx, sample, all[0].content, glyphs); err != nil {
		return err
	}
	for _, number := range composition.Pages {
		changed, err := withDigits(all[0].content, glyphs, strconv.Itoa(number))
		if err != nil {
			return err
		}
		c.source.pages = append(c.source.pages, &page{dict: sample.dict, ref: sample.ref, view: sample.view, resources: sample.resources,
			composed: &composedContent{sample, changed}})
	}
	return nil
}

// content splits the content of a page into operations.
func (c *composer) content(p *page) ([]operation, error) {
	content, ok, err := c.source.operations(p)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%w: their content cannot be taken apart", ports.ErrNotComposable)
	}
	return content, nil
}

// checkAlike fails if a page differs from another in more than its content.
func (c *composer) checkAlike(p *page, number int) error {
	other, err := c.printed(number)
	if err != nil {
		return err
	}
	links, err := c.source.links(p)
	if err != nil {
		return err
	}
	otherLinks, err := c.source.links(other)
	if err != nil {
		return err
	}
	resources, comparable := c.digests.append(nil, p.resources, 0, 0)
	otherResources, _ := c.digests.append(nil, other.resources, 0, 0)
	if p.view != other.view || !comparable || string(resources) != string(otherResources) || !reflect.DeepEqual(links, otherLinks) {
		return fmt.Errorf("%w: they differ in size, resources or links", ports.ErrNotComposable)
	}
	return nil
}
