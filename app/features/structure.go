package features

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"platen/domain"
)

func bookmarked(d drawn, c check) error {
	if slices.Contains(d.reading.Bookmarks, domain.Bookmark{Title: c.rest(), Level: c.n, Page: c.page}) {
		return nil
	}
	var told []string
	for _, b := range d.reading.Bookmarks {
		told = append(told, fmt.Sprintf("%q at level %d to page %d", b.Title, b.Level, b.Page))
	}
	return fmt.Errorf("the bookmarks are: %s", some(told))
}

func inForm(d drawn, c check) error {
	if slices.Contains(d.reading.Fields, c.words[0]) {
		return nil
	}
	return fmt.Errorf("the form has the fields: %s", some(d.reading.Fields))
}

func tagged(d drawn, c check) error {
	left := c.words
	for _, tag := range d.reading.Tags {
		if len(left) > 0 && tag.Type == left[0] {
			left = left[1:]
		}
	}
	if len(left) == 0 {
		return nil
	}
	return fmt.Errorf("the tags are: %s", some(typesOf(d.reading.Tags)))
}

// within checks a chain of types from an element outwards. Elements between them do not matter.
func within(d drawn, c check) error {
	var path []domain.Tag // the element and those around it, the outermost first
	for _, tag := range d.reading.Tags {
		for len(path) > 0 && path[len(path)-1].Level >= tag.Level {
			path = path[:len(path)-1]
		}
		path = append(path, tag)
		if tag.Type == c.words[0] && surrounded(path[:len(path)-1], c.words[1:]) {
			return nil
		}
	}
	return fmt.Errorf("the tags are: %s", some(typesOf(d.reading.Tags)))
}

// surrounded finds types, from the innermost outwards, among the elements around another.
func surrounded(around []domain.Tag, types []string) bool {
	for _, tag := range slices.Backward(around) {
		if len(types) > 0 && tag.Type == types[0] {
			types = types[1:]
		}
	}
	return len(types) == 0
}

func alternative(d drawn, c check) error {
	var told []string
	for _, tag := range d.reading.Tags {
		if tag.Alt == c.rest() {
			return nil
		}
		if tag.Alt != "" {
			told = append(told, strconv.Quote(tag.Alt))
		}
	}
	return fmt.Errorf("the alternative texts are: %s", some(told))
}

func typesOf(tags []domain.Tag) (types []string) {
	for _, tag := range tags {
		types = append(types, tag.Type)
	}
	return types
}

// some lists the first of many, or says that there is nothing.
func some(list []string) string {
	const most = 20
	if len(list) == 0 {
		return "none"
	}
	if len(list) > most {
		list = append(slices.Clone(list[:most]), "…")
	}
	return strings.Join(list, ", ")
}
