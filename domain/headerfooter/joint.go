package headerfooter

import (
	"fmt"
	"strings"

	"platen/domain"
	"platen/domain/htmldoc"
)

// maxJoint is the length of the HTML up to which a header and a footer share a document.
const maxJoint = 256 * domain.KiB

// JointDocument makes one measuring document of a header and a footer, since an engine needs hardly more time for the pages of both
// than for those of one. The pages of the header's MeasuringDocument precede those of the footer's, on the same paper. The
// result pages has both numbers.
//
// ok is false if one of the two could affect the other, since their style sheets or the attributes of their html and body elements differ.
func JointDocument(header, footer *HeaderFooter, headerPage, footerPage OverlayPage) (job domain.PrintJob, pages [2]int, ok bool) {
	if !header.joins(footer) || headerPage.Paper() != footerPage.Paper() || headerPage.Least != footerPage.Least {
		return domain.PrintJob{}, pages, false
	}
	var b strings.Builder
	header.writeHead(&b, headerPage, func() {
		b.WriteString("<style>" + footer.images + "</style>")
		var rules strings.Builder
		writePageRules(&rules, "[footer]", footerPage)
		writeWinning(&b, rules.String())
	})
	for _, n := range header.measuring(1) {
		header.writePage(&b, "", n)
	}
	for _, n := range footer.measuring(1) {
		footer.writePage(&b, " footer", n)
	}
	b.WriteString("</body></html>")
	pages = [2]int{len(header.measuring(1)), len(footer.measuring(1))}
	return domain.PrintJob{HTML: htmldoc.NeutralizeRefresh(b.String()), Paper: headerPage.Paper(), Untagged: true}, pages, true
}

// joins reports whether the copies of both show the same in one document as in two.
func (h *HeaderFooter) joins(other *HeaderFooter) bool {
	return h.root == other.root && h.body == other.body && h.head == other.head && !strings.Contains(h.head, ":has(") &&
		len(h.copy)+len(other.copy) <= int(maxJoint)
}

// slack is how much lower than its paper a page is, so that it does not spill onto another page. Engines round, and Qt
// takes a paper that differs by 3 points from one that it has a name for, as C1, as that one.
const slack = 5 * domain.Point

// writePageRules writes the rules for pages with an attribute.
func writePageRules(b *strings.Builder, attribute string, page OverlayPage) {
	selector := "platen-page" + attribute
	fmt.Fprintf(b, "%s%s{padding:%.3fpt %.3fpt 0!important;height:%.3fpt!important}\n", selector, winning,
		page.Above, page.Beside, page.Height-page.Above-slack)
	fmt.Fprintf(b, "%s[reduced]%s>platen-copy{-webkit-transform:translate(0,%[3]spt) scale(%[4]g)!important;"+
		"transform:translate(0,%[3]spt) scale(%[4]g)!important}\n", selector, winning, inPoints(page.reducedTop()-page.Above), reduction)
}
