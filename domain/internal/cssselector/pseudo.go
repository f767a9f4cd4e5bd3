package cssselector

import (
	"slices"
	"strings"
)

// pseudos are those that an engine knows, in order.
var pseudos = strings.Fields(`active after any-link autofill backdrop before checked cue default defined details-content dir disabled
		empty enabled file-selector-button first first-child first-letter first-line first-of-type focus focus-visible
		focus-within fullscreen future grammar-error has highlight host host-context hover in-range indeterminate invalid is
		lang last-child last-of-type left link marker modal not nth-child nth-last-child nth-last-of-type nth-of-type only-child
		only-of-type open optional out-of-range part past paused picture-in-picture placeholder placeholder-shown playing
		popover-open read-only read-write required right root scope selection slotted spelling-error state target target-text
		user-invalid user-valid valid view-transition visited where`)

// IsPseudo reports whether engines know a pseudo-class or a pseudo-element of that name, in lower case.
func IsPseudo(name string) bool {
	_, found := slices.BinarySearch(pseudos, name)
	return found || strings.HasPrefix(name, "-webkit-")
}
