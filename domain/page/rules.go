package page

import (
	"context"
	"regexp"
	"slices"
	"strings"

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
	// declared are the declarations of longhands that win among those of the same selector.
	declared map[[2]string]declared // by longhand and selector
}

// Read reads the page rules of a document: of its style sheets in document order, with the text of external ones. Page rules inherit from
// the root element, whose attributes are given. The default page holds where no rule says otherwise. The error is that of ctx, soon after
// it ends, or an InvalidRequest: there are too many rules, or a margin is too far below 0.
func Read(ctx context.Context, sheets []stylesheet.Sheet, attributes map[string]string, defaults Page) (*Rules, error) {
	r := &Rules{defaults: defaults, root: root{font: mediumFont}, declared: map[[2]string]declared{}}
	r.unchanged = attributes["dir"] == "" && attributes["style"] == "" && !slices.ContainsFunc(sheets, speaksOfPages)
	if r.unchanged {
		return r, ctx.Err()
	}
	reading := reader{rules: r}
	for i, sheet := range sheets {
		if err := reading.sheet(ctx, i, sheet); err != nil {
			return nil, err
		}
	}
	var err error
	if r.root, err = reading.rootOf(ctx, attributes); err != nil {
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

// speaksOfPages reports whether a style sheet may say anything of pages: in page rules, by a zoom that scales margins, or by a direction of
// text that makes the first page a left one.
func speaksOfPages(sheet stylesheet.Sheet) bool {
	text := strings.ToLower(sheet.Text)
	return strings.Contains(text, "@page") || strings.Contains(text, "zoom") || strings.Contains(text, "rtl") || escaped.MatchString(text)
}

// escaped matches the names of at-rules with escapes, in lower case.
var escaped = regexp.MustCompile(`@[-a-z]*\\`)

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
			d.text = components[csstoken.SideValue(len(components), i)]
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
	of := [2]string{longhand, d.selector}
	if other, known := r.declared[of]; !known || d.wins(other) {
		r.declared[of] = d
	}
}

// value returns the value of a longhand on pages that all of the selectors match; "" if none is declared.
func (r *Rules) value(longhand string, selectors []string) string {
	var won declared
	for _, selector := range selectors {
		if d, known := r.declared[[2]string{longhand, selector}]; known && (won.text == "" || d.wins(won)) {
			won = d
		}
	}
	return won.text
}

// componentsOf divides a value into its component values, in lower case.
func componentsOf(value []csstoken.Token) (components []string) {
	for _, component := range csstoken.Components(value) {
		components = append(components, strings.ToLower(csstoken.Text(component)))
	}
	return components
}
