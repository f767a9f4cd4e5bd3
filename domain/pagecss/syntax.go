package pagecss

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/internal/cssescape"
)

// parseSelector reads the prelude of an @page rule: a list of names with pseudo-classes, or nothing. One that
// is not valid makes the whole rule invalid.
func parseSelector(prelude []token) (selector string, ok bool) {
	switch {
	case len(prelude) == 0:
		return "", true
	case len(prelude) >= maxItem-1:
		return "", false
	}
	var b strings.Builder
	for i, part := range splitList(prelude) {
		if i > 0 {
			b.WriteString(", ")
		}
		if !writeSelector(&b, trimBlanks(part)) {
			return "", false
		}
	}
	return b.String(), true
}

// writeSelector writes one selector of the list, which no blank may divide.
func writeSelector(b *strings.Builder, tokens []token) bool {
	if len(tokens) == 0 {
		return false
	}
	if isName(tokens[0]) {
		b.WriteString(tokens[0].Text)
		tokens = tokens[1:]
	}
	for ; len(tokens) > 0; tokens = tokens[2:] {
		if tokens[0].Kind != css.ColonToken || len(tokens) < 2 || tokens[1].Kind != css.IdentToken {
			return false
		}
		pseudo := strings.ToLower(tokens[1].Text)
		if pseudo != "first" && pseudo != "left" && pseudo != "right" && pseudo != "blank" {
			return false
		}
		b.WriteString(":" + pseudo)
	}
	return true
}

func isName(t token) bool {
	return t.Kind == css.CustomPropertyNameToken || t.Kind == css.IdentToken && !strings.EqualFold(t.Text, "auto")
}

// parseDeclaration reads a declaration and gives its longhands; none if it is invalid or of another property, since CSS
// drops those.
func parseDeclaration(item []token, root func() rootStyle) []declaration {
	if len(item) >= maxItem {
		return nil
	}
	property, value := splitDeclaration(item)
	value, important := splitImportant(trimBlanks(value))
	if strings.HasPrefix(property, "margin-inline") && root().rtl {
		property = mirrored[property]
	}
	if !hasReference(value) {
		return longhands(property, splitValue(value), important)
	}
	declarations := longhands(property, splitValue(root().variables.resolve(value)), important)
	if declarations == nil {
		return longhands(property, []string{"unset"}, important) // invalid at computed-value time
	}
	return declarations
}

// mirrored are the properties that text from right to left makes of others.
var mirrored = map[string]string{"margin-inline": "margin-inline-mirrored", "margin-inline-start": "margin-inline-end", "margin-inline-end": "margin-inline-start"}

// longhands gives the longhands of a property with a value without references.
func longhands(property string, parts []string, important bool) []declaration {
	if property == "all" && len(parts) == 1 && isWide(parts[0]) {
		return append(longhands("margin", parts, important), longhands("size", parts, important)...)
	}
	switch {
	case len(parts) == 0:
		return nil
	case property == "size":
		if !isSize(parts) {
			return nil
		}
		return []declaration{{property, strings.Join(parts, " "), important}}
	}
	if len(parts) == 1 && isSteering(property, parts[0]) {
		return []declaration{{property, parts[0], important}}
	}
	if property == "font-size" || property == "font" {
		if size := fontSizeIn(tokensOf(strings.Join(parts, " "))); size != nil {
			return []declaration{{"font-size", textOf(size), important}}
		}
		return nil
	}
	if property == "page-orientation" && len(parts) == 1 && isOrientation(parts[0]) {
		return []declaration{{property, parts[0], important}}
	}
	var declarations []declaration
	sides := marginSides(property)
	if len(sides) < len(parts) {
		return nil
	}
	for i, side := range sides {
		part := parts[valueIndex(i, len(sides), len(parts))]
		if !isMargin(part) && (len(parts) > 1 || !isWide(part)) {
			return nil
		}
		declarations = append(declarations, declaration{side, part, important})
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

// splitDeclaration divides "name: value"; the name is in lower case, "" if there is none.
func splitDeclaration(item []token) (name string, value []token) {
	if len(item) == 0 || item[0].Kind != css.IdentToken && item[0].Kind != css.CustomPropertyNameToken {
		return "", nil
	}
	rest := item[1:]
	for len(rest) > 0 && rest[0].Kind == css.WhitespaceToken {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].Kind != css.ColonToken {
		return "", nil
	}
	return strings.ToLower(item[0].Text), rest[1:]
}

// splitImportant removes "!important" from the end of a value.
func splitImportant(value []token) (rest []token, important bool) {
	if n := len(value); n > 0 && strings.EqualFold(value[n-1].Text, "important") {
		rest = trimBlanks(value[:n-1])
		if n := len(rest); n > 0 && rest[n-1].Text == "!" {
			return trimBlanks(rest[:n-1]), true
		}
	}
	return value, false
}

// splitValue gives the parts of a value between blanks, functions whole. All is in lower case except the content of
// parentheses, which may have names of the author's.
func splitValue(value []token) []string {
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

// parts gives the parts of the value between blanks, functions whole.
func (d declaration) parts() []string {
	depth := 0
	return strings.FieldsFunc(d.value, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		return c == ' ' && depth == 0
	})
}

// textOf gives the text of tokens, without blanks around it.
func textOf(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.Text)
	}
	return strings.TrimSpace(b.String())
}

// unquoted gives what a string or a name stands for.
func unquoted(t token) string { return cssescape.String(t.Text) }

func trimBlanks(tokens []token) []token {
	for len(tokens) > 0 && tokens[0].Kind == css.WhitespaceToken {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].Kind == css.WhitespaceToken {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}
