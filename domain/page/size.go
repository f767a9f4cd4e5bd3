package page

import "platen/domain"

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
func (r *Rules) size(components []string) (size domain.Size, ok bool) {
	size = r.defaults.Size
	var named, turned, landscape bool
	var lengths []domain.Length
	for _, component := range components {
		length, isLength := lengthOf(component, 0, r.units())
		paper, isName := papers[component]
		switch {
		case isName && !named:
			size, named = paper, true
		case (component == "portrait" || component == "landscape") && !turned:
			turned, landscape = true, component == "landscape"
		case (component == "auto" || isZero(component)) && len(components) == 1:
		case isLength && length > 0:
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

// CheckSize refuses a page that PDF readers may not show: engines have other limits. The error is an InvalidRequest.
func CheckSize(s domain.Size) error {
	const rounding = domain.Point
	switch {
	case max(s.Width, s.Height) > domain.MaxPageSide+rounding:
		return domain.Invalidf("a page of %.0f by %.0f mm is larger than a PDF page can be, %.0f mm a side: change the @page size",
			s.Width.Millimetres(), s.Height.Millimetres(), domain.MaxPageSide.Millimetres())
	case min(s.Width, s.Height) < domain.MinPageSide:
		return domain.Invalidf(
			"a page of %.1f by %.1f mm is smaller than a PDF page can be, %.1f mm a side: change the size and the margins of @page",
			s.Width.Millimetres(), s.Height.Millimetres(), domain.MinPageSide.Millimetres())
	}
	return nil
}
