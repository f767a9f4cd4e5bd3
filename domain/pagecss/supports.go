package pagecss

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// supports evaluates the condition of an @supports rule: true for properties of CSS, whatever their values. Functions
// are unknown.
func supports(tokens []token) bool {
	r := conditionReader{trimBlanks(tokens), supportsDeclaration, func(string, []token) truth { return unknown }}
	result := r.condition()
	return result == isTrue && len(trimBlanks(r.tokens)) == 0
}

// supportsDeclaration evaluates "property: value".
func supportsDeclaration(tokens []token) truth {
	if len(tokens) == 0 || tokens[0].kind != css.IdentToken && tokens[0].kind != css.CustomPropertyNameToken {
		return unknown
	}
	rest := trimBlanks(tokens[1:])
	if len(rest) == 0 || rest[0].kind != css.ColonToken {
		return unknown
	}
	name := strings.ToLower(tokens[0].text)
	value := trimBlanks(rest[1:])
	return truthOf(strings.HasPrefix(name, "--") || len(value) > 0 && isProperty(name))
}

// isProperty tells whether CSS has the property, in any engine.
func isProperty(name string) bool {
	if _, found := slices.BinarySearch(properties, name); found {
		return true
	}
	for family := range strings.FieldsSeq(propertyFamilies) {
		if strings.HasPrefix(name, family+"-") {
			return true
		}
	}
	return false
}

// properties are those of no family, in order; propertyFamilies are first words that several properties share.
var (
	properties = strings.Fields(`accent-color all appearance aspect-ratio backdrop-filter backface-visibility background
		block-size border bottom caption-side caret-color clear clip clip-path color color-scheme columns contain container
		content cursor direction display empty-cells filter flex float font gap grid hanging-punctuation height hyphens
		image-orientation image-rendering initial-letter inline-size inset isolation left letter-spacing margin mask max-height
		max-width min-height min-width mix-blend-mode opacity order orphans outline overflow padding page page-orientation
		paint-order perspective pointer-events position print-color-adjust quotes resize right rotate row-gap scale size
		tab-size table-layout top transform transition translate unicode-bidi user-select vertical-align visibility
		white-space widows width will-change writing-mode z-index zoom`)
	propertyFamilies = `align animation background border box break column contain container counter flex font grid inset
		justify line list margin mask max min object offset outline overflow padding page-break place ruby scroll shape text
		transform transition white-space word -webkit`
)
