// Package pdfcpu implements ports.Stamper with the reader and the object model of github.com/pdfcpu/pdfcpu.
//
// It does not use pdfcpu's watermarks: they decode and encode the content of every page, which on a document of 95 pages takes ten times as
// long as everything else. Instead, each overlay page becomes a form XObject (ISO 32000-1, 8.10), which the page draws after its own,
// unchanged content. Equal objects are written once, whichever PDF they come from.
//
// It does not use pdfcpu's writer either: that one replaces the producer by its own name. The type writer names this service and the
// engine, and packs dictionaries into object streams.
package pdfcpu

import (
	"bytes"
	"context"
	"fmt"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"platen/domain"
	"platen/ports"
)

var _ ports.Stamper = (*Stamper)(nil)

// Stamper stamps PDFs. Make one with New. It is safe for concurrent use.
type Stamper struct{ conf model.Configuration }

// New makes a Stamper.
func New() *Stamper {
	// Without this, the library makes a folder for settings and fonts in the user's home.
	api.DisableConfigDir()
	conf := model.NewDefaultConfiguration()
	conf.ValidationMode = model.ValidationRelaxed
	conf.Optimize, conf.OptimizeBeforeWriting = false, false
	return &Stamper{*conf}
}

// Open parses the body. The target that it returns is not for concurrent use.
func (s *Stamper) Open(ctx context.Context, body []byte) (_ ports.StampTarget, err error) {
	defer recovered("read the PDF to stamp", &err)
	d, err := s.read(ctx, body)
	if err != nil {
		return nil, fmt.Errorf("read the PDF to stamp: %w", err)
	}
	return &target{stamper: s, body: d, shared: newShared(d), names: &resourceNames{known: map[string]namedResource{}}}, nil
}

// read parses a PDF and finds its pages. It does not validate the PDF, since an engine wrote it.
func (s *Stamper) read(ctx context.Context, content []byte) (*document, error) {
	conf := s.conf // the library writes into it
	parsed, err := pdfcpu.ReadWithContext(ctx, bytes.NewReader(content), &conf)
	if err != nil {
		return nil, err
	}
	return newDocument(parsed)
}

// target is a parsed body.
type target struct {
	stamper *Stamper
	body    *document
	shared  *shared
	names   *resourceNames
	// content is the content of the last overlay, and forms are its pages.
	content []byte
	forms   *forms
}

// Pages returns the sizes of the body's pages.
func (t *target) Pages() []domain.Size {
	sizes := make([]domain.Size, len(t.body.pages))
	for i, p := range t.body.pages {
		sizes[i] = p.view.size()
	}
	return sizes
}

// Crop makes a part of a page the whole page.
func (t *target) Crop(page int, part domain.Rect) {
	if page >= 1 && page <= len(t.body.pages) {
		t.body.pages[page-1].crop(part)
	}
}

// Stamp draws the overlays over the body.
func (t *target) Stamp(ctx context.Context, overlays ...ports.Overlay) (_ []byte, err error) {
	defer recovered("stamp the PDF", &err)
	total := 0
	for i, overlay := range overlays {
		if err := t.draw(ctx, overlay); err != nil {
			return nil, fmt.Errorf("stamp overlay %d: %w", i+1, err)
		}
		total += len(overlay.Content)
	}
	if err := t.body.nameProducer(); err != nil {
		return nil, fmt.Errorf("name the producer: %w", err)
	}
	content, err := t.body.write(int(t.body.parsed.Read.FileSize) + total)
	if err != nil {
		return nil, fmt.Errorf("write the stamped PDF: %w", err)
	}
	return content, nil
}

// draw draws one overlay at all its placements.
func (t *target) draw(ctx context.Context, overlay ports.Overlay) error {
	forms, err := t.read(ctx, overlay.Content)
	if err != nil {
		return fmt.Errorf("read it: %w", err)
	}
	source := forms.source
	for _, place := range overlay.Placements {
		if place.TargetPage < 1 || place.TargetPage > len(t.body.pages) || place.SourcePage < 1 || place.SourcePage > len(source.pages) {
			return fmt.Errorf("page %d of %d cannot go onto page %d of %d", place.SourcePage, len(source.pages), place.TargetPage, len(t.body.pages))
		}
	}
	fragments, err := newFragments(forms, t.names, overlay.Placements)
	if err != nil {
		return err
	}
	for _, place := range overlay.Placements {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.body.drawOver(t.body.pages[place.TargetPage-1], forms, fragments, place); err != nil {
			return fmt.Errorf("page %d onto page %d: %w", place.SourcePage, place.TargetPage, err)
		}
	}
	return nil
}

// read parses an overlay. If a header and a footer come from the same PDF, it is parsed once.
func (t *target) read(ctx context.Context, content []byte) (*forms, error) {
	if len(content) > 0 && len(content) == len(t.content) && &content[0] == &t.content[0] {
		return t.forms, nil
	}
	source, err := t.stamper.read(ctx, content)
	if err != nil {
		return nil, err
	}
	t.content, t.forms = content, newForms(source, t.body, t.shared)
	return t.forms, nil
}

// recovered turns panics of the library into errors. Malformed files cause them.
func recovered(operation string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s: the library panicked: %v", operation, r)
	}
}
