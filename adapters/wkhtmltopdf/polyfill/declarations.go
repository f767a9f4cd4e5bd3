package polyfill

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

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
	"border-inline":        {"-webkit-border-start", "-webkit-border-end"},
	"border-block":         {"-webkit-border-before", "-webkit-border-after"},
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

	"text-decoration":       {"-webkit-text-decoration"},
	"text-decoration-line":  {"-webkit-text-decoration-line"},
	"text-decoration-style": {"-webkit-text-decoration-style"},
	"text-decoration-color": {"-webkit-text-decoration-color"},
}

// physical names the side or length that a direction stands for. Qt WebKit resolves no variables in properties of a direction.
var physical = strings.NewReplacer("-webkit-margin", "margin", "-webkit-padding", "padding", "-webkit-border", "border",
	"-webkit-min-logical", "min", "-webkit-max-logical", "max", "-webkit-logical-", "",
	"before", "top", "after", "bottom", "start", "left", "end", "right")

// sizes, wraps and alignments are keywords that Qt WebKit knows by older names. It does not know space-evenly: space-around is the nearest.
var (
	sizes = map[string]string{
		"fit-content": "-webkit-fit-content", "max-content": "-webkit-max-content", "min-content": "-webkit-min-content",
	}
	wraps      = map[string]string{"anywhere": "break-word"} // which differ in the least width of a box
	alignments = map[string]string{
		"start": "flex-start", "left": "flex-start", "end": "flex-end", "right": "flex-end", "space-evenly": "space-around",
	}
)

// translateKeywords rewrites such keywords in the value of a property.
func translateKeywords(property string, value []csstoken.Token) {
	var older map[string]string
	switch {
	case strings.HasSuffix(property, "width"), property == "flex-basis":
		older = sizes
	case strings.HasPrefix(property, "align-"), strings.HasPrefix(property, "justify-"):
		older = alignments
	case property == "overflow-wrap":
		older = wraps
	}
	for i, t := range value {
		if name, known := older[strings.ToLower(t.Text)]; known {
			value[i].Text = name
		}
	}
}

// declaration rewrites a declaration that Qt WebKit does not know in the way that it does: no units of the viewport, no colours that it
// does not know, and older names. The value are its last tokens.
func (v viewport) declaration(name string, item, value []csstoken.Token) {
	v.lengths(value)
	translateKeywords(name, value)
	bare, important := csstoken.SplitImportant(csstoken.Trim(value))
	priority := ""
	if important {
		priority = "!important"
	}
	older := properties[name]
	parts := [][]csstoken.Token{bare}
	if len(older) > 1 && !strings.HasPrefix(name, "border-") { // borders have one value of several components
		parts = csstoken.Components(bare)
	}
	if 0 < len(parts) && len(parts) <= len(older) {
		declarations := make([]string, len(older))
		for i, name := range older {
			if mentions(value, "var(") {
				name = physical.Replace(name)
			}
			declarations[i] = name + ":" + translateColours(csstoken.Join(parts[csstoken.SideValue(len(parts), i)])) + priority
		}
		replace(item, strings.Join(declarations, ";"))
		return
	}
	if mentions(value, "(") {
		replace(value, translateColours(csstoken.Join(value)))
	}
	switch {
	case isBackground(name) && mentions(value, "gradient("):
		// On a box with a border, the engine paints a gradient that begins within the border as a white or tiled area.
		value[0].Text = tilt(value[0].Text) + ";background-origin:border-box" + priority
	case name == "display" && mentions(value, "flex"):
		// The engine moves the lines of flexible boxes to no other page: one at the end of a page would be cut in two.
		item[0].Text = "page-break-inside:avoid;" + item[0].Text
	}
}

// mentions reports whether a token has a text in it.
func mentions(value []csstoken.Token, text string) bool {
	return slices.ContainsFunc(value, func(t csstoken.Token) bool { return strings.Contains(t.Text, text) })
}

func isBackground(property string) bool {
	return property == "background" || property == "background-image"
}

// modernColour is a colour in the syntax of CSS Color 4, in which blanks separate the components. Its alpha value may be a variable.
var modernColour = regexp.MustCompile(
	`(?i)\b(rgb|hsl)a?\(\s*([-+.\d]+(?:%|deg)?)\s+([-+.\d]+%?)\s+([-+.\d]+%?)\s*(?:/\s*([-+.\d]+%?|var\([^()]*\))\s*)?\)`)

// translateColours writes such colours in the syntax of CSS Color 3, which Qt WebKit knows.
func translateColours(value string) string {
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

var (
	// linear is a linear gradient up to the end of its first argument, or to a parenthesis in it.
	linear = regexp.MustCompile(`((?:^|[(,\s])(?:repeating-)?linear-gradient\(\s*)([^,()]*)`)
	// direction is how a first argument begins that is not a colour.
	direction = regexp.MustCompile(`^(to\s|[-+.\d]|calc$|var$)`)
	// tilted are the straight directions, turned by what nobody sees.
	tilted = map[string]string{
		"to bottom": "180.05deg", "to top": "0.05deg", "to left": "270.05deg", "to right": "90.05deg",
		"180deg": "180.05deg", "0deg": "0.05deg", "270deg": "270.05deg", "90deg": "90.05deg",
	}
)

// tilt turns straight gradients. The engine makes a tile of a straight one of a single line of pixels, of which nothing is left after the
// canvas is reduced to the paper.
func tilt(value string) string {
	return linear.ReplaceAllStringFunc(value, func(gradient string) string {
		m := linear.FindStringSubmatch(gradient)
		angle, straight := tilted[strings.Join(strings.Fields(m[2]), " ")]
		switch {
		case straight:
			return m[1] + angle
		case direction.MatchString(m[2]):
			return gradient
		}
		return m[1] + "180.05deg," + m[2]
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
