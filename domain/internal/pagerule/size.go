package pagerule

import (
	"strings"

	"platen/domain"
	"platen/domain/internal/cssvalue"
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

// oriented turns a size to landscape or portrait.
func oriented(s domain.Size, landscape bool) domain.Size {
	if (s.Width > s.Height) != landscape && s.Width != s.Height {
		return domain.Size{Width: s.Height, Height: s.Width}
	}
	return s
}

// isSize reports whether the parts are a valid value of the size property.
func isSize(parts []string) bool {
	if len(parts) == 1 && (cssvalue.IsCSSWide(parts[0]) || cssvalue.IsMath(parts[0])) {
		return true
	}
	_, ok := SizeOf(parts, cssvalue.AnyUnits)
	return ok
}

// SizeOf returns the paper of a value of the size property. The paper of the units is the default. It is false if the value
// is invalid, or if only an engine can compute it.
func SizeOf(parts []string, u cssvalue.Units) (domain.Size, bool) {
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
			return u.Paper, true
		default:
			length, ok := cssvalue.Length(part, 0, u)
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
		return oriented(u.Paper, landscape), true
	case named || turned || len(lengths) > 2 || len(lengths) == 0:
		return domain.Size{}, false
	default:
		return domain.Size{Width: lengths[0], Height: lengths[len(lengths)-1]}, true
	}
}
