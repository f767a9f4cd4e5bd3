// Package stamper implements ports.Stamper: it lays pages of overlays over the pages of a body.
//
// The body's objects stay as they are, its content included; only the dictionaries of its pages change. A page draws an overlay after its
// own content: as a form XObject (ISO 32000-1, 8.10), or, if the overlay has several pages that differ little, by content streams that the
// pages share. Equal objects are written once, whichever PDF they come from, so a picture or a font of a header is in the file once.
package stamper

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/adapters/pdf/tags"
	"platen/domain"
	"platen/ports"
)

var _ ports.Stamper = PDF{}

// PDF stamps PDFs. The zero value is ready.
type PDF struct {
	// Reproducible: the dates are the same in all PDFs.
	Reproducible bool
}

// Stamp changes the pages of a body.
func (s PDF) Stamp(ctx context.Context, body []byte, changes ports.StampChanges) ([]byte, domain.Conformance, error) {
	t, err := newTarget(body)
	if err != nil {
		return nil, domain.Conformance{}, fmt.Errorf("read the PDF to stamp: %w", err)
	}
	for number, region := range changes.Crops {
		if number < 1 || number > len(t.pages) {
			return nil, domain.Conformance{}, fmt.Errorf("there is no page %d to crop", number)
		}
		crop(t.pages[number-1], region)
	}
	boxes := t.finishLinks(changes.RemoveLinks)
	if changes.Standards.Wished(domain.UA1) {
		t.mark(boxes)
	}
	for i, o := range changes.Overlays {
		if err := t.draw(ctx, o); err != nil {
			return nil, domain.Conformance{}, fmt.Errorf("stamp overlay %d: %w", i+1, err)
		}
	}
	kept := t.keep(changes)
	if s.Reproducible {
		t.info["CreationDate"], t.info["ModDate"] = object.String("D:19700101000000Z"), object.String("D:19700101000000Z")
	}
	t.describe(changes.Metadata, kept.Claimed)
	stamped, err := t.file.Write()
	if err != nil {
		return nil, domain.Conformance{}, fmt.Errorf("write the stamped PDF: %w", err)
	}
	return stamped, kept, nil
}

// keep makes the PDF keep the standards. It returns those that it keeps, and why not others.
func (t *target) keep(changes ports.StampChanges) domain.Conformance {
	kept := changes.Standards
	var unmet []string
	if kept.Wished(domain.UA1) {
		unmet = t.keepTags(changes.Metadata)
	}
	if t.tree != nil && t.tree.Err() == nil {
		t.tree.Write()
	}
	if len(kept.Claimed.List()) > 0 {
		t.inspectContent()
	}
	if t.content.Notdef { // ISO 14289-1, 7.21.8
		unmet = append(unmet, missingGlyphs)
	}
	if archive := kept.Claimed.Archive; archive != "" {
		kept.Fail(archive, t.keepArchive()...)
	}
	if kept.Claimed.Accessible || t.tree != nil { // else the engine cannot make it, which says all
		kept.Fail(domain.UA1, unmet...)
	}
	return kept
}

// target is a parsed body. The dictionaries of its catalog, of its pages and of what it says of itself are changed in place.
type target struct {
	file         *object.File
	catalog      object.Dict
	info         object.Dict
	pages        []*page.Page
	streams      map[string]object.Ref // content streams that were added, by their content
	interned     map[[sha256.Size]byte]object.Ref
	ownStreams   map[int][]object.Ref // the streams that the pages use as resources, by length; nil: not known yet
	destinations map[string]any       // by the ids that fragments name
	tree         *tags.Tree           // nil: it was not read, or the body is not tagged

	// lastOverlay is the content of the last overlay, and source is what was made of it.
	lastOverlay []byte
	source      *overlay
	content     content.Inspection // of all streams that were inspected
	inspected   map[object.Ref]bool
}

func newTarget(body []byte) (*target, error) {
	f, pages, err := page.Open(body)
	if err != nil {
		return nil, err
	}
	t := &target{file: f, catalog: maps.Clone(f.Catalog()), info: maps.Clone(f.Info()), pages: pages, streams: map[string]object.Ref{},
		interned: map[[sha256.Size]byte]object.Ref{}, destinations: map[string]any{}, inspected: map[object.Ref]bool{}}
	f.SetCatalog(t.catalog)
	f.SetInfo(t.info)
	for name, place := range f.Dict(t.catalog["Dests"]) {
		t.addDestination(string(name), place)
	}
	seen := map[object.Ref]bool{}
	for i, p := range pages {
		if p.Ref == 0 || seen[p.Ref] {
			return nil, fmt.Errorf("page %d is not an object of its own", i+1)
		}
		seen[p.Ref] = true
		p.Dict = maps.Clone(p.Dict)
		f.Set(p.Ref, p.Dict)
	}
	return t, nil
}

// draw draws one overlay at all its placements.
func (t *target) draw(ctx context.Context, o ports.Overlay) error {
	source, err := t.read(o.Content)
	if err != nil {
		return fmt.Errorf("read it: %w", err)
	}
	for _, place := range o.Placements {
		if place.TargetPage < 1 || place.TargetPage > len(t.pages) || place.SourcePage < 1 || place.SourcePage > len(source.pages) {
			return fmt.Errorf("page %d of %d cannot go onto page %d of %d", place.SourcePage, len(source.pages), place.TargetPage, len(t.pages))
		}
	}
	copies := source.split(o.Placements)
	for _, place := range o.Placements {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.drawAt(place, source, copies); err != nil {
			return fmt.Errorf("page %d onto page %d: %w", place.SourcePage, place.TargetPage, err)
		}
	}
	return source.file.Err()
}

// read parses an overlay. If a header and a footer come from the same PDF, it is parsed once.
func (t *target) read(pdf []byte) (*overlay, error) {
	if len(pdf) > 0 && len(pdf) == len(t.lastOverlay) && &pdf[0] == &t.lastOverlay[0] {
		return t.source, nil
	}
	f, pages, err := page.Open(pdf)
	if err != nil {
		return nil, err
	}
	t.lastOverlay = pdf
	t.source = &overlay{f, pages, t, map[formKey]object.Ref{}, map[object.Ref]object.Ref{}, f.Size()}
	return t.source, nil
}

// drawAt draws a page of an overlay on a page, after the page's own content, and copies its links. copies is nil if the overlay's
// pages are drawn as forms.
func (t *target) drawAt(place ports.Placement, source *overlay, copies map[*page.Page]*copiedContent) error {
	onto, from := t.pages[place.TargetPage-1], source.pages[place.SourcePage-1]
	if from.View.Turn != 0 {
		return fmt.Errorf("it is rotated by %d degrees", from.View.Turn)
	}
	scale := cmp.Or(place.Scale, 1)
	left, top := from.View.Shown.Left, from.View.Shown.Top
	clip := page.Box{Left: left, Bottom: top - place.Region.Height().Points()/scale, Right: left + place.Region.Width().Points()/scale,
		Top: top}
	m := page.Matrix{scale, 0, 0, scale, left * (1 - scale),
		top * (1 - scale)}.Times(onto.View.Placing(left, top, place.Region.Left, place.Region.Top))
	if copies != nil {
		t.drawCopy(onto, copies[from], clip, m)
	} else {
		t.drawForm(onto, source, from, clip, m)
	}
	t.link(onto, source.file, from, clip, m)
	return nil
}

// drawForm draws a page of an overlay as a form.
func (t *target) drawForm(onto *page.Page, source *overlay, from *page.Page, clip page.Box, m page.Matrix) {
	used := resources{}
	name := used.add("XObject", source.form(from, clip))
	t.addResources(onto, used)
	t.append(onto, fmt.Sprintf("/Artifact <</Type /Pagination>> BDC\nq %s cm /%s Do Q\nEMC\n", m, name))
}
