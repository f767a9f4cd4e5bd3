package polyfill

import (
	"regexp"
	"strconv"
	"strings"
)

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
