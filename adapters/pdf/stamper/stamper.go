// Package stamper implements ports.Stamper: it makes the final PDF of a body. It crops pages, lays pages of overlays over them, mends
// links and tags, and writes metadata.
//
// The body's objects stay as they are, its content included; only the dictionaries of its pages change. A page draws an overlay after its
// own content, by content streams that pages share where they are equal. Equal objects are written once, whichever PDF they come from, so a
// picture or a font of a header is in the file once.
package stamper

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"platen/adapters/pdf/content"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/adapters/pdf/tags"
	"platen/domain"
	"platen/ports"
)

var _ ports.Stamper = Stamper{}

// Stamper stamps PDFs. The zero value is ready.
type Stamper struct {
	// Reproducible: the dates are the same in all PDFs.
	Reproducible bool
}

// Stamp implements ports.Stamper.
func (s Stamper) Stamp(ctx context.Context, body []byte, changes ports.StampChanges) ([]byte, domain.Conformance, error) {
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
	boxes, inner := t.takeMarkers()
	t.leadWithin(inner)
	if changes.Standards.Wished(domain.UA1) {
		if t.tree = tags.Read(t.file); t.tree == nil && changes.Standards.Claimed.Has(domain.UA1) {
			t.tree = tags.New(t.file)
		}
		if t.tree != nil {
			t.tree.Mark(t.pages, boxes)
		}
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
	if t.tree != nil {
		unmet = t.keepTags(changes.Metadata)
	}
	var found content.Inspection
	if len(kept.Claimed.List()) > 0 {
		found = t.inspectContent()
	}
	if found.Notdef { // ISO 14289-1, 7.21.8
		unmet = append(unmet, missingGlyphs)
	}
	if archive := kept.Claimed.Archive(); archive != "" {
		kept.Fail(archive, t.keepArchive(found)...)
	}
	if t.tree != nil { // else the engine cannot make it, which says all
		kept.Fail(domain.UA1, unmet...)
	}
	return kept
}

// target is a parsed body. The dictionaries of its catalog, of its pages and of what it says of itself are changed in place, and so are the
// pages' arrays of annotations, which are references.
type target struct {
	file         *object.File
	catalog      object.Dict
	info         object.Dict
	pages        []*page.Page
	streams      map[string]object.Ref            // content streams that were added, by their content
	interned     map[[sha256.Size]byte]object.Ref // nil: no object was interned yet
	destinations map[string]any                   // by the ids that fragments name
	tree         *tags.Tree                       // nil: it is not to be mended, or the body is not tagged
}

func newTarget(body []byte) (*target, error) {
	f, pages, err := page.Open(body)
	if err != nil {
		return nil, err
	}
	t := &target{file: f, catalog: maps.Clone(f.Catalog()), info: maps.Clone(f.Info()), pages: pages, streams: map[string]object.Ref{},
		destinations: map[string]any{}}
	f.SetTrailer("Root", t.catalog)
	f.SetTrailer("Info", t.info)
	for name, destination := range f.Dict(t.catalog["Dests"]) {
		t.addDestination(string(name), destination)
	}
	tree := f.Dict(f.Dict(t.catalog["Names"])["Dests"]) // engines that make a tree give it one node
	for named := range slices.Chunk(f.Array(tree["Names"]), 2) {
		t.addDestination(f.Text(named[0]), named[len(named)-1])
	}
	seen := map[object.Ref]bool{}
	for i, p := range pages {
		if p.Ref == 0 || seen[p.Ref] {
			return nil, fmt.Errorf("page %d is not an object of its own", i+1)
		}
		seen[p.Ref] = true
		p.Dict = maps.Clone(p.Dict)
		f.Set(p.Ref, p.Dict)
		var annotations object.Array // as references
		for _, annotation := range f.Array(p.Dict["Annots"]) {
			if _, isRef := annotation.(object.Ref); !isRef {
				annotation = f.Add(annotation)
			}
			annotations = append(annotations, annotation)
		}
		if annotations != nil {
			p.Dict["Annots"] = annotations
		}
	}
	return t, nil
}

// draw draws one overlay at all its placements.
func (t *target) draw(ctx context.Context, o ports.Overlay) error {
	f, pages, err := page.Open(o.Content)
	if err != nil {
		return fmt.Errorf("read it: %w", err)
	}
	for _, p := range o.Placements {
		if p.TargetPage < 1 || p.TargetPage > len(t.pages) || p.SourcePage < 1 || p.SourcePage > len(pages) {
			return fmt.Errorf("page %d of %d cannot go onto page %d of %d", p.SourcePage, len(pages), p.TargetPage, len(t.pages))
		}
	}
	source := &overlay{file: f, pages: pages, target: t, copied: map[object.Ref]object.Ref{}, left: f.Size(), toSplit: maxSplit}
	contents := source.contents(o.Placements)
	for _, p := range o.Placements {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.drawAt(p, source, contents); err != nil {
			return fmt.Errorf("page %d onto page %d: %w", p.SourcePage, p.TargetPage, err)
		}
	}
	return f.Err()
}

// drawAt draws a page of an overlay on a page, and copies its links.
func (t *target) drawAt(p ports.Placement, source *overlay, contents map[*page.Page]*copiedContent) error {
	onto, from := t.pages[p.TargetPage-1], source.pages[p.SourcePage-1]
	if from.View.Turn != 0 {
		return fmt.Errorf("it is rotated by %d degrees", from.View.Turn)
	}
	scale := cmp.Or(p.Scale, 1)
	left, top := from.View.Shown.Left, from.View.Shown.Top
	clip := page.Box{Left: left, Bottom: top - p.Region.Height().Points()/scale, Right: left + p.Region.Width().Points()/scale,
		Top: top}
	m := page.Matrix{scale, 0, 0, scale, left * (1 - scale),
		top * (1 - scale)}.Times(onto.View.Placing(left, top, p.Region.Left, p.Region.Top))
	t.drawCopy(onto, contents[from], clip, m)
	t.link(onto, source.file, from, clip, m)
	return nil
}
