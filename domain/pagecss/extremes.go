package pagecss

import (
	"context"
	"strings"

	"platen/domain"
	"platen/domain/internal/cssvalue"
	"platen/domain/internal/kleene"
)

// ClampMargins returns page rules that replace margins with which content would stand further outside the paper than a page
// can be large; "" if there is no such margin. They are for engines that read page rules, and are to follow the author's.
//
// An engine may crash at such margins, or make a page that nobody can read. Here they are 0. Margins that only the engine can compute
// get a lower limit.
//
// The error is that of ctx, soon after it ends, or an InvalidRequest: the rules are too long.
func (g *Geometry) ClampMargins(ctx context.Context) (css string, err error) {
	o := overrides{ctx: ctx}
	for _, property := range []string{"margin-top", "margin-right", "margin-bottom", "margin-left"} {
		extreme := false
		for _, selector := range g.rules.Selectors(property) {
			value := g.rules.Declared(property, selector).Value
			extreme = extreme || g.clamped(value) != value
		}
		if !extreme {
			continue
		}
		// An important declaration wins over those of more specific rules, so each rule is repeated.
		for _, selector := range g.overridden(property) {
			if d, found := g.rules.First(property, g.withBroader(selector)); found {
				o.write(selector, property, g.clamped(d.Value))
			}
		}
	}
	return o.css.String(), o.err
}

// clamped returns the value of a margin that is not too far below 0.
func (g *Geometry) clamped(value string) string {
	size := g.defaults.Size
	length, known := cssvalue.Compute(value, max(size.Width, size.Height), g.pageBox(nil, size).units)
	switch {
	case known == kleene.True && length < -domain.MaxPageSide:
		return "0"
	case known == kleene.Unknown && !mayBeNoLength(value):
		return "max(" + inPoints(g.declarable(-domain.MaxPageSide)) + "," + value + ")"
	}
	return value
}

// mayBeNoLength reports whether a value is a reference to another one, which may be no length.
func mayBeNoLength(value string) bool {
	for _, function := range []string{"var(", "env(", "attr(", "if(", "inherit("} {
		if strings.Contains(strings.ToLower(value), function) {
			return true
		}
	}
	return false
}
