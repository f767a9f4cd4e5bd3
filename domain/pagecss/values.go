package pagecss

import (
	"math"
	"strconv"
	"strings"

	"platen/domain"
)

// paperSizes are the names that CSS Paged Media 3, section 7.1, has for them, portrait.
var paperSizes = map[string]domain.Size{
	"a5":     {Width: 148 * domain.Millimetre, Height: 210 * domain.Millimetre},
	"a4":     {Width: 210 * domain.Millimetre, Height: 297 * domain.Millimetre},
	"a3":     {Width: 297 * domain.Millimetre, Height: 420 * domain.Millimetre},
	"b5":     {Width: 176 * domain.Millimetre, Height: 250 * domain.Millimetre},
	"b4":     {Width: 250 * domain.Millimetre, Height: 353 * domain.Millimetre},
	"jis-b5": {Width: 182 * domain.Millimetre, Height: 257 * domain.Millimetre},
	"jis-b4": {Width: 257 * domain.Millimetre, Height: 364 * domain.Millimetre},
	"letter": {Width: 8.5 * domain.Inch, Height: 11 * domain.Inch},
	"legal":  {Width: 8.5 * domain.Inch, Height: 14 * domain.Inch},
	"ledger": {Width: 11 * domain.Inch, Height: 17 * domain.Inch},
}

// MaxSide is the longest side of a page that PDF readers agree on: 200 inches.
const MaxSide = 14400 * domain.Point

// units are what relative units of length refer to.
type units struct {
	paper domain.Size
	font  func() domain.Length // the font size, for rem too: in page rules that is the page's
}

// anyUnits are for values whose length does not matter.
var anyUnits = units{paper: domain.A4, font: func() domain.Length { return mediumFont }}

// oriented turns a size to landscape or portrait.
func oriented(s domain.Size, landscape bool) domain.Size {
	if (s.Width > s.Height) != landscape && s.Width != s.Height {
		return domain.Size{Width: s.Height, Height: s.Width}
	}
	return s
}

// isSize tells whether the parts are a valid value of the size property.
func isSize(parts []string) bool {
	if len(parts) == 1 && (isWide(parts[0]) || isMath(parts[0])) {
		return true
	}
	_, ok := sizeOf(parts, anyUnits)
	return ok
}

// sizeOf gives the paper of a value of the size property; that of the units is the one without it. It is false if the value is invalid,
// or known only to an engine.
func sizeOf(parts []string, u units) (domain.Size, bool) {
	var size domain.Size
	var named bool
	landscape, turned := false, false
	var lengths []domain.Length
	for _, part := range parts {
		known, isName := paperSizes[part]
		switch {
		case isName && !named:
			size, named = known, true
		case (part == "portrait" || part == "landscape") && !turned:
			turned, landscape = true, part == "landscape"
		case part == "auto" && len(parts) == 1:
			return u.paper, true
		default:
			length, ok := evaluate(part, 0, u)
			if !ok || length < 0 || strings.Contains(part, "%") {
				return domain.Size{}, false
			}
			lengths = append(lengths, length)
		}
	}
	switch {
	case len(lengths) == 0 && named && turned:
		return oriented(size, landscape), true
	case len(lengths) == 0 && named:
		return size, true
	case len(lengths) == 0 && turned:
		return oriented(u.paper, landscape), true
	case named || turned || len(lengths) > 2 || len(lengths) == 0:
		return domain.Size{}, false
	default:
		return domain.Size{Width: lengths[0], Height: lengths[len(lengths)-1]}, true
	}
}

// isMargin tells whether the part is a valid value of a margin.
func isMargin(part string) bool {
	_, known := compute(part, 0, anyUnits)
	return part == "auto" || known != isFalse
}

// isWide tells whether the part is a keyword that every property takes, alone.
func isWide(part string) bool {
	switch part {
	case "inherit", "initial", "unset", "revert", "revert-layer":
		return true
	}
	return false
}

// isMath tells whether the part is a function that computes a length.
func isMath(part string) bool {
	_, known := compute(part, 0, anyUnits)
	return known != isFalse && strings.HasSuffix(part, ")")
}

// lengthOf gives the length that a CSS length or percentage is; false if it is neither.
func lengthOf(value string, whole domain.Length, u units) (domain.Length, bool) {
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
	case "%":
		return n / 100 * whole, true
	case "em", "rem":
		return n * u.font(), true
	case "ex", "ch":
		return n * u.font() / 2, true
	case "vw", "vi", "cqw", "cqi": // a page has no container: its units are those of the viewport
		return n / 100 * u.paper.Width, true
	case "vh", "vb", "cqh", "cqb":
		return n / 100 * u.paper.Height, true
	case "vmin", "cqmin":
		return n / 100 * min(u.paper.Width, u.paper.Height), true
	case "vmax", "cqmax":
		return n / 100 * max(u.paper.Width, u.paper.Height), true
	}
	return 0, false
}

// splitDimension divides a number from its unit.
func splitDimension(value string) (number float64, unit string, ok bool) {
	end := strings.LastIndexAny(value, "0123456789.") + 1
	number, err := strconv.ParseFloat(value[:end], 64)
	return number, value[end:], err == nil && !math.IsInf(number, 0) && !math.IsNaN(number)
}
