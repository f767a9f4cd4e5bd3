package domain

import (
	"math"
	"strconv"
	"strings"
)

// paperSizes are the names that CSS Paged Media 3, section 7.1, has for them, portrait.
var paperSizes = map[string]Size{
	"a5":     {148 * Millimetre, 210 * Millimetre},
	"a4":     {210 * Millimetre, 297 * Millimetre},
	"a3":     {297 * Millimetre, 420 * Millimetre},
	"b5":     {176 * Millimetre, 250 * Millimetre},
	"b4":     {250 * Millimetre, 353 * Millimetre},
	"jis-b5": {182 * Millimetre, 257 * Millimetre},
	"jis-b4": {257 * Millimetre, 364 * Millimetre},
	"letter": {8.5 * Inch, 11 * Inch},
	"legal":  {8.5 * Inch, 14 * Inch},
	"ledger": {11 * Inch, 17 * Inch},
}

// MaxSide is the longest side of a page that PDF readers agree on: 200 inches.
const MaxSide = 14400 * Point

// rootFont is the font size that em and rem mean to a page. Authors who set another for the root element
// get it from engines that have @page rules.
const rootFont = 16 * Pixel

func (s Size) turned() Size { return Size{s.Height, s.Width} }

func (s Size) oriented(landscape bool) Size {
	if (s.Width > s.Height) != landscape && s.Width != s.Height {
		return s.turned()
	}
	return s
}

// isSize tells whether the parts are a valid value of the size property.
func isSize(parts []string) bool {
	if len(parts) == 1 && (isWide(parts[0]) || isMath(parts[0])) {
		return true
	}
	_, ok := sizeOf(parts, A4)
	return ok
}

// sizeOf gives the paper that a value of the size property means where it would otherwise be paper; false
// where it is not valid, or known only to an engine.
func sizeOf(parts []string, paper Size) (Size, bool) {
	var size Size
	var named bool
	landscape, oriented := false, false
	var lengths []Length
	for _, part := range parts {
		known, isName := paperSizes[part]
		switch {
		case isName && !named:
			size, named = known, true
		case (part == "portrait" || part == "landscape") && !oriented:
			oriented, landscape = true, part == "landscape"
		case part == "auto" && len(parts) == 1:
			return paper, true
		default:
			length, ok := measure(part, 0, paper)
			if !ok || length < 0 || strings.Contains(part, "%") {
				return Size{}, false
			}
			lengths = append(lengths, length)
		}
	}
	switch {
	case len(lengths) == 0 && named && oriented:
		return size.oriented(landscape), true
	case len(lengths) == 0 && named:
		return size, true
	case len(lengths) == 0 && oriented:
		return paper.oriented(landscape), true
	case named || oriented || len(lengths) > 2 || len(lengths) == 0:
		return Size{}, false
	default:
		return Size{lengths[0], lengths[len(lengths)-1]}, true
	}
}

// isMargin tells whether the part is a valid value of a margin.
func isMargin(part string) bool {
	if part == "auto" || isMath(part) {
		return true
	}
	_, ok := resolve(part, 0, A4)
	return ok
}

// isWide tells whether the part is a keyword that every property takes, alone.
func isWide(part string) bool {
	switch part {
	case "inherit", "initial", "unset", "revert", "revert-layer":
		return true
	}
	return false
}

// isMath tells whether the part is a function that computes a value.
func isMath(part string) bool {
	name, _, found := strings.Cut(part, "(")
	if !found || !strings.HasSuffix(part, ")") {
		return false
	}
	switch name {
	case "calc", "min", "max", "clamp", "round", "abs", "var", "env":
		return true
	}
	return false
}

// resolve gives the length that a CSS length or percentage is on that paper; false where it is neither.
func resolve(value string, whole Length, paper Size) (Length, bool) {
	if length, err := ParseLength(value); err == nil {
		return length, true
	}
	end := strings.LastIndexAny(value, "0123456789.") + 1
	number, err := strconv.ParseFloat(value[:end], 64)
	if err != nil || math.IsInf(number, 0) || math.IsNaN(number) {
		return 0, false
	}
	n := Length(number)
	switch value[end:] {
	case "%":
		return n / 100 * whole, true
	case "em", "rem":
		return n * rootFont, true
	case "ex", "ch":
		return n * rootFont / 2, true
	case "vw":
		return n / 100 * paper.Width, true
	case "vh":
		return n / 100 * paper.Height, true
	case "vmin":
		return n / 100 * min(paper.Width, paper.Height), true
	case "vmax":
		return n / 100 * max(paper.Width, paper.Height), true
	}
	return 0, false
}
