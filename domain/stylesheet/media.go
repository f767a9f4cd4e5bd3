package stylesheet

import (
	"regexp"
	"strings"

	"platen/domain"
)

var (
	orientation = regexp.MustCompile(`^\s*orientation\s*:\s*(portrait|landscape)\s*$`)
	extent      = regexp.MustCompile(`^\s*(min-|max-|)(width|height)\s*(:|<=|>=|<|>|=)\s*([\d.]+[a-z]*)\s*$`)
)

// HasMediaFeature reports whether pages with content of that size have a feature of a media query, as in "max-width: 600px". known is
// false unless it is the orientation, or a width or height beside a length.
func HasMediaFeature(feature string, content domain.Size) (has, known bool) {
	feature = strings.ToLower(feature)
	if m := orientation.FindStringSubmatch(feature); m != nil {
		return (m[1] == "portrait") == (content.Height >= content.Width), true
	}
	m := extent.FindStringSubmatch(feature)
	if m == nil {
		return false, false
	}
	asked, err := mediaLength(m[4])
	if err != nil {
		return false, false
	}
	actual := map[string]domain.Length{"width": content.Width, "height": content.Height}[m[2]]
	switch m[1] + m[3] {
	case "min-:", ">=":
		return actual >= asked, true
	case "max-:", "<=":
		return actual <= asked, true
	case ">":
		return actual > asked, true
	case "<":
		return actual < asked, true
	case ":", "=":
		return actual == asked, true
	}
	return false, false
}

// mediaLength reads a length of a media query. An em there is the browser's own, of 16 pixels.
func mediaLength(text string) (domain.Length, error) {
	if number, unit, ok := domain.SplitUnit(text); ok && (unit == "em" || unit == "rem") {
		return domain.Length(number) * 16 * domain.Pixel, nil
	}
	return domain.ParseLength(text)
}
