package headerfooter

import (
	"math"
	"slices"
	"strings"

	"platen/domain"
)

// MeasuringDocument makes a document of the copy for the only page of a body. On the pages after it, copies are painted
// at a reduced size, so that a page shows what its copy paints far outside its box: see [OverlayPage.Unreduced]. They have the
// widest numbers of a body of total pages, in each variant that the header or footer has. If total is 1, one more has numbers that are
// wider than those of nearly all bodies: where these are kept, nothing is measured again for a longer body. See [Fit.Pages].
func (h *HeaderFooter) MeasuringDocument(page OverlayPage, total int) (domain.PrintJob, error) {
	return h.document(page, h.measuring(total))
}

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
	head, foot := header.measuring(1), footer.measuring(1)
	job = overlayDocument(part{header, headerPage, head}, part{footer, footerPage, foot})
	return job, [2]int{len(head), len(foot)}, true
}

// joins reports whether the copies of both show the same in one document as in two.
func (h *HeaderFooter) joins(other *HeaderFooter) bool {
	return h.root == other.root && h.body == other.body && h.head == other.head && !strings.Contains(h.head, ":has(") &&
		h.sized == other.sized && len(h.copy)+len(other.copy) <= int(maxJoint)
}

// widest are the numbers from 1 to 2,887 that take the most letters, in Arabic and in Roman digits.
const (
	widest     = 1888
	widestUpTo = 2887
)

// romanRecords are the numbers that take more letters in Roman digits than all smaller ones.
var romanRecords = []int{1, 2, 3, 8, 18, 28, 38, 88, 188, 288, 388, 888, 1888, 2888, 3888}

// measuring returns the numbers of the copies of a measuring document: the only page's, and those of the reduced copies, the unlikely ones
// last.
func (h *HeaderFooter) measuring(total int) []numbers {
	all := append(numbersOf([]int{1}, 1), h.likely(total)...)
	if total == 1 && !h.varies && h.Numbering() != Unnumbered {
		all = append(all, numbers{page: widest, total: widest})
	}
	for i := range all[1:] {
		all[i+1].reduced = true
	}
	return all
}

// LikelyCopies is how many reduced copies a measuring document for total pages has that must be kept. The one after them has
// unlikely numbers.
func (h *HeaderFooter) LikelyCopies(total int) int { return len(h.likely(total)) }

// likely returns the widest numbers of a body of total pages, or those of a short one if total is 1.
func (h *HeaderFooter) likely(total int) []numbers {
	pages := []int{1}
	switch {
	case total == 1 && h.varies:
		pages, total = []int{1, 2, 3, 4}, 4
	case total > 1:
		at, found := slices.BinarySearch(romanRecords, total)
		if !found {
			at--
		}
		pages = []int{1, romanRecords[at], total - 2, total - 1, total}
		if !h.varies {
			pages = []int{romanRecords[at], total}
		}
		slices.Sort(pages)
		pages = slices.DeleteFunc(slices.Compact(pages), func(page int) bool { return page < 1 })
	}
	return numbersOf(pages, total)
}

// pagesKept returns for how many pages of a body a fit keeps all that copies paint. unlikely are the copies of unlikely
// numbers.
func (h *HeaderFooter) pagesKept(fit Fit, on Place, unlikely []Copy, total int) int {
	if h.Numbering() == Unnumbered {
		return math.MaxInt
	}
	for _, c := range unlikely {
		var spread horizontal
		if spread.add(c.Painted, fit, on); !spread.overflows && h.checkLost(fit, on, c) == nil {
			return max(total, widestUpTo)
		}
	}
	return total
}
