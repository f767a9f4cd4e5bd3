package pdfreader

import (
	"errors"
	"fmt"

	"platen/domain"
	"platen/ports"
)

var _ ports.BookmarkReader = Inspector{}

// Bookmarks walks the outline (ISO 32000-1, 12.3.3). It finds the pages of explicit destinations, not those of named ones.
func (Inspector) Bookmarks(content []byte) ([]domain.Bookmark, error) {
	bookmarks, err := readBookmarks(content)
	if err != nil {
		return nil, fmt.Errorf("read the bookmarks: %w", err)
	}
	return bookmarks, nil
}

func readBookmarks(content []byte) ([]domain.Bookmark, error) {
	f, root, err := openAt(content, "Outlines")
	if err != nil || root["First"] == nil {
		return nil, err
	}
	o := &outline{file: f, pages: f.pageNumbers(), left: len(f.entries)}
	err = o.entries(root["First"], 1)
	return o.found, err
}

// outline collects the entries of an outline.
type outline struct {
	file  *file
	pages map[reference]int
	found []domain.Bookmark
	// left is how many more entries there may be: at most as many as the file has objects.
	left int
}

// entries reads an entry, those below it, and those that follow it.
func (o *outline) entries(next any, level int) error {
	for next != nil {
		if o.left--; o.left < 0 || level > maxDepth {
			return errors.New("the PDF's outline has no end")
		}
		entry, err := o.file.dict(next)
		if err != nil {
			return err
		}
		title, err := o.file.get(entry["Title"])
		if err != nil {
			return err
		}
		if t, is := title.(text); is {
			page, err := o.page(entry)
			if err != nil {
				return err
			}
			o.found = append(o.found, domain.Bookmark{Title: textString(string(t)), Level: level, Page: page})
		}
		if err := o.entries(entry["First"], level+1); err != nil {
			return err
		}
		next = entry["Next"]
	}
	return nil
}

// page finds the page of an entry, whose destination is its own or that of an action; 0 if there is none.
func (o *outline) page(entry dict) (int, error) {
	destination := entry["Dest"]
	if destination == nil {
		action, err := o.file.dict(entry["A"])
		if err != nil {
			return 0, err
		}
		destination = action["D"]
	}
	place, err := o.file.array(destination)
	if err != nil || len(place) == 0 {
		return 0, err
	}
	page, _ := place[0].(reference)
	return o.pages[page], nil
}

// pageNumbers are the numbers of the pages, counted from 1, by their objects; none if the page tree is malformed.
func (f *file) pageNumbers() map[reference]int {
	w, err := f.walk()
	if err != nil {
		return nil
	}
	numbers := map[reference]int{}
	for i, page := range w.found {
		numbers[page.object] = i + 1
	}
	return numbers
}
