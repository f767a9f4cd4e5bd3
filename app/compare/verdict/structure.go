package verdict

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"platen/domain"
	"platen/domain/comparison"
)

// compareStructure finds the links and bookmarks that only one of the documents has.
func compareStructure(a, b domain.Reading) comparison.Structure {
	if a.Unread || b.Unread { // encrypted, for example
		a.Links, b.Links = nil, nil
	}
	titlesA, titlesB := titles(a.Bookmarks), titles(b.Bookmarks)
	return comparison.Structure{
		MissingLinks: onlyIn(addresses(a.Links), addresses(b.Links)), ExtraLinks: onlyIn(addresses(b.Links), addresses(a.Links)),
		MissingBookmarks: onlyIn(titlesA, titlesB), ExtraBookmarks: onlyIn(titlesB, titlesA),
	}
}

// addresses are links in one form: some engines write the path of https://example.com, and the escapes of other characters.
func addresses(links []string) (all []string) {
	for _, link := range links {
		if u, err := url.Parse(link); err == nil && u.Host != "" {
			u.Host, u.Path = strings.ToLower(u.Host), cmp.Or(u.Path, "/")
			link = u.String()
		}
		all = append(all, link)
	}
	return all
}

func titles(bookmarks []domain.Bookmark) (all []string) {
	for _, b := range bookmarks {
		all = append(all, b.Title)
	}
	return all
}

// onlyIn returns what the one list has and the other has not, each once, in order; an empty list where there is nothing.
func onlyIn(list, other []string) []string {
	known := map[string]bool{}
	for _, s := range other {
		known[s] = true
	}
	only := []string{}
	for _, s := range list {
		if !known[s] {
			known[s] = true
			only = append(only, s)
		}
	}
	return only
}

// structureReasons reports what a reader's program shows beside the pages, where it differs. Only missing links change the score.
func (f *Finding) structureReasons() (told []string) {
	missing := f.structure.MissingBookmarks
	switch {
	case len(f.a.Bookmarks) > 0 && len(f.b.Bookmarks) == 0:
		told = append(told, fmt.Sprintf("the PDF has no bookmarks; the reference has %d", len(f.a.Bookmarks)))
	case len(missing) > 0:
		told = append(told, fmt.Sprintf("%s missing: %s", plural(len(missing), "bookmark is", "bookmarks are"), some(missing)))
	}
	switch {
	case f.a.Title == f.b.Title:
	case f.b.Title == "":
		told = append(told, fmt.Sprintf("the PDF has no title; the reference's is “%s”", shorten(f.a.Title)))
	case f.a.Title != "":
		told = append(told, fmt.Sprintf("the PDF's title is “%s” instead of “%s”", shorten(f.b.Title), shorten(f.a.Title)))
	}
	return told
}
