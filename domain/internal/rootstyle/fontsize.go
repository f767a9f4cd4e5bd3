package rootstyle

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/cssvalue"
)

// monospace is the part of the size "medium" that browsers use for the generic family monospace alone.
const monospace = 13. / 16

// fontSize computes the font size of the root element. Of font and font-size, which declare it, one wins.
func (c *cascade) fontSize(v Variables, m csscondition.Media) domain.Length {
	font, shorthand := c.declared["font"], v.Resolve(c.declared["font"].value)
	size, family := v.Resolve(c.declared["font-size"].value), v.Resolve(c.declared["font-family"].value)
	if c.compare(font, c.declared["font-size"]) > 0 {
		size = cssvalue.FontSizeIn(shorthand)
	}
	if c.compare(font, c.declared["font-family"]) > 0 {
		family = shorthand[lastBlank(shorthand):]
	}
	medium := cssvalue.MediumFont
	if strings.EqualFold(csstoken.Text(family), "monospace") {
		medium = cssvalue.MediumFont * monospace
	}
	return cssvalue.FontSize(strings.ToLower(csstoken.Text(size)), medium, m.Units())
}

// lastBlank returns the index after the last blank.
func lastBlank(tokens []csstoken.Token) int {
	for i := len(tokens); i > 0; i-- {
		if tokens[i-1].Kind == css.WhitespaceToken {
			return i
		}
	}
	return 0
}
