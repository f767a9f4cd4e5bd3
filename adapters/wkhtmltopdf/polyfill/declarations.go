package polyfill

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// properties are those that Qt WebKit knows by older names. A property with several older names is a shorthand for them:
// one value is for all, and two or four are distributed as CSS does. Physical sides are those of text from left to right.
var properties = map[string][]string{
	"margin-inline":        {"-webkit-margin-start", "-webkit-margin-end"},
	"margin-inline-start":  {"-webkit-margin-start"},
	"margin-inline-end":    {"-webkit-margin-end"},
	"margin-block":         {"-webkit-margin-before", "-webkit-margin-after"},
	"margin-block-start":   {"-webkit-margin-before"},
	"margin-block-end":     {"-webkit-margin-after"},
	"padding-inline":       {"-webkit-padding-start", "-webkit-padding-end"},
	"padding-inline-start": {"-webkit-padding-start"},
	"padding-inline-end":   {"-webkit-padding-end"},
	"padding-block":        {"-webkit-padding-before", "-webkit-padding-after"},
	"padding-block-start":  {"-webkit-padding-before"},
	"padding-block-end":    {"-webkit-padding-after"},
	"border-inline-start":  {"-webkit-border-start"},
	"border-inline-end":    {"-webkit-border-end"},
	"border-block-start":   {"-webkit-border-before"},
	"border-block-end":     {"-webkit-border-after"},
	"inline-size":          {"-webkit-logical-width"},
	"block-size":           {"-webkit-logical-height"},
	"min-inline-size":      {"-webkit-min-logical-width"},
	"min-block-size":       {"-webkit-min-logical-height"},
	"max-inline-size":      {"-webkit-max-logical-width"},
	"max-block-size":       {"-webkit-max-logical-height"},
	"inset":                {"top", "right", "bottom", "left"},
	"inset-block":          {"top", "bottom"},
	"inset-block-start":    {"top"},
	"inset-block-end":      {"bottom"},
	"inset-inline":         {"left", "right"},
	"inset-inline-start":   {"left"},
	"inset-inline-end":     {"right"},
	"writing-mode":         {"-webkit-writing-mode"},
}

// declaration is one that is being read.
type declaration struct {
	start int    // of its name
	name  string // "" for none
	value int    // where its value begins; -1 before the colon
	depth int    // of parentheses in the value
}

// translateDeclarations writes CSS that Qt WebKit does not know in the way that it does: logical properties, inset,
// writing-mode, gradients behind borders, and colours without commas. The text is a style sheet, or the declarations of an attribute.
func translateDeclarations(ctx context.Context, text string, attribute bool) string {
	var b strings.Builder
	done := 0
	d, begins := declaration{}, attribute
	end := func(at int) {
		if from, by := d.translate(text, at); from >= 0 {
			b.WriteString(text[done:from] + by)
			done = at
		}
		d, begins = declaration{}, true
	}
	for token := range csstoken.All(ctx, text) {
		switch token.Kind {
		case css.WhitespaceToken, css.CommentToken:
		case css.SemicolonToken, css.RightBraceToken:
			end(token.Start)
		case css.LeftBraceToken:
			d, begins = declaration{}, true // what came before was a selector
		case css.IdentToken:
			if begins {
				d = declaration{start: token.Start, name: strings.ToLower(token.Text), value: -1}
			}
			begins = false
		case css.ColonToken:
			if d.name != "" && d.value < 0 {
				d.value = token.Start + 1
			}
		case css.FunctionToken, css.LeftParenthesisToken:
			d.depth++
			begins = false
		case css.RightParenthesisToken:
			d.depth--
		default:
			begins = false
		}
	}
	end(len(text))
	return b.String() + text[done:]
}

// translate returns what takes the place of a declaration that ends at an offset of its text, and from where; -1 if it is not whole, or if
// the engine knows it.
func (d declaration) translate(text string, end int) (from int, by string) {
	if d.name == "" || d.value < 0 || d.depth != 0 {
		return -1, ""
	}
	value := text[d.value:end]
	colours := translateColours(value)
	priority := ""
	if strings.HasSuffix(strings.TrimSpace(colours), "!important") {
		priority = "!important"
	}
	older, isOlder := properties[d.name]
	switch {
	case isOlder:
		colours = strings.TrimSuffix(strings.TrimSpace(colours), priority)
	case isBackground(d.name) && strings.Contains(colours, "gradient("):
		// On a box with a border, the engine paints a gradient that begins within the border as a white or tiled area.
		return d.value, colours + ";background-origin:border-box" + priority
	case colours == value:
		return -1, ""
	default:
		return d.value, colours
	}
	parts := []string{strings.TrimSpace(colours)}
	if len(older) > 1 {
		parts = splitParts(colours)
	}
	if len(parts) == 0 || len(parts) > len(older) {
		return -1, ""
	}
	declarations := make([]string, len(older))
	for i, name := range older {
		declarations[i] = name + ":" + parts[partOf(i, len(parts))] + priority
	}
	return d.start, strings.Join(declarations, ";")
}

func isBackground(property string) bool {
	return property == "background" || property == "background-image"
}

// partOf returns the number of the value for the i-th side, if there are so many values.
func partOf(i, values int) int {
	switch {
	case i < values:
		return i
	case i == 3 && values > 1:
		return 1
	}
	return 0
}

// splitParts divides a value at blanks outside parentheses.
func splitParts(value string) []string {
	depth := 0
	return strings.FieldsFunc(value, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth == 0 && strings.ContainsRune(" \t\r\n\f", c)
	})
}

// modernColour is a colour in the syntax of CSS Color 4, in which blanks separate the components.
var modernColour = regexp.MustCompile(`(?i)\b(rgb|hsl)a?\(\s*([-+.\d]+(?:%|deg)?)\s+([-+.\d]+%?)\s+([-+.\d]+%?)\s*(?:/\s*([-+.\d]+%?)\s*)?\)`)

// translateColours writes such colours in the syntax of CSS Color 3, which Qt WebKit knows.
func translateColours(value string) string {
	if !strings.Contains(value, "(") {
		return value
	}
	return modernColour.ReplaceAllStringFunc(value, func(colour string) string {
		m := modernColour.FindStringSubmatch(colour)
		function, components, alpha := strings.ToLower(m[1]), m[2:5], alphaOf(m[5])
		components[0] = strings.TrimSuffix(strings.ToLower(components[0]), "deg")
		if function == "hsl" {
			// Without a percent sign they are percentages all the same.
			components[1], components[2] = strings.TrimSuffix(components[1], "%")+"%", strings.TrimSuffix(components[2], "%")+"%"
		}
		return function + "a(" + strings.Join(components, ",") + "," + alpha + ")"
	})
}

// alphaOf returns an alpha value, which may be a percentage or missing, as a number.
func alphaOf(text string) string {
	if text == "" {
		return "1"
	}
	if percent, is := strings.CutSuffix(text, "%"); is {
		if value, err := strconv.ParseFloat(percent, 64); err == nil {
			return strconv.FormatFloat(value/100, 'f', -1, 64)
		}
	}
	return text
}
