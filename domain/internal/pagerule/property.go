package pagerule

import (
	"platen/domain"
	"platen/domain/internal/cssvalue"
)

// The properties with which page rules steer header and footer.
const (
	Header = "--platen-header" // none, or auto
	Footer = "--platen-footer"
	Edge   = "--platen-edge" // a length
	Gap    = "--platen-gap"
	Bleed  = "--platen-bleed" // yes, or no
)

// properties are the properties of a page that are read.
var properties = []string{"size", "page-orientation", "font-size", Header, Footer, Edge, Gap, Bleed,
	"margin-top", "margin-right", "margin-bottom", "margin-left",
	"padding-top", "padding-right", "padding-bottom", "padding-left",
	"border-top-width", "border-right-width", "border-bottom-width", "border-left-width",
	"border-top-style", "border-right-style", "border-bottom-style", "border-left-style",
	BoxMargin(RightBoxes[0]), BoxMargin(RightBoxes[1]), BoxMargin(RightBoxes[2]), BoxMargin(RightBoxes[3]), BoxMargin(RightBoxes[4]),
}

// RightBoxes are the boxes in the right margin and its corners (CSS Paged Media 3, section 5.3).
var RightBoxes = []string{"@top-right-corner", "@right-top", "@right-middle", "@right-bottom", "@bottom-right-corner"}

// BoxMargin names the right margin of such a box among the properties of a page.
func BoxMargin(box string) string { return box + " margin-right" }

// isSteering reports whether the part is a valid value of a steering property.
func isSteering(property, part string) bool {
	switch property {
	case Header, Footer:
		return part == "none" || part == "auto"
	case Bleed:
		return part == "yes" || part == "no"
	case Edge, Gap:
		length, ok := cssvalue.Length(part, 0, cssvalue.AnyUnits)
		return ok && length >= 0 && length <= domain.MaxPageSide
	}
	return false
}
