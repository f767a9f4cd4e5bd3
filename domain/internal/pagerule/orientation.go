package pagerule

import "platen/domain/internal/cssvalue"

// Orientation is the value of the property page-orientation: a page is laid out upright and then turned, with its
// margins (CSS Paged Media 3, section 7.2).
type Orientation int

// The orientations.
const (
	Upright Orientation = iota
	RotatedLeft
	RotatedRight
)

// OrientationOf reads the valid value of a declaration.
func OrientationOf(value string) Orientation {
	switch value {
	case "rotate-left":
		return RotatedLeft
	case "rotate-right":
		return RotatedRight
	}
	return Upright
}

func isOrientation(value string) bool {
	return value == "upright" || OrientationOf(value) != Upright || cssvalue.IsCSSWide(value)
}
