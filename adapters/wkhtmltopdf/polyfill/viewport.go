package polyfill

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
)

// viewport is what media queries and units of length refer to: the first page's content box, in CSS pixels. In unpatched
// wkhtmltopdf it is 0 wide and high, so that each "max-width: 600px" applies and 50vw is 0. And the engine loads a
// document as for a screen, so that images and fonts for print only are missing. So media queries and lengths are
// replaced, and rules for print become rules for all media.
type viewport struct{ width, height float64 }

func viewportOf(job domain.PrintJob) viewport {
	return viewport{
		width:  max(0, (job.Paper.Width - job.Margins.Left - job.Margins.Right).Pixels()),
		height: max(0, (job.Paper.Height - job.Margins.Top - job.FirstTop - job.Margins.Bottom).Pixels()),
	}
}

// screenWidth is a style that gives a document its width on paper already while it loads. The engine divides rows of tables, and lines in
// items of flexible boxes, where the layout before the print has the ends of pages: in a layout of no width that would be anywhere.
func (v viewport) screenWidth() string {
	return fmt.Sprintf(`@media screen{html|html{width:%.3fpx!important}}`, v.width)
}

// query rewrites media queries, or a rule's prelude with such: all that depends on the viewport is answered as a browser does.
func (v viewport) query(queries []csstoken.Token) {
	open := -1 // where the innermost parenthesis begins
	for i, t := range queries {
		switch {
		case t.Kind == css.LeftParenthesisToken:
			open = i
		case t.Kind == css.IdentToken && open < 0 && strings.EqualFold(t.Text, "print"):
			queries[i].Text = "all"
		case t.Kind == css.RightParenthesisToken && open >= 0:
			question := queries[open : i+1]
			replace(question, v.condition(csstoken.Join(question)))
			open = -1
		}
	}
}

// lengths rewrites the units of the viewport in a value.
func (v viewport) lengths(value []csstoken.Token) {
	for i, t := range value {
		if pixels, is := v.pixels(t); is {
			value[i].Text = strconv.FormatFloat(pixels, 'f', 3, 64) + "px"
		}
	}
}

// maxShare bounds a length, in hundredths of the viewport.
const maxShare = 1e6

// pixels returns a length in units of the viewport.
func (v viewport) pixels(t csstoken.Token) (pixels float64, is bool) {
	if t.Kind != css.DimensionToken {
		return 0, false
	}
	dimension := strings.ToLower(t.Text)
	number := strings.TrimRight(dimension, "abcdefghijklmnopqrstuvwxyz")
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, false
	}
	// A few bytes could ask for hundreds of digits.
	value = max(-maxShare, min(value, maxShare))
	unit := dimension[len(number):]
	if len(unit) > 2 && strings.IndexByte("sld", unit[0]) >= 0 && unit[1] == 'v' {
		unit = unit[1:] // small, large and dynamic viewports are one on paper
	}
	switch unit {
	case "vw":
		return value * v.width / 100, true
	case "vh":
		return value * v.height / 100, true
	case "vmin":
		return value * min(v.width, v.height) / 100, true
	case "vmax":
		return value * max(v.width, v.height) / 100, true
	}
	return 0, false
}

var (
	feature     = regexp.MustCompile(`(?i)^\(\s*(min-|max-|)(width|height)\s*(:|<=|>=|<|>|=)\s*([\d.]+[a-z]*)\s*\)$`)
	orientation = regexp.MustCompile(`(?i)^\(\s*orientation\s*:\s*(portrait|landscape)\s*\)$`)
)

// condition returns a condition of a media query as the engine evaluates it like a browser, or as it is.
func (v viewport) condition(question string) string {
	yes, understood := v.holds(question)
	switch {
	case !understood:
		return question
	case yes:
		return "(min-width:0)"
	default:
		return "(min-width:1px)"
	}
}

func (v viewport) holds(question string) (yes, understood bool) {
	if m := orientation.FindStringSubmatch(question); m != nil {
		return strings.EqualFold(m[1], "portrait") == (v.height >= v.width), true
	}
	m := feature.FindStringSubmatch(question)
	if m == nil {
		return false, false
	}
	asked, err := mediaLength(m[4])
	if err != nil {
		return false, false
	}
	actual := v.width
	if strings.EqualFold(m[2], "height") {
		actual = v.height
	}
	relation := strings.ToLower(m[1]) + m[3]
	switch relation {
	case "min-:", ">=":
		return actual >= asked, true
	case "max-:", "<=":
		return actual <= asked, true
	case ">":
		return actual > asked, true
	case "<":
		return actual < asked, true
	case ":", "=":
		return actual == asked, true
	}
	return false, false
}

// mediaLength reads a length of a media query, in pixels; an em there is the browser's own, of 16.
func mediaLength(text string) (float64, error) {
	text = strings.ToLower(text)
	for _, unit := range []string{"rem", "em"} {
		if number, is := strings.CutSuffix(text, unit); is {
			value, err := strconv.ParseFloat(number, 64)
			return value * 16, err
		}
	}
	length, err := domain.ParseLength(text)
	return length.Pixels(), err
}
