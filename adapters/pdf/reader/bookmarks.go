package reader

import (
	"errors"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// bookmarksOf walks the outline (ISO 32000-1, 12.3.3). It finds the pages of explicit destinations, not those of named ones.
func bookmarksOf(f *object.File, pages []*page.Page) []domain.Bookmark {
	o := &outline{file: f, pages: map[object.Ref]int{}, left: f.Objects()}
	for i, p := range pages {
		o.pages[p.Ref] = i + 1
	}
	o.entries(f.Dict(f.Catalog()["Outlines"])["First"], 1)
	return o.found
}

// outline collects the entries of an outline.
type outline struct {
	file  *object.File
	pages map[object.Ref]int // their numbers, counted from 1
	found []domain.Bookmark
	// left is how many more entries there may be: at most as many as the file has objects.
	left int
}

// entries reads an entry, those below it, and those that follow it.
func (o *outline) entries(next any, level int) {
	for next != nil {
		if o.left--; o.left < 0 || level > maxLevel {
			o.file.Fail(errors.New("the PDF's outline has no end"))
			return
		}
		entry := o.file.Dict(next)
		if title, ok := o.file.Get(entry["Title"]).(object.String); ok {
			o.found = append(o.found, domain.Bookmark{Title: title.Text(), Level: level, Page: o.page(entry)})
		}
		o.entries(entry["First"], level+1)
		next = entry["Next"]
	}
}

// page finds the page of an entry, whose destination is its own or that of an action; 0 if there is none.
func (o *outline) page(entry object.Dict) int {
	destination := entry["Dest"]
	if destination == nil {
		destination = o.file.Dict(entry["A"])["D"]
	}
	explicit := o.file.Array(destination)
	if len(explicit) == 0 {
		return 0
	}
	ref, _ := explicit[0].(object.Ref)
	return o.pages[ref]
}
