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

// translateDeclarations writes CSS that Qt WebKit does not know in the way that it does: logical properties, inset,
// writing-mode, gradients behind borders, and colours without commas. It does so in the styles that the document contains.
func translateDeclarations(ctx context.Context, document string, v viewport) (edits []edit) {
	if !mentionsAny(document, "-inline", "-block", "inset", "inline-size", "block-size", "writing-mode", "rgb", "hsl", "gradient") {
		return nil
	}
	t := translator{ctx: ctx, viewport: v}
	for attribute, at := range styles(ctx, document, "style") {
		edits = append(edits, t.inCSS(document[at.start:at.end], at.start, attribute == "style")...)
	}
	return edits
}

// translator translates the declarations of a document.
type translator struct {
	ctx      context.Context
	viewport viewport
}

// declaration is one that is being read.
type declaration struct {
	start int    // of its name
	name  string // "" for none
	value int    // where its value begins; -1 before the colon
	depth int    // of parentheses in the value
}

// inCSS translates a style sheet, or the declarations of a style attribute.
func (t translator) inCSS(text string, offset int, attribute bool) (edits []edit) {
	d, begins := declaration{}, attribute
	for token := range csstoken.All(t.ctx, text) {
		switch token.Kind {
		case css.WhitespaceToken, css.CommentToken:
		case css.SemicolonToken, css.RightBraceToken:
			edits = append(edits, t.translate(d, text, token.Start, offset)...)
			d, begins = declaration{}, true
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
	return append(edits, t.translate(d, text, len(text), offset)...)
}

// translate returns the edit of a declaration that ends at an offset of its text; none if it is not whole, or if the engine
// knows it.
func (t translator) translate(d declaration, text string, end, offset int) []edit {
	if d.name == "" || d.value < 0 || d.depth != 0 {
		return nil
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
		return []edit{{offset + d.value, offset + end, t.withoutViewport(colours) + ";background-origin:border-box" + priority}}
	case colours == value:
		return nil
	default:
		return []edit{{offset + d.value, offset + end, t.withoutViewport(colours)}}
	}
	parts := []string{strings.TrimSpace(colours)}
	if len(older) > 1 {
		parts = splitParts(colours)
	}
	if len(parts) == 0 || len(parts) > len(older) {
		return nil
	}
	declarations := make([]string, len(older))
	for i, name := range older {
		declarations[i] = name + ":" + t.withoutViewport(parts[partOf(i, len(parts))]) + priority
	}
	return []edit{{offset + d.start, offset + end, strings.Join(declarations, ";")}}
}

func isBackground(property string) bool {
	return property == "background" || property == "background-image"
}

// withoutViewport replaces lengths in units of the viewport, as other edits cannot within a part that is replaced.
func (t translator) withoutViewport(value string) string {
	var b strings.Builder
	done := 0
	for _, e := range t.viewport.inCSS(t.ctx, value, 0, false) {
		b.WriteString(value[done:e.start] + e.text)
		done = e.end
	}
	return b.String() + value[done:]
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
