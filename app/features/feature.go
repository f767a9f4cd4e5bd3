// Package features finds out which features of HTML and CSS for print an engine supports. Each feature is a small document
// with assertions that are measured on its PDF.
package features

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"platen/domain"
)

// Feature is a document with assertions on its PDF.
type Feature struct {
	// Name is unique, the name of its file; Group and Title are for people.
	Name, Group, Title string
	HTML               string
	checks             []check
	uses               *regexp.Regexp // finds it in a template; nil: it cannot be found there
}

// UsedBy reports whether a template seems to use the feature: whether its text, apart from the style sheets that it links to, says so.
func (f Feature) UsedBy(r domain.Request) bool {
	return f.uses != nil && f.uses.MatchString(strings.Join([]string{r.HTML, r.CSS, r.HeaderHTML, r.FooterHTML}, "\n"))
}

// Breaks is the Group of features that have no effect on a single page.
const Breaks = "Breaks"

//go:embed catalog/*.html
var catalog embed.FS

// All are the features, in the order of their names. It panics if the catalogue has a mistake, which the tests exclude.
func All() (all []Feature) {
	names, _ := fs.Glob(catalog, "catalog/*.html") // a pattern without a mistake
	for _, name := range names {
		content, _ := catalog.ReadFile(name) // it is there
		f, err := parse(strings.TrimSuffix(path.Base(name), ".html"), string(content))
		if err != nil {
			panic(fmt.Sprintf("%s: %v", name, err))
		}
		all = append(all, f)
	}
	return all
}

// parse reads a file: a comment with the lines title, group, one or more of check, and possibly uses, then the document.
func parse(name, content string) (f Feature, err error) {
	front, html, found := strings.Cut(content, "-->\n")
	front, is := strings.CutPrefix(front, "<!--\n")
	if !found || !is {
		return Feature{}, fmt.Errorf("it does not begin with a comment")
	}
	f = Feature{Name: name, HTML: html}
	for line := range strings.Lines(front) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "title":
			f.Title = value
		case "group":
			f.Group = value
		case "uses":
			if f.uses, err = regexp.Compile("(?i)" + value); err != nil {
				return Feature{}, err
			}
		case "check":
			c, err := parseCheck(value)
			if err != nil {
				return Feature{}, err
			}
			f.checks = append(f.checks, c)
		default:
			return Feature{}, fmt.Errorf("%q is not known in its comment", key)
		}
	}
	if f.Title == "" || f.Group == "" || len(f.checks) == 0 {
		return Feature{}, fmt.Errorf("its comment has no title, group or check")
	}
	return f, nil
}
