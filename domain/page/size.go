package page

import (
	"platen/domain"
	"platen/domain/csstoken"
)

// papers are the names that CSS Paged Media 3, section 7.1, has for sizes, portrait.
var papers = map[string]domain.Size{
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

// size returns the paper of a value of the size property; false if it is invalid.
func (r *Rules) size(parts []string) (size domain.Size, ok bool) {
	size = r.defaults.Size
	var named, turned, landscape bool
	var lengths []domain.Length
	for _, part := range parts {
		length, isLength := lengthOf(part, 0, r.units())
		paper, isName := papers[part]
		switch {
		case isName && !named:
			size, named = paper, true
		case (part == "portrait" || part == "landscape") && !turned:
			turned, landscape = true, part == "landscape"
		case (part == "auto" || isZero(part)) && len(parts) == 1:
		case isLength && length >= 0:
			lengths = append(lengths, length)
		default:
			return domain.Size{}, false
		}
	}
	switch {
	case len(lengths) > 2 || len(lengths) > 0 && (named || turned):
		return domain.Size{}, false
	case len(lengths) > 0:
		size = domain.Size{Width: lengths[0], Height: lengths[len(lengths)-1]}
	case turned && landscape != (size.Width > size.Height):
		size = domain.Size{Width: size.Height, Height: size.Width}
	}
	return size, true
}

// isPaper reports whether a page can have that size.
func isPaper(s domain.Size) bool {
	return s.Width > 0 && s.Height > 0 && s.Width <= domain.MaxPageSide && s.Height <= domain.MaxPageSide
}

// CheckSizes refuses sizes that no PDF reader could show. It is for engines that do not read page rules, which would print
// another size instead. The error is an InvalidRequest.
func (r *Rules) CheckSizes() error {
	for _, d := range r.declared["size"] {
		if size, _ := r.size(partsOf(csstoken.Read(d.text))); max(size.Width, size.Height) > domain.MaxPageSide {
			return TooLarge(size)
		}
	}
	return nil
}

// TooLarge is the error of a page that no PDF reader could show.
func TooLarge(s domain.Size) error {
	return domain.Invalidf("a page of %.0f by %.0f mm is larger than a PDF page can be, %.0f mm a side: change the @page size",
		s.Width.Millimetres(), s.Height.Millimetres(), domain.MaxPageSide.Millimetres())
}
