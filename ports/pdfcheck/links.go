package pdfcheck

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/ledongthuc/pdf"

	"platen/domain"
)

// Links checks the addresses of a page's links, in any order, repeated ones included.
func Links(page int, want ...string) Check {
	return func(f *File) error {
		links, err := f.Links(page)
		var got []string
		for _, l := range links {
			got = append(got, l.URI)
		}
		slices.Sort(got)
		slices.Sort(want)
		if err == nil && !slices.Equal(got, want) {
			err = fmt.Errorf("page %d links to %q, want %q", page, got, want)
		}
		return err
	}
}

// LinkAt checks that a link of a page covers a region, to a tolerance on each edge.
func LinkAt(page int, uri string, region domain.Rect, tolerance domain.Length) Check {
	return func(f *File) error {
		links, err := f.Links(page)
		if err != nil {
			return err
		}
		for _, l := range links {
			if l.URI == uri && off(l.Rect.Left, region.Left) <= tolerance && off(l.Rect.Top, region.Top) <= tolerance &&
				off(l.Rect.Right, region.Right) <= tolerance && off(l.Rect.Bottom, region.Bottom) <= tolerance {
				return nil
			}
		}
		return fmt.Errorf("page %d has no link to %s at %v, but %v", page, uri, region, links)
	}
}

// LinksTo checks the places that links of a page lead to within the document, in order: the number of a page, and the
// distance from its bottom edge.
func LinksTo(page int, want ...Place) Check {
	return func(f *File) error {
		r, err := f.reader()
		if err != nil {
			return err
		}
		var got []Place
		annotations := r.Page(page).V.Key("Annots")
		for i := range annotations.Len() {
			place := annotations.Index(i).Key("Dest")
			if place.Kind() != pdf.Array {
				continue
			}
			number := 0
			for n := 1; n <= r.NumPage(); n++ {
				if r.Page(n).V.String() == place.Index(0).String() {
					number = n
				}
			}
			got = append(got, Place{number, domain.Length(place.Index(3).Float64()) * domain.Point})
		}
		same := func(a, b Place) bool { return a.Page == b.Page && off(a.Above, b.Above) <= paperTolerance }
		if !slices.EqualFunc(got, want, same) {
			return fmt.Errorf("page %d leads to %v, want %v", page, got, want)
		}
		return nil
	}
}

// Place is a place that a link leads to: a page, counted from 1, and the distance from its bottom edge.
type Place struct {
	Page  int
	Above domain.Length
}

// Outline checks the bookmarks' titles, depth first.
func Outline(want ...string) Check {
	return func(f *File) error {
		r, err := f.reader()
		if err != nil {
			return err
		}
		if got := titles(r.Outline()); !slices.Equal(got, want) {
			return fmt.Errorf("the bookmarks are %q, want %q", got, want)
		}
		return nil
	}
}

func titles(o pdf.Outline) (all []string) {
	for _, child := range o.Child {
		all = append(append(all, Normal(child.Title)), titles(child)...)
	}
	return all
}

// Links returns the links of a page, counted from 1, that lead to an address. The rotation of pages is ignored.
func (f *File) Links(page int) (links []domain.Link, err error) {
	r, err := f.reader()
	if err != nil {
		return nil, err
	}
	dict := r.Page(page).V
	if dict.IsNull() {
		return nil, fmt.Errorf("there is no page %d to read", page)
	}
	media := dict.Key("MediaBox")
	for up := dict; media.IsNull() && !up.IsNull(); up = up.Key("Parent") {
		media = up.Key("MediaBox")
	}
	left, top := media.Index(0).Float64(), media.Index(3).Float64()
	annotations := dict.Key("Annots")
	for i := range annotations.Len() {
		uri, rect := annotations.Index(i).Key("A").Key("URI").RawString(), annotations.Index(i).Key("Rect")
		if uri == "" {
			continue
		}
		links = append(links, domain.Link{URI: uri, Rect: domain.Rect{
			Left: domain.Length(rect.Index(0).Float64() - left), Top: domain.Length(top - rect.Index(3).Float64()),
			Right: domain.Length(rect.Index(2).Float64() - left), Bottom: domain.Length(top - rect.Index(1).Float64()),
		}})
	}
	return links, nil
}

func (f *File) reader() (*pdf.Reader, error) {
	r, err := pdf.NewReader(bytes.NewReader(f.content), int64(len(f.content)))
	if err != nil {
		return nil, fmt.Errorf("read the PDF's structure: %w", err)
	}
	return r, nil
}
