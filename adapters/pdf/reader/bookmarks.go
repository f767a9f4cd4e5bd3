package reader

import (
	"errors"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
)

// maxLevel is deeper than the headings of an HTML document that an engine lays out.
const maxLevel = 1024

// bookmarksOf walks the outline (ISO 32000-1, 12.3.3). It finds the pages of explicit destinations, not those of named ones.
func bookmarksOf(f *object.File, pages []*page.Page) (found []domain.Bookmark) {
	numbers := map[object.Ref]int{} // of pages, counted from 1
	for i, p := range pages {
		numbers[p.Ref] = i + 1
	}
	left := f.Objects() // how many more entries there may be: at most as many as the file has objects
	// entries reads an entry, those below it, and those that follow it.
	var entries func(next any, level int)
	entries = func(next any, level int) {
		for next != nil {
			if left--; left < 0 || level > maxLevel {
				f.Fail(errors.New("the PDF's outline has no end"))
				return
			}
			entry := f.Dict(next)
			if title, ok := f.Get(entry["Title"]).(object.String); ok {
				found = append(found, domain.Bookmark{Title: title.Text(), Level: level, Page: pageOf(f, numbers, entry)})
			}
			entries(entry["First"], level+1)
			next = entry["Next"]
		}
	}
	entries(f.Dict(f.Catalog()["Outlines"])["First"], 1)
	return found
}

// pageOf finds the page of an entry, whose destination is its own or that of an action; 0 if there is none.
func pageOf(f *object.File, numbers map[object.Ref]int, entry object.Dict) int {
	destination := entry["Dest"]
	if destination == nil {
		destination = f.Dict(entry["A"])["D"]
	}
	explicit := f.Array(destination)
	if len(explicit) == 0 {
		return 0
	}
	ref, _ := explicit[0].(object.Ref)
	return numbers[ref]
}
