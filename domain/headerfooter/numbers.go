package headerfooter

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The classes of the elements that are filled with numbers (contract, section 4).
const (
	pageNumberClass = "pageNumber"
	totalPagesClass = "totalPages"
)

// slot is a place where the copies differ.
type slot byte

const (
	slotNone  slot = 0
	slotPage  slot = 'p' // the page's number
	slotTotal slot = 't' // the number of pages
	slotCopy  slot = 'c' // what tells the copies apart in names
	slotClass slot = 'k' // the classes of the page
)

// slotPrefix stands before a slot in the text of a copy. The text itself has none: see Parse.
const slotPrefix = '\x00'

// whiteSpace is what HTML calls ASCII white space.
const whiteSpace = " \t\n\f\r"

// piece is text of a copy and the slot behind it.
type piece struct {
	text string
	slot slot
}

// numberOf returns which number an element is to be filled with. If it has both classes, it is the page's number.
func numberOf(n *html.Node) slot {
	classes := strings.FieldsFunc(attribute(n, "class"), func(c rune) bool { return strings.ContainsRune(whiteSpace, c) })
	switch {
	case !canHoldText(n):
		return slotNone
	case slices.Contains(classes, pageNumberClass):
		return slotPage
	case slices.Contains(classes, totalPagesClass):
		return slotTotal
	}
	return slotNone
}

// canHoldText reports whether an element can be filled with a number. Void elements cannot, and the content of a body or a style element
// must not be replaced.
func canHoldText(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Head, atom.Body, atom.Style, atom.Script, atom.Template,
		atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Keygen,
		atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return false
	}
	return true
}

// fill puts a slot in place of an element's content.
func (r *reader) fill(n *html.Node, number slot) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
	n.AppendChild(&html.Node{Type: html.RawNode, Data: string(slotPrefix) + string(rune(number))})
	kind := TotalOnly
	if number == slotPage {
		kind = PerPage
	}
	r.numbering = max(r.numbering, kind)
}

// cutAtSlots divides the text of a copy.
func cutAtSlots(text string) []piece {
	var pieces []piece
	for {
		before, after, found := strings.Cut(text, string(slotPrefix))
		if !found {
			return append(pieces, piece{text: before})
		}
		pieces = append(pieces, piece{before, slot(after[0])})
		text = after[1:]
	}
}

// numbers are what a copy is filled with: the number of a page and that of all pages.
type numbers struct {
	page, total int
	reduced     bool // the copy is not the only one of its page
}

// numbersOf returns the numbers of pages of a body of total pages.
func numbersOf(pages []int, total int) []numbers {
	all := make([]numbers, len(pages))
	for i, page := range pages {
		all[i] = numbers{page: page, total: total}
	}
	return all
}

// writeCopy writes a copy.
func (h *HeaderFooter) writeCopy(b *strings.Builder, n numbers) {
	for _, p := range h.copy {
		b.WriteString(p.text)
		switch p.slot {
		case slotPage:
			b.WriteString(strconv.Itoa(n.page))
		case slotCopy:
			b.WriteString(h.position.String()[:1] + strconv.Itoa(n.page))
			if n.reduced {
				b.WriteString("r")
			}
		case slotTotal:
			b.WriteString(strconv.Itoa(n.total))
		case slotClass:
			b.WriteString(h.pageClasses(n.page, n.total))
		}
	}
}
