package pagecss

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
)

// mediumFont is the font size of a root element that declares none, and what em means in media queries.
const mediumFont = 16 * domain.Pixel

// fontSizes are the keywords for font sizes, in parts of "medium" (CSS Fonts 4, section 2.5).
var fontSizes = map[string]float64{"xx-small": 9. / 16, "x-small": 10. / 16, "small": 13. / 16, "medium": 1, "large": 18. / 16,
	"x-large": 24. / 16, "xx-large": 2, "xxx-large": 3}

// monospace is the part of the size "medium" that browsers use for the generic family monospace alone.
const monospace = 13. / 16

// fontSize computes the font size of the root element. Of font and font-size, which declare it, one wins.
func (c *rootCascade) fontSize(v variables, m media) domain.Length {
	font, shorthand := c.declared["font"], v.resolve(c.declared["font"].value)
	size, family := v.resolve(c.declared["font-size"].value), v.resolve(c.declared["font-family"].value)
	if c.compare(font, c.declared["font-size"]) > 0 {
		size = fontSizeIn(shorthand)
	}
	if c.compare(font, c.declared["font-family"]) > 0 {
		family = shorthand[lastBlank(shorthand):]
	}
	medium := mediumFont
	if strings.EqualFold(textOf(family), "monospace") {
		medium = mediumFont * monospace
	}
	return fontSizeOf(strings.ToLower(textOf(size)), medium, m.units())
}

// fontSizeOf computes a font size; relative ones refer to the units' font.
func fontSizeOf(value string, medium domain.Length, u units) domain.Length {
	if part, known := fontSizes[value]; known {
		return domain.Length(part) * medium
	}
	const step = 1.2
	switch value {
	case "larger":
		return u.font() * step
	case "smaller":
		return u.font() / step
	}
	if length, ok := evaluate(value, u.font(), u); ok && length >= 0 {
		return length
	}
	return medium
}

// fontSizeIn finds the font size in a value of the font shorthand; nil: it has none.
func fontSizeIn(value []token) []token {
	for i := 0; i < len(value); i++ {
		switch t := value[i]; t.Kind {
		case css.DimensionToken, css.PercentageToken:
			return value[i : i+1]
		case css.FunctionToken:
			end := min(closing(value, i)+1, len(value))
			return value[i:end]
		case css.IdentToken:
			if name := strings.ToLower(t.Text); fontSizes[name] > 0 || name == "larger" || name == "smaller" {
				return value[i : i+1]
			}
		}
	}
	return nil
}

// lastBlank gives the index after the last blank.
func lastBlank(tokens []token) int {
	for i := len(tokens); i > 0; i-- {
		if tokens[i-1].Kind == css.WhitespaceToken {
			return i
		}
	}
	return 0
}
