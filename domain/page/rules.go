package page

import (
	"context"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/stylesheet"
)

// Rules are what the style sheets of a document say of its pages.
type Rules struct {
	defaults  Page
	names     []string // of pages, in document order
	first     bool     // a selector is for the first page
	inset     bool     // pages may have borders or paddings
	unchanged bool     // no style sheet says anything of pages, so all have the default paper and margins

	functions bool // a margin is a function that only an engine can compute
	root      root
	// declared holds the winner of each longhand by selector.
	declared map[string]map[string]declared
}

// Read reads the page rules of a document. Paper and margins hold where no rule says otherwise. The error is that of ctx, soon
// after it ends, or an InvalidRequest: there are too many rules, or a margin is too far below 0.
func Read(ctx context.Context, styles Styles, paper domain.Size, margins domain.Margins) (*Rules, error) {
	r := &Rules{
		defaults: Page{Size: paper, Margins: margins}, root: root{font: mediumFont}, declared: map[string]map[string]declared{},
		unchanged: !speaksOfPages(styles),
	}
	if r.unchanged {
		return r, ctx.Err()
	}
	reading := reader{rules: r}
	for i, sheet := range styles.Sheets {
		if err := reading.sheet(ctx, i, sheet); err != nil {
			return nil, err
		}
	}
	var err error
	if r.root, err = reading.rootOf(ctx, styles.Root); err != nil {
		return nil, err
	}
	for _, d := range reading.pages {
		if err := r.expand(d); err != nil {
			return nil, err
		}
	}
	return r, ctx.Err()
}

// HasFunctions reports whether a margin is a function that only an engine can compute.
func (r *Rules) HasFunctions() bool { return r.functions }

// speaksOfPages reports whether styles may say anything of pages: in page rules, by a zoom that scales margins, or by a direction of
// text that makes the first page a left one.
func speaksOfPages(styles Styles) bool {
	if styles.Root["dir"] != "" || styles.Root["style"] != "" {
		return true
	}
	return slices.ContainsFunc(styles.Sheets, func(s stylesheet.Sheet) bool {
		text := strings.ToLower(s.Text)
		return s.Mentions("page") || strings.Contains(text, "zoom") || strings.Contains(text, "rtl")
	})
}

func (r *Rules) units() units { return units{r.defaults.Size, r.root.font} }

// expand takes the longhands of a declaration, if its value is valid. The error is that of checkMargins.
func (r *Rules) expand(d declared) error {
	components := componentsOf(r.root.substitute(d.value))
	if len(components) == 0 || len(components) > len(marginSides) {
		return nil
	}
	d.text = strings.Join(components, " ")
	side, isMargin := strings.CutPrefix(d.property, "margin")
	if isMargin {
		if err := r.checkMargins(components, d.text); err != nil {
			return err
		}
	}
	switch {
	case isMargin && slices.ContainsFunc(components, func(component string) bool { return !r.isMargin(component) }):
	case isMargin && side == "":
		for i, side := range marginSides {
			d.text = components[sideValues[len(components)-1][i]]
			r.declare("margin"+side, d)
		}
	case isMargin && slices.Contains(marginSides, side) && len(components) == 1, isSteering(d.property, d.text, r.units()):
		r.declare(d.property, d)
	case d.property == "size":
		if _, ok := r.size(components); ok {
			r.declare(d.property, d)
		}
	}
	return nil
}

// checkMargins refuses margins with which content would stand further outside the paper than a page can be large: an engine may crash at
// them, or make a page that nobody can read. The error is an InvalidRequest.
func (r *Rules) checkMargins(components []string, text string) error {
	for _, component := range components {
		length, ok := lengthOf(component, max(r.defaults.Size.Width, r.defaults.Size.Height), r.units())
		if length < -domain.MaxPageSide {
			err := domain.Invalidf("@page margin: %s is further outside the paper than a page can be large, %.0f mm",
				text, domain.MaxPageSide.Millimetres())
			err.LogMessage = "an @page margin is further outside the paper than a page can be large"
			return err
		}
		r.functions = r.functions || !ok && strings.HasSuffix(component, ")")
	}
	return nil
}

// marginSides are the ends of the names of margins, in the order of the shorthand.
var marginSides = []string{"-top", "-right", "-bottom", "-left"}

// sideValues are which of one to four values of a shorthand are those of the sides.
var sideValues = [4][4]int{{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}}

// isMargin reports whether the component is a valid value of a margin.
func (r *Rules) isMargin(component string) bool {
	_, ok := lengthOf(component, 0, r.units())
	return ok || isZero(component)
}

// isZero reports whether a keyword makes a margin 0.
func isZero(component string) bool {
	return component == "auto" || component == "unset" || component == "initial" || component == "inherit"
}

// declare notes the declaration of a longhand.
func (r *Rules) declare(longhand string, d declared) {
	bySelector := r.declared[longhand]
	if bySelector == nil {
		bySelector = map[string]declared{}
		r.declared[longhand] = bySelector
	}
	if over, known := bySelector[d.selector]; !known || d.wins(over, 0) {
		bySelector[d.selector] = d
	}
}

// value returns the value of a longhand on pages that all of the selectors match; "" if none is declared.
func (r *Rules) value(longhand string, selectors []string) string {
	var best declared
	var by string
	for _, selector := range selectors {
		if d, known := r.declared[longhand][selector]; known && (best.text == "" || d.wins(best, specificity(selector)-specificity(by))) {
			best, by = d, selector
		}
	}
	return best.text
}

// componentsOf divides a value into its component values: at the blanks that are in no brackets. They are in lower case.
func componentsOf(value []csstoken.Token) (components []string) {
	var component strings.Builder
	depth := 0
	for _, t := range value {
		switch t.Kind {
		case css.FunctionToken, css.LeftParenthesisToken:
			depth++
		case css.RightParenthesisToken:
			depth--
		}
		if t.Kind != css.WhitespaceToken || depth > 0 {
			component.WriteString(strings.ToLower(t.Text))
			continue
		}
		if component.Len() > 0 {
			components = append(components, component.String())
			component.Reset()
		}
	}
	if component.Len() > 0 {
		components = append(components, component.String())
	}
	return components
}
