package reader

import (
	"errors"
	"fmt"

	"platen/adapters/pdf/object"
	"platen/adapters/pdf/page"
	"platen/domain"
	"platen/ports"
)

var _ ports.BookmarkReader = PDF{}

// Bookmarks walks the outline (ISO 32000-1, 12.3.3). It finds the pages of explicit destinations, not those of named ones.
func (PDF) Bookmarks(pdf []byte) ([]domain.Bookmark, error) {
	f, root, err := openAt(pdf, "Outlines")
	if err != nil {
		return nil, fmt.Errorf("read the bookmarks: %w", err)
	}
	o := &outline{file: f, pages: pageNumbers(f), left: f.Objects()}
	if err := o.entries(root["First"], 1); err != nil {
		return nil, fmt.Errorf("read the bookmarks: %w", err)
	}
	return o.found, nil
}

// outline collects the entries of an outline.
type outline struct {
	file  *object.File
	pages map[object.Ref]int
	found []domain.Bookmark
	// left is how many more entries there may be: at most as many as the file has objects.
	left int
}

// entries reads an entry, those below it, and those that follow it.
func (o *outline) entries(next any, level int) error {
	for next != nil {
		if o.left--; o.left < 0 || level > maxLevel {
			return errors.New("the PDF's outline has no end")
		}
		entry, err := o.file.Dict(next)
		if err != nil {
			return err
		}
		title, err := o.file.Get(entry["Title"])
		if err != nil {
			return err
		}
		if t, is := title.(object.String); is {
			number, err := o.page(entry)
			if err != nil {
				return err
			}
			o.found = append(o.found, domain.Bookmark{Title: t.Text(), Level: level, Page: number})
		}
		if err := o.entries(entry["First"], level+1); err != nil {
			return err
		}
		next = entry["Next"]
	}
	return nil
}

// page finds the page of an entry, whose destination is its own or that of an action; 0 if there is none.
func (o *outline) page(entry object.Dict) (int, error) {
	destination := entry["Dest"]
	if destination == nil {
		action, err := o.file.Dict(entry["A"])
		if err != nil {
			return 0, err
		}
		destination = action["D"]
	}
	place, err := o.file.Array(destination)
	if err != nil || len(place) == 0 {
		return 0, err
	}
	ref, _ := place[0].(object.Ref)
	return o.pages[ref], nil
}

// pageNumbers returns the numbers of the pages, counted from 1, by their objects; none if the page tree is malformed.
func pageNumbers(f *object.File) map[object.Ref]int {
	pages, err := page.All(f)
	if err != nil {
		return nil
	}
	numbers := map[object.Ref]int{}
	for i, p := range pages {
		numbers[p.Ref] = i + 1
	}
	return numbers
}
