package csscondition

import (
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/internal/cssselector"
	"platen/domain/internal/kleene"
)

// Supports evaluates the condition of an @supports rule: true for properties of CSS, whatever their values, for selectors,
// and for forms of fonts that engines know.
func Supports(tokens []csstoken.Token) bool {
	r := conditionReader{csstoken.Trim(tokens), supportsDeclaration, supportsFunction}
	result := r.condition()
	return result == kleene.True && len(csstoken.Trim(r.tokens)) == 0
}

// SupportsImport evaluates the condition in the supports() of an @import rule, which may be a declaration alone.
func SupportsImport(tokens []csstoken.Token) bool {
	return Supports(tokens) || supportsDeclaration(csstoken.Trim(tokens)) == kleene.True
}

// supportsDeclaration evaluates "property: value".
func supportsDeclaration(tokens []csstoken.Token) kleene.Truth {
	if len(tokens) == 0 || tokens[0].Kind != css.IdentToken && tokens[0].Kind != css.CustomPropertyNameToken {
		return kleene.Unknown
	}
	rest := csstoken.Trim(tokens[1:])
	if len(rest) == 0 || rest[0].Kind != css.ColonToken {
		return kleene.Unknown
	}
	name := strings.ToLower(tokens[0].Text)
	value := csstoken.Trim(rest[1:])
	return kleene.Of(strings.HasPrefix(name, "--") || len(value) > 0 && isProperty(name))
}

// supportsFunction evaluates selector(), font-format() and font-tech().
func supportsFunction(name string, arguments []csstoken.Token) kleene.Truth {
	switch {
	case len(arguments) == 0:
	case name == "selector":
		return supportsSelector(arguments)
	case (name == "font-format" || name == "font-tech") && len(arguments) == 1:
		return kleene.Of(slices.Contains(fontSupport, strings.ToLower(arguments[0].Text)))
	}
	return kleene.Unknown
}

// supportsSelector reports whether a selector has only known pseudo-classes and pseudo-elements.
func supportsSelector(tokens []csstoken.Token) kleene.Truth {
	for i, t := range tokens[:len(tokens)-1] {
		next := tokens[i+1]
		if t.Kind != css.ColonToken || next.Kind == css.ColonToken {
			continue
		}
		name := strings.ToLower(strings.TrimSuffix(next.Text, "("))
		if !cssselector.IsPseudo(name) {
			return kleene.False
		}
	}
	return kleene.True
}

// isProperty reports whether CSS has the property, in any engine.
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

// fontSupport are the forms of fonts that engines know.
var fontSupport = []string{"collection", "opentype", "truetype", "woff", "woff2", "color-cbdt", "color-colrv0", "color-colrv1", "color-sbix",
	"features-aat", "features-opentype", "palettes", "variations"}
