package features

import (
	"bytes"
	_ "embed" // of the page's template
	"encoding/base64"
	"html/template"
	"slices"
	"strings"
)

// Group is the rows of a matrix that belong together.
type Group struct {
	Name string
	Rows []Row
}

// Groups returns the rows in groups, which are sorted by name.
func (m Matrix) Groups() (groups []Group) {
	for _, row := range m.Features {
		i := slices.IndexFunc(groups, func(g Group) bool { return g.Name == row.Group })
		if i < 0 {
			i, groups = len(groups), append(groups, Group{Name: row.Group})
		}
		groups[i].Rows = append(groups[i].Rows, row)
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return strings.Compare(a.Name, b.Name) })
	return groups
}

// Word is yes or no.
func (r Result) Word() string {
	if r.Works {
		return "yes"
	}
	return "no"
}

// TitlePart is a part of a feature's title: code, or words.
type TitlePart struct {
	Text string
	Code bool
}

// TitleParts divides the title at its backticks.
func (r Row) TitleParts() (parts []TitlePart) {
	for i, text := range strings.Split(r.Title, "`") {
		parts = append(parts, TitlePart{text, i%2 == 1})
	}
	return parts
}

// PictureURLs are the addresses of the pictures, which hold them.
func (r Result) PictureURLs() (urls []template.URL) {
	for _, picture := range r.Pictures {
		urls = append(urls, template.URL("data:image/png;base64,"+base64.StdEncoding.EncodeToString(picture))) //nolint:gosec // its own
	}
	return urls
}

//go:embed page.html
var pageHTML string

var page = template.Must(template.New("features").Parse(pageHTML))

// Page returns a matrix as an HTML page without scripts and external resources.
func Page(m Matrix) ([]byte, error) {
	var out bytes.Buffer
	err := page.Execute(&out, m)
	return out.Bytes(), err
}
