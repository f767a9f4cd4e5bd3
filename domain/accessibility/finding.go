// Package accessibility finds what only the author of a document can mend before its PDF can keep PDF/UA-1 (ISO 14289-1): no title, no
// language, pictures without an alternative, skipped heading levels, tables without head cells.
//
// It reads the HTML alone. Elements that style sheets hide count, and pictures in style sheets are not looked at.
package accessibility

import "fmt"

// Rule is a condition that the author's HTML has to meet.
type Rule int

// The rules, in the order of findings.
const (
	// Title: the document has a title element with text.
	Title Rule = iota
	// Language: the root element has a lang attribute that is a language tag.
	Language
	// Alternative: each picture that is not decoration has a text that replaces it.
	Alternative
	// HeadingOrder: the first heading has level 1, and no heading is more than one level below the heading before it.
	HeadingOrder
	// TableHead: each table of data has a head cell.
	TableHead
	rules int = iota
)

// Finding is a rule that a document breaks.
type Finding struct {
	Rule Rule
	// Offsets are the places in the document where it is broken, at least one, in ascending order: those of start tags, or 0 where a tag is
	// missing.
	Offsets []int
}

// wording names a rule's breaches: what is missing, or one and several places.
var wording = [...][2]string{
	Title:        {"missing title"},
	Language:     {"missing lang"},
	Alternative:  {"picture without alt", "pictures without alt"},
	HeadingOrder: {"skipped heading level", "skipped heading levels"},
	TableHead:    {"table without head cells", "tables without head cells"},
}

// String names one breach, as in "missing title" or "picture without alt".
func (r Rule) String() string { return wording[r][0] }

// Breaches names so many breaches, as in "missing title" or "3 pictures without alt".
func (r Rule) Breaches(n int) string {
	words := wording[r]
	switch {
	case words[1] == "":
		return words[0]
	case n == 1:
		return "1 " + words[0]
	default:
		return fmt.Sprintf("%d %s", n, words[1])
	}
}

// String names the breaches.
func (f Finding) String() string { return f.Rule.Breaches(len(f.Offsets)) }
