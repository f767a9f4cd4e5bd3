package htmldoc

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"platen/domain"
	"platen/domain/stylesheet"
)

// Metadata returns what the document says of itself: its title, the language of its root element, and its meta elements. White space is
// collapsed. Of elements of the same name, the first that says something counts.
func (d *Document) Metadata() domain.Metadata {
	named := d.scan.named
	root := d.RootAttributes()
	return domain.Metadata{
		Title: named[titleName], Language: strings.TrimSpace(cmp.Or(root["lang"], root["xml:lang"])),
		Author: named["author"], Description: named["description"], Keywords: named["keywords"],
	}
}

// Standards returns the document's own wish: that of its meta element platen:standards. The error is an InvalidRequest.
func (d *Document) Standards() (domain.Standards, error) {
	wish, err := domain.ParseStandards(d.scan.named[standardsName])
	if err != nil {
		const where = `<meta name="` + standardsName + `">: `
		return "", &domain.Error{Code: domain.InvalidRequest, Message: where + err.Error(), LogMessage: where + "no standards"}
	}
	return wish, nil
}

// marginBox begins a margin at-rule of CSS Paged Media.
var marginBox = regexp.MustCompile(`(?i)@(top|bottom|left|right)-`)

// HasMarginBoxes reports whether the document's own style sheets may have boxes in the margins of pages.
func (d *Document) HasMarginBoxes() bool {
	return slices.ContainsFunc(d.Stylesheets(), func(sheet stylesheet.Sheet) bool { return marginBox.MatchString(sheet.Text) })
}

const (
	standardsName = "platen:standards"
	// titleName is the title's name among those of meta elements, which have no blank at their end.
	titleName = "title "
)

// readMeta notes the name and the content of a meta element.
func (s *scanner) readMeta(e *Element) {
	switch name := strings.ToLower(strings.TrimSpace(e.Attribute("name"))); name {
	case "author", "description", "keywords", standardsName:
		s.setNamed(name, e.Attribute("content"))
	}
}

// readTitle notes the title of the document.
func (s *scanner) readTitle(e *Element) { s.setNamed(titleName, e.textIn(s.document)) }

// setNamed notes a text of a name that has none yet.
func (s *scanner) setNamed(name, text string) {
	s.named[name] = cmp.Or(s.named[name], domain.PlainText(text))
}
