package pagecss

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// supports evaluates the condition of an @supports rule: true for properties of CSS, whatever their values, for selectors,
// and for forms of fonts that engines know.
func supports(tokens []token) bool {
	r := conditionReader{trimBlanks(tokens), supportsDeclaration, supportsFunction}
	result := r.condition()
	return result == isTrue && len(trimBlanks(r.tokens)) == 0
}

// supportsDeclaration evaluates "property: value".
func supportsDeclaration(tokens []token) truth {
	if len(tokens) == 0 || tokens[0].Kind != css.IdentToken && tokens[0].Kind != css.CustomPropertyNameToken {
		return unknown
	}
	rest := trimBlanks(tokens[1:])
	if len(rest) == 0 || rest[0].Kind != css.ColonToken {
		return unknown
	}
	name := strings.ToLower(tokens[0].Text)
	value := trimBlanks(rest[1:])
	return truthOf(strings.HasPrefix(name, "--") || len(value) > 0 && isProperty(name))
}

// supportsFunction evaluates selector(), font-format() and font-tech().
func supportsFunction(name string, arguments []token) truth {
	switch {
	case len(arguments) == 0:
	case name == "selector":
		return supportsSelector(arguments)
	case (name == "font-format" || name == "font-tech") && len(arguments) == 1:
		return truthOf(fontSupport[strings.ToLower(arguments[0].Text)])
	}
	return unknown
}

// supportsSelector tells whether a selector has only known pseudo-classes and pseudo-elements.
func supportsSelector(tokens []token) truth {
	for i, t := range tokens[:len(tokens)-1] {
		next := tokens[i+1]
		if t.Kind != css.ColonToken || next.Kind == css.ColonToken {
			continue
		}
		name := strings.ToLower(strings.TrimSuffix(next.Text, "("))
		if !pseudos[name] && !strings.HasPrefix(name, "-webkit-") {
			return isFalse
		}
	}
	return isTrue
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

var (
	fontSupport = set("collection", "opentype", "truetype", "woff", "woff2", "color-cbdt", "color-colrv0", "color-colrv1", "color-sbix",
		"features-aat", "features-opentype", "palettes", "variations")
	pseudos = set(strings.Fields(`active after any-link autofill backdrop before checked cue default defined details-content dir disabled
		empty enabled file-selector-button first first-child first-letter first-line first-of-type focus focus-visible
		focus-within fullscreen future grammar-error has highlight host host-context hover in-range indeterminate invalid is
		lang last-child last-of-type left link marker modal not nth-child nth-last-child nth-last-of-type nth-of-type only-child
		only-of-type open optional out-of-range part past paused picture-in-picture placeholder placeholder-shown playing
		popover-open read-only read-write required right root scope selection slotted spelling-error state target target-text
		user-invalid user-valid valid view-transition visited where`)...)
)
