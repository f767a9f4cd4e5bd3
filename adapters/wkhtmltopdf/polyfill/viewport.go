package polyfill

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/stylesheet"
)

// viewport is what media queries and units of length refer to: the first page's content box unless a job says otherwise. In unpatched
// wkhtmltopdf it is 0 wide and high, so that each "max-width: 600px" applies and 50vw is 0. And the engine loads a
// document as for a screen, so that images and fonts for print only are missing. So media queries and lengths are
// replaced, and rules for print become rules for all media.
type viewport domain.Size

// screenWidth is a style that gives a document its width on paper already while it loads. The engine divides rows of tables, and lines in
// items of flexible boxes, where the layout before the print has the ends of pages: in a layout of no width that would be anywhere.
func screenWidth(job domain.PrintJob) string {
	return fmt.Sprintf(`@media screen{html|html{width:%.3fpx!important}}`, job.FirstContent().Width.Pixels())
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
			if has, known := stylesheet.HasMediaFeature(csstoken.Join(queries[open+1:i]), domain.Size(v)); known {
				replace(queries[open:i+1], map[bool]string{true: "(min-width:0)", false: "(min-width:1px)"}[has])
			}
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
	value, unit, ok := domain.SplitUnit(t.Text)
	if len(unit) > 2 && strings.IndexByte("sld", unit[0]) >= 0 && unit[1] == 'v' {
		unit = unit[1:] // small, large and dynamic viewports are one on paper
	}
	whole, known := map[string]domain.Length{
		"vw": v.Width, "vh": v.Height, "vmin": min(v.Width, v.Height), "vmax": max(v.Width, v.Height),
	}[unit]
	// A few bytes could ask for hundreds of digits.
	value = max(-maxShare, min(value, maxShare))
	return value * whole.Pixels() / 100, ok && known
}
