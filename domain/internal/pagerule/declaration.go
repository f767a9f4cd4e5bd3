package pagerule

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
	"platen/domain/internal/cssvalue"
	"platen/domain/internal/kleene"
	"platen/domain/internal/rootstyle"
)

// parseDeclaration reads a declaration and gives its longhands; none if it is invalid or of another property, since CSS
// drops those.
func parseDeclaration(item []csstoken.Token, root func() rootstyle.Style) []Declaration {
	if len(item) >= csstoken.MaxItem {
		return nil
	}
	property, value := csstoken.SplitDeclaration(item)
	value, important := csstoken.SplitImportant(csstoken.Trim(value))
	if strings.HasPrefix(property, "margin-inline") && root().RTL {
		property = mirrored[property]
	}
	if !rootstyle.HasReference(value) {
		return longhands(property, splitValue(value), important)
	}
	declarations := longhands(property, splitValue(root().Variables.Resolve(value)), important)
	if declarations == nil {
		return longhands(property, []string{"unset"}, important) // invalid at computed-value time
	}
	return declarations
}

// mirrored are the properties that text from right to left makes of others.
var mirrored = map[string]string{"margin-inline": "margin-inline-mirrored", "margin-inline-start": "margin-inline-end", "margin-inline-end": "margin-inline-start"}

// longhands gives the longhands of a property with a value without references.
func longhands(property string, parts []string, important bool) []Declaration {
	if property == "all" && len(parts) == 1 && cssvalue.IsCSSWide(parts[0]) {
		return append(longhands("margin", parts, important), longhands("size", parts, important)...)
	}
	switch {
	case len(parts) == 0:
		return nil
	case property == "size":
		if !isSize(parts) {
			return nil
		}
		return []Declaration{{property, strings.Join(parts, " "), important}}
	}
	if len(parts) == 1 && isSteering(property, parts[0]) {
		return []Declaration{{property, parts[0], important}}
	}
	if property == "font-size" || property == "font" {
		if size := cssvalue.FontSizeIn(csstoken.Read(strings.Join(parts, " "))); size != nil {
			return []Declaration{{"font-size", csstoken.Text(size), important}}
		}
		return nil
	}
	if property == "page-orientation" && len(parts) == 1 && isOrientation(parts[0]) {
		return []Declaration{{property, parts[0], important}}
	}
	var declarations []Declaration
	sides := marginSides(property)
	if len(sides) < len(parts) {
		return nil
	}
	for i, side := range sides {
		part := parts[valueIndex(i, len(sides), len(parts))]
		if !isMargin(part) && (len(parts) > 1 || !cssvalue.IsCSSWide(part)) {
			return nil
		}
		declarations = append(declarations, Declaration{side, part, important})
	}
	return declarations
}

// marginSides gives the longhands that a margin property sets, in the order of its values. Writing modes other than left to
// right and top to bottom are not supported.
func marginSides(property string) []string {
	switch property {
	case "margin":
		return []string{"margin-top", "margin-right", "margin-bottom", "margin-left"}
	case "margin-top", "margin-right", "margin-bottom", "margin-left":
		return []string{property}
	case "margin-block":
		return []string{"margin-top", "margin-bottom"}
	case "margin-inline":
		return []string{"margin-left", "margin-right"}
	case "margin-inline-mirrored":
		return []string{"margin-right", "margin-left"}
	case "margin-block-start":
		return []string{"margin-top"}
	case "margin-block-end":
		return []string{"margin-bottom"}
	case "margin-inline-start":
		return []string{"margin-left"}
	case "margin-inline-end":
		return []string{"margin-right"}
	}
	return nil
}

// valueIndex tells which of a shorthand's values is that of its i-th side.
func valueIndex(i, sides, values int) int {
	switch {
	case i < values:
		return i
	case sides == 4 && i == 3 && values > 1:
		return 1 // the left side is as the right one
	default:
		return 0
	}
}

// splitValue gives the parts of a value between blanks, functions whole. All is in lower case except the content of
// parentheses, which may have names of the author's.
func splitValue(value []csstoken.Token) []string {
	var parts []string
	var part strings.Builder
	depth := 0
	for _, t := range value {
		switch {
		case depth > 0:
			part.WriteString(t.Text)
		case t.Kind == css.WhitespaceToken:
			parts = append(parts, part.String())
			part.Reset()
		default:
			part.WriteString(strings.ToLower(t.Text))
		}
		switch t.Kind {
		case css.FunctionToken, css.LeftParenthesisToken:
			depth++
		case css.RightParenthesisToken:
			depth--
		}
	}
	if part.Len() > 0 {
		parts = append(parts, part.String())
	}
	return parts
}

// Parts gives the parts of the value between blanks, functions whole.
func (d Declaration) Parts() []string {
	depth := 0
	return strings.FieldsFunc(d.Value, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		return c == ' ' && depth == 0
	})
}

// isMargin tells whether the part is a valid value of a margin.
func isMargin(part string) bool {
	_, known := cssvalue.Compute(part, 0, cssvalue.AnyUnits)
	return part == "auto" || known != kleene.False
}
