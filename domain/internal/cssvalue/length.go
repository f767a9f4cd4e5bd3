package cssvalue

import (
	"math"
	"strconv"
	"strings"

	"platen/domain"
	"platen/domain/internal/kleene"
)

// Units are what relative units of length refer to.
type Units struct {
	Paper domain.Size
	Font  func() domain.Length // the font size, for rem too: in page rules that is the page's
	// Zoom multiplies all lengths but percentages (CSS Viewport 1, section 5); 0: it does not.
	Zoom float64
}

// zoomed multiplies a length by the zoom.
func (u Units) zoomed(l domain.Length) domain.Length {
	if u.Zoom == 0 {
		return l
	}
	return l * domain.Length(u.Zoom)
}

// AnyUnits are for values whose length does not matter.
var AnyUnits = Units{Paper: domain.A4, Font: func() domain.Length { return MediumFont }}

// IsCSSWide reports whether the part is a keyword that every property takes, alone.
func IsCSSWide(part string) bool {
	switch part {
	case "inherit", "initial", "unset", "revert", "revert-layer":
		return true
	}
	return false
}

// IsMath reports whether the part is a function that computes a length.
func IsMath(part string) bool {
	_, known := Compute(part, 0, AnyUnits)
	return known != kleene.False && strings.HasSuffix(part, ")")
}

// lengthOf returns the length that a CSS length or percentage is; false if it is neither.
func lengthOf(value string, whole domain.Length, u Units) (domain.Length, bool) {
	if percent, is := strings.CutSuffix(value, "%"); is {
		number, unit, ok := splitDimension(percent)
		return domain.Length(number) / 100 * whole, ok && unit == ""
	}
	length, ok := unzoomed(value, u)
	return u.zoomed(length), ok
}

// unzoomed returns the length that a CSS length is without zoom.
func unzoomed(value string, u Units) (domain.Length, bool) {
	if length, err := domain.ParseLength(value); err == nil {
		return length, true
	}
	number, unit, ok := splitDimension(value)
	if !ok {
		return 0, false
	}
	n := domain.Length(number)
	if len(unit) > 2 && strings.ContainsAny(unit[:1], "sld") && strings.HasPrefix(unit[1:], "v") {
		unit = unit[1:] // the small, large and dynamic viewports are one on paper
	}
	switch unit {
	case "em", "rem":
		return n * u.Font(), true
	case "ex", "ch":
		return n * u.Font() / 2, true
	case "vw", "vi", "cqw", "cqi": // a page has no container: its units are those of the viewport
		return n / 100 * u.Paper.Width, true
	case "vh", "vb", "cqh", "cqb":
		return n / 100 * u.Paper.Height, true
	case "vmin", "cqmin":
		return n / 100 * min(u.Paper.Width, u.Paper.Height), true
	case "vmax", "cqmax":
		return n / 100 * max(u.Paper.Width, u.Paper.Height), true
	}
	return 0, false
}

// splitDimension divides a number from its unit.
func splitDimension(value string) (number float64, unit string, ok bool) {
	end := strings.LastIndexAny(value, "0123456789.") + 1
	number, err := strconv.ParseFloat(value[:end], 64)
	return number, value[end:], err == nil && !math.IsInf(number, 0) && !math.IsNaN(number)
}
