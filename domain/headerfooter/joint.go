package headerfooter

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"platen/domain"
	"platen/domain/htmldoc"
)

// maxJoint is the length of the HTML up to which a header and a footer share a document.
const maxJoint = 256 * domain.KiB

// JointDocument makes one measuring document of a header and a footer, since an engine needs hardly more time for the sheets of both
// than for those of one. Its first pages are those of the header's MeasuringDocument, the others are those of the footer's; pages are
// both numbers. The sheets have the same paper.
//
// ok is false if one of the two could affect the other, since their style sheets differ, both have ids, or both group form controls; or
// if one may load a resource, whose failure could not be attributed to either.
func JointDocument(header, footer *HeaderFooter, headerSheet, footerSheet Sheet) (job domain.PrintJob, pages [2]int, ok bool) {
	if !header.joins(footer) || headerSheet.Paper() != footerSheet.Paper() || headerSheet.Least != footerSheet.Least {
		return domain.PrintJob{}, pages, false
	}
	var b strings.Builder
	header.writeHead(&b, headerSheet, func() {
		if footer.images != header.images {
			b.WriteString("<style>" + footer.images + "</style>")
		}
		var rules strings.Builder
		writeSheetRules(&rules, "[footer]", footerSheet)
		writeFirst(&b, rules.String())
	})
	header.writeMeasuringSheets(&b, "")
	footer.writeMeasuringSheets(&b, " footer")
	b.WriteString("</body></html>")
	pages = [2]int{1 + len(header.reduced(1)), 1 + len(footer.reduced(1))}
	return domain.PrintJob{HTML: htmldoc.NeutralizeRefresh(b.String()), Paper: headerSheet.Paper(), Untagged: true}, pages, true
}

// writeMeasuringSheets writes the sheets of a measuring document, with an attribute.
func (h *HeaderFooter) writeMeasuringSheets(b *strings.Builder, attribute string) {
	h.writeSheet(b, "<platen-sheet"+attribute+">", numbers{page: 1, total: 1})
	for _, n := range h.reduced(1) {
		h.writeSheet(b, "<platen-sheet"+attribute+" reduced>", n)
	}
}

// joins tells whether the copies of both show the same in one document as in two.
func (h *HeaderFooter) joins(other *HeaderFooter) bool {
	own, others := h.text(), other.text()
	both := func(mark string) bool { return strings.Contains(own, mark) && strings.Contains(others, mark) }
	return h.root == other.root && h.head == other.head && h.use.names() == other.use.names() &&
		(h.images == "" || other.images == "" || h.images == other.images) &&
		len(h.head)+len(own)+len(others) <= int(maxJoint) &&
		!both(` id="`) && !both(string(slotPrefix)+string(rune(slotCopy))) && !strings.Contains(h.head, ":has(") &&
		!mayLoad(h.root+h.head+own) && !mayLoad(others)
}

// text is the HTML of a copy, with its slots.
func (h *HeaderFooter) text() string {
	var b strings.Builder
	for _, p := range h.copy {
		b.WriteString(p.text)
		if p.slot != slotNone {
			b.WriteString(string(slotPrefix) + string(rune(p.slot)))
		}
	}
	return b.String()
}

// loading are words without which HTML loads nothing, as it is written by this package.
var loading = []string{"src", "url(", "@import", "<link", "<image", "<use", "<feimage", "poster=", "background=", "data=", "image-set"}

// addressed finds the "//" of an address: in base64, another character of base64 is before it.
var addressed = regexp.MustCompile(`[^A-Za-z0-9+/]//`)

// mayLoad tells whether HTML may load something: it says true of some that does not. What it misses, as an escaped word in
// a style, shows in the traffic of the print.
func mayLoad(html string) bool {
	return addressed.MatchString(html) &&
		slices.ContainsFunc(loading, func(word string) bool { return strings.Contains(strings.ToLower(html), word) })
}

// slack is how much lower than its paper a sheet is, so that it does not spill onto another page. Engines round, and Qt
// takes a paper that differs by 3 points from one that it has a name for, as C1, as that one.
const slack = 5 * domain.Point

// writeSheetRules writes the rules for sheets with an attribute.
func writeSheetRules(b *strings.Builder, attribute string, sheet Sheet) {
	selector := "platen-sheet" + attribute
	fmt.Fprintf(b, "%s%s{padding:%.3fpt %.3fpt 0!important;height:%.3fpt!important}\n", selector, above,
		sheet.Above, sheet.Beside, sheet.Height-sheet.Above-slack)
	fmt.Fprintf(b, "%s[reduced]%s>platen-copy{-webkit-transform:translate(0,%[3]spt) scale(%[4]g)!important;transform:translate(0,%[3]spt) scale(%[4]g)!important}\n",
		selector, above, inPoints(sheet.reducedTop()-sheet.Above), reduction)
}
