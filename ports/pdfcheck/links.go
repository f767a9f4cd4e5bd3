package pdfcheck

import (
	"fmt"
	"slices"

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
			if l.URI == uri && covers(l.Rect, region, tolerance) {
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
		o, err := f.Objects()
		if err != nil {
			return err
		}
		dict, err := o.Page(page)
		if err != nil {
			return err
		}
		var got []Place
		for _, annotation := range o.Array(dict["/Annots"]) {
			place := o.Array(o.Dict(annotation)["/Dest"])
			if len(place) == 0 {
				continue
			}
			number := 1 + slices.IndexFunc(o.Pages, func(p pageObject) bool { return p.Object == place[0] })
			got = append(got, Place{number, domain.Length(o.numbers(place)[3]) * domain.Point})
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
		o, err := f.Objects()
		if err != nil {
			return err
		}
		if got := titles(o.Outlines); !slices.Equal(got, want) {
			return fmt.Errorf("the bookmarks are %q, want %q", got, want)
		}
		return nil
	}
}

func titles(bookmarks []bookmark) (all []string) {
	for _, b := range bookmarks {
		all = append(append(all, Normal(b.Title)), titles(b.Kids)...)
	}
	return all
}

// Links returns the links of a page, counted from 1, that lead to an address. The rotation of pages is ignored.
func (f *File) Links(page int) (links []domain.Link, err error) {
	o, err := f.Objects()
	if err != nil {
		return nil, err
	}
	dict, err := o.Page(page)
	if err != nil {
		return nil, err
	}
	media := o.numbers(dict["/MediaBox"])
	left, top := media[0], media[3]
	for _, annotation := range o.Array(dict["/Annots"]) {
		d := o.Dict(annotation)
		uri, rect := o.Text(o.Dict(d["/A"])["/URI"]), o.numbers(d["/Rect"])
		if uri == "" {
			continue
		}
		links = append(links, domain.Link{URI: uri, Rect: domain.Rect{ // between any two opposite corners (ISO 32000-1, 7.9.5)
			Left: domain.Length(min(rect[0], rect[2]) - left), Top: domain.Length(top - max(rect[1], rect[3])),
			Right: domain.Length(max(rect[0], rect[2]) - left), Bottom: domain.Length(top - min(rect[1], rect[3])),
		}})
	}
	return links, nil
}
