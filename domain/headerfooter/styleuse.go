package headerfooter

import (
	"maps"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// styleUse is what the style sheets of a header or footer make differ from page to page.
type styleUse struct {
	counters  map[string]bool // names that are reset, set or incremented
	numbering Numbering       // by counter(page) and counter(pages)
	variants  bool            // a selector names a class of variantClasses
}

// note looks at the last token of an item.
func (u *styleUse) note(item []csstoken.Token) {
	last := item[len(item)-1]
	if last.Kind != css.IdentToken {
		return
	}
	name := last.Text
	u.variants = u.variants || name == firstClass || name == lastClass || name == leftClass || name == rightClass
	for i := len(item) - 2; i >= 0; i-- {
		switch before := item[i]; {
		case before.Kind == css.WhitespaceToken || before.Kind == css.CommentToken:
			continue
		case !strings.EqualFold(before.Text, "counter(") && !strings.EqualFold(before.Text, "counters("):
		case name == "page":
			u.numbering = max(u.numbering, PerPage)
		case name == "pages":
			u.numbering = max(u.numbering, TotalOnly)
		}
		return
	}
}

// names gives the names of the counters that begin anew in each copy, but for those that count pages.
func (u *styleUse) names() string {
	names := maps.Clone(u.counters)
	if u.numbering != Unnumbered {
		delete(names, "page")
		delete(names, "pages")
	}
	return strings.Join(slices.Sorted(maps.Keys(names)), " ")
}

// The classes that the element in place of the body has on the first, the last, the left and the right pages.
const (
	firstClass = "platen-first"
	lastClass  = "platen-last"
	leftClass  = "platen-left"
	rightClass = "platen-right"
)

// variantClasses gives the classes of a page, each after a blank.
func (h *HeaderFooter) variantClasses(page, total int) string {
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
