package headerfooter

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"platen/domain/htmldoc"
)

// The classes of the elements that are filled with numbers (contract, section 4).
const (
	pageNumberClass = "pageNumber"
	totalPagesClass = "totalPages"
)

// The slots are the places in the text of a copy where copies differ. The text itself has no NUL: see Parse.
const (
	slotPage  = "\x00p" // the page's number
	slotTotal = "\x00t" // the number of pages
	slotCopy  = "\x00c" // what tells the copies apart in names
	slotClass = "\x00k" // the classes of the page
)

// whiteSpace is what HTML calls ASCII white space.
const whiteSpace = " \t\n\f\r"

// numberOf returns the slot of the number that an element is to be filled with; "" if there is none. If it has both classes, it is the
// page's number.
func numberOf(n *html.Node) string {
	classes := strings.FieldsFunc(attribute(n, "class"), func(c rune) bool { return strings.ContainsRune(whiteSpace, c) })
	switch {
	case !canHoldText(n):
		return ""
	case slices.Contains(classes, pageNumberClass):
		return slotPage
	case slices.Contains(classes, totalPagesClass):
		return slotTotal
	}
	return ""
}

// canHoldText reports whether an element can be filled with a number. The content of a body or a style element must not be replaced.
func canHoldText(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Head, atom.Body, atom.Style, atom.Script, atom.Template:
		return false
	}
	return !htmldoc.IsVoid(n.Data)
}

// fill puts a slot in place of an element's content.
func (r *reader) fill(n *html.Node, slot string) {
	setContent(n, &html.Node{Type: html.RawNode, Data: slot})
	kind := TotalOnly
	if slot == slotPage {
		kind = PerPage
	}
	r.numbering = max(r.numbering, kind)
}

// The classes that the element in place of the body has on the first, the last, the left and the right pages.
const (
	firstClass = "platen-first"
	lastClass  = "platen-last"
	leftClass  = "platen-left"
	rightClass = "platen-right"
)

// pageClasses returns the classes of a page, each after a blank.
func (h *HeaderFooter) pageClasses(page, total int) string {
	classes := " " + rightClass
	if (page%2 == 0) != h.leftFirst {
		classes = " " + leftClass
	}
	if page == 1 {
		classes += " " + firstClass
	}
	if page == total {
		classes += " " + lastClass
	}
	return classes
}

// writeCopy writes the copy for a page of a body of total pages.
func (h *HeaderFooter) writeCopy(b *strings.Builder, page, total int) {
	name := h.position.String()[:1] + strconv.Itoa(page)
	filled := strings.NewReplacer(slotPage, strconv.Itoa(page), slotTotal, strconv.Itoa(total), slotCopy, name,
		slotClass, h.pageClasses(page, total))
	_, _ = filled.WriteString(b, h.template) // a Builder's writes do not fail
}
