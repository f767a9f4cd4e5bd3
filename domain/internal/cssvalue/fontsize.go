package cssvalue

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
)

// MediumFont is the font size of a root element that declares none, and what em means in media queries.
const MediumFont = 16 * domain.Pixel

// fontSizes are the keywords for font sizes, in parts of "medium" (CSS Fonts 4, section 2.5).
var fontSizes = map[string]float64{"xx-small": 9. / 16, "x-small": 10. / 16, "small": 13. / 16, "medium": 1, "large": 18. / 16,
	"x-large": 24. / 16, "xx-large": 2, "xxx-large": 3}

// FontSize computes a font size; relative ones refer to the units' font.
func FontSize(value string, medium domain.Length, u Units) domain.Length {
	if part, known := fontSizes[value]; known {
		return domain.Length(part) * medium
	}
	const step = 1.2
	switch value {
	case "larger":
		return u.Font() * step
	case "smaller":
		return u.Font() / step
	}
	if length, ok := Length(value, u.Font(), u); ok && length >= 0 {
		return length
	}
	return medium
}

// FontSizeIn finds the font size in a value of the font shorthand; nil: it has none.
func FontSizeIn(value []csstoken.Token) []csstoken.Token {
	for i := 0; i < len(value); i++ {
		switch t := value[i]; t.Kind {
		case css.DimensionToken, css.PercentageToken:
			return value[i : i+1]
		case css.FunctionToken:
			end := min(csstoken.Closing(value, i)+1, len(value))
			return value[i:end]
		case css.IdentToken:
			if name := strings.ToLower(t.Text); fontSizes[name] > 0 || name == "larger" || name == "smaller" {
				return value[i : i+1]
			}
		}
	}
	return nil
}
