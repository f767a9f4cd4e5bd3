package headerfooter

import (
	"fmt"
	"math"
	"strings"

	"platen/domain"
	"platen/domain/htmldoc"
)

// maxOverlay bounds the text of an overlay document. An engine would not lay out a larger one in any time that a client
// waits.
const maxOverlay = 64 * domain.MiB

// framework are the styles of the elements that an overlay document is made of. The selectors are as specific and the
// declarations as important as no header's are, so that its styles reach its copies and not what holds them.
// The root, the body and the boxes pass on what is inherited, as box-sizing may be, and show nothing of their own. The property
// "all" would be shorter, but removes the page breaks on WebKit.
//
// A background colour of the root or the body is that of each copy; the stamper leaves out what it paints of the pages.
//
// A transform makes a copy's box the one that its fixed elements are fixed to, on all engines. Only copies that may have
// some get one: on each page, WebKit goes through every transformed box of the document. As a float, the copy contains its
// own floats and the margins of its elements, and cuts nothing that it paints outside its box.
//
// The elements in place of the root and the body hide nothing that overflows them, since their "overflow" is applied to the viewport.
// The background colour of the root is that of the whole copy, and its height that of its content.
const framework = `html` + winning + `,body` + winning + `,` + boxes + `{
display:block!important;position:static!important;float:none!important;width:auto!important;min-width:0!important;
max-width:none!important;height:auto!important;min-height:0!important;max-height:none!important;margin:0!important;
padding:0!important;border:0!important;background-image:none!important;overflow:visible!important;
transform:none!important;columns:auto!important;zoom:1!important;box-shadow:none!important;outline:0!important}
html` + winning + `,` + boxes + `{opacity:1!important;filter:none!important;writing-mode:horizontal-tb!important}
` + boxes + `{background-color:inherit!important;box-sizing:inherit!important;font-size:inherit!important}
platen-page` + winning + `{position:relative!important;overflow:hidden!important;contain:size style!important;
page-break-inside:avoid!important;page-break-after:always!important}
platen-empty` + winning + `{display:block!important;height:1px!important;page-break-after:always!important}
platen-page:last-child` + winning + `{page-break-after:auto!important}
platen-copy` + winning + `{position:relative!important;float:left!important;width:100%!important;z-index:0!important;
-webkit-transform-origin:50% 0!important;transform-origin:50% 0!important;contain:layout!important}
` + bodyElement + winning + `,` + rootElement + winning + `{overflow:visible!important}
` + rootElement + winning + `{background-color:transparent!important;font-size:inherit!important;height:auto!important;
min-height:0!important;max-height:none!important}
platen-copy *` + winning + `{page:auto!important;page-break-before:auto!important;page-break-after:auto!important}
platen-copy[fixes]` + winning + `{-webkit-transform:translate(0)!important;transform:translate(0)!important}
` + endLink + winning + `{clear:both!important;background:none!important;height:1px!important;
font-size:1px!important;line-height:1px!important;visibility:visible!important;
clip:auto!important;clip-path:none!important;zoom:1!important;text-indent:0!important}
html` + winning + `::before,html` + winning + `::after,
` + endLink + winning + `::before,` + endLink + winning + `::after{display:none!important}
`

// boxes selects the elements that hold copies, and those at their ends.
const boxes = `platen-page` + winning + `,platen-copy` + winning + `,` + endLink + winning

// winning raises a selector's specificity beyond that of a header's selectors; winningOnce raises it by that of one id.
const (
	winningOnce = `:not(#_)`
	winning     = winningOnce + winningOnce
)

// marginBoxes are the boxes in a page's margins (CSS Paged Media). A style sheet by URL that a header shares with its document may fill
// them.
var marginBoxes = []string{
	"top-left-corner", "top-left", "top-center", "top-right", "top-right-corner", "right-top", "right-middle", "right-bottom",
	"bottom-right-corner", "bottom-right", "bottom-center", "bottom-left", "bottom-left-corner", "left-bottom", "left-middle", "left-top",
}

// emptyPage is an empty page, whose content has the width of the copies: on engines that follow page rules, units of the viewport may refer
// to the content of the first page.
const emptyPage = "<platen-empty></platen-empty>"

// EmptyPages returns how many empty pages precede the copies in each document of them.
func (h *HeaderFooter) EmptyPages() int {
	if h.sized {
		return 1
	}
	return 0
}

// endLink selects the links to EndLinkURI.
const endLink = `a[href="` + EndLinkURI + `"]`

// OverlayDocument makes the document of copies for those pages of a body of total pages. Each copy is on a page
// of its own, and a link to EndLinkURI follows it, without text, which would embed a font. A copy taller than what is
// left of the page is cut, and has no such link on its page. The error is an InvalidRequest: the copies are too large.
func (h *HeaderFooter) OverlayDocument(page OverlayPage, pages []int, total int) (domain.PrintJob, error) {
	size := len(h.template)
	if count := len(pages); count > 0 && size > int(maxOverlay)/count {
		return domain.PrintJob{}, domain.Invalidf("%s, of %d KiB, is too large to stand on %d pages", h.position, size>>10, count)
	}
	return overlayDocument(page, pages, total, h), nil
}

// maxJoint is the length of the HTML up to which a header and a footer share a document.
const maxJoint = 256 * domain.KiB

// JointDocument makes one document of a header and a footer for the only page of a body, since an engine needs hardly more time for the
// pages of both than for those of one. The header's page precedes the footer's.
//
// ok is false if one of the two could affect the other, since their style sheets or the attributes of their html and body elements differ.
func JointDocument(header, footer *HeaderFooter, page OverlayPage) (job domain.PrintJob, ok bool) {
	if !header.joins(footer) {
		return domain.PrintJob{}, false
	}
	return overlayDocument(page, []int{1}, 1, header, footer), true
}

// joins reports whether the copies of both show the same in one document as in two.
func (h *HeaderFooter) joins(other *HeaderFooter) bool {
	return h.root == other.root && h.body == other.body && h.head == other.head && !strings.Contains(h.head, ":has(") &&
		h.sized == other.sized && len(h.template)+len(other.template) <= int(maxJoint)
}

// overlayDocument writes the document of a header, a footer, or both if they have the same styles. The framework stands before
// the styles of the header, and its page rules after them, too: see [htmldoc.Document.HTML].
func overlayDocument(page OverlayPage, pages []int, total int, all ...*HeaderFooter) domain.PrintJob {
	styled := all[0] // as the others are
	rules, pageRules := page.rules(), page.pageRules(styled.sized)
	var b, images strings.Builder
	for _, h := range all {
		images.WriteString(h.images)
		b.Grow((len(h.template)+128)*len(pages) + len(h.head) + len(h.images) + 4096)
	}
	b.WriteString("<!DOCTYPE html><html" + styled.root + "><head><meta charset=utf-8>")
	b.WriteString("<style>" + rootElement + "," + bodyElement + "{display:block}" + headElement + "{display:none!important}" +
		"body{font-size:inherit}</style>")
	if !strings.Contains(styled.body, "bgcolor") {
		b.WriteString("<style>body{background-color:inherit}</style>")
	}
	// Important declarations in layers win over those outside, and those of the first layer over those of later ones. WebKit, which has no
	// layers, follows the rules outside.
	b.WriteString("<style>@layer platen-framework{" + rules + pageRules + "}\n" + rules + "</style>")
	b.WriteString("<style>" + images.String() + "</style>" + styled.head + "<style>" + pageRules + "</style>")
	b.WriteString("</head><body" + styled.body + ">")
	if styled.sized {
		b.WriteString(emptyPage)
	}
	for _, h := range all {
		for _, number := range pages {
			b.WriteString("<platen-page>")
			h.writeCopy(&b, number, total)
			b.WriteString(`</platen-copy><a href="` + EndLinkURI + `"></a></platen-page>`)
		}
	}
	b.WriteString("</body></html>")
	return domain.PrintJob{
		HTML: htmldoc.NeutralizeRefresh(b.String()), Paper: page.Paper(), Viewport: domain.Size{Width: page.CopyWidth, Height: page.BodyHeight},
		Untagged: true,
	}
}

// rules are the framework's, with the sizes of a page.
func (o OverlayPage) rules() string {
	rules := framework + fmt.Sprintf("platen-page%[1]s{padding:0 %.3[2]fpt!important;height:%.3[3]fpt!important}\n"+
		"platen-copy%[1]s{margin-top:%.3[4]fpt!important}\n", winning, o.SideMargin, o.Paper().Height-slack, o.TopMargin())
	if least := o.MinCopyHeight; least > 0 {
		// A box that is positioned by its lower edge refers to the copy's, or to that of the element in place of the body.
		rules += fmt.Sprintf("platen-copy%[1]s,%[2]s%[1]s{min-height:%.3[3]fpt!important}\n", winning, bodyElement, least)
	}
	return rules
}

// pageRules are those of the page, and of the empty one if that precedes.
func (o OverlayPage) pageRules(emptyFirst bool) string {
	paper := o.Paper()
	rules := fmt.Sprintf("@page{size:%.3fpt %.3fpt!important;margin:0!important;padding:0!important;border:0!important;",
		paper.Width, paper.Height)
	for _, box := range marginBoxes {
		rules += "@" + box + "{content:none!important}"
	}
	rules += "}"
	if emptyFirst {
		rules += fmt.Sprintf("@page:first{margin:%.3fpt %.3fpt %.3fpt!important}",
			o.TopMargin(), o.SideMargin, paper.Height-o.TopMargin()-o.BodyHeight)
	}
	return rules
}

// slack is how much lower than its paper a page is, so that it does not spill onto another page. Engines round, and Qt
// takes a paper that differs by 3 points from one that it has a name for, as A0, which is four times A4, as that one.
const slack = 5 * domain.Point

// OverlayPage is a page of an overlay document. One copy is laid out on it. What the copy paints outside its box is on the page, too: it
// is cut at the page's edges only, which are one and a half heights of a page of the body above the copy, and two and a half below it.
type OverlayPage struct {
	CopyWidth domain.Length
	// SideMargin is the distance of the copy from the page's left and right edges.
	SideMargin domain.Length
	// BodyHeight is the height of a page of the body.
	BodyHeight domain.Length
	// MinCopyHeight is the least height of the copy: a header of positioned boxes alone has no height of its own.
	MinCopyHeight domain.Length
}

// NewOverlayPage returns the page of a copy of that width, of which nothing is known yet, for a page of the body with so much beside the
// copy. It is four times as wide and as tall. On some engines, papers have a whole number of hundredths of an inch, and boxes begin on
// whole pixels: both as on the page of the body, so that header and body are equally wide.
func NewOverlayPage(width, beside, height domain.Length) OverlayPage {
	return OverlayPage{CopyWidth: width, SideMargin: beside + roundUp((width+2*beside)*3/2, domain.Inch/8), BodyHeight: height}
}

func roundUp(l, unit domain.Length) domain.Length {
	return domain.Length(math.Ceil(float64(l/unit))) * unit
}

// TopMargin is the distance of the copy from the page's upper edge.
func (o OverlayPage) TopMargin() domain.Length { return roundUp(o.BodyHeight*3/2, domain.Pixel) }

// Paper is the size of the page.
func (o OverlayPage) Paper() domain.Size {
	return domain.Size{Width: o.CopyWidth + 2*o.SideMargin, Height: 4*o.BodyHeight + 2*slack}
}
