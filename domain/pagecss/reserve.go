package pagecss

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"platen/domain"
	"platen/domain/internal/cssvalue"
)

// MarginReserve is the room that a header and a footer need in the top and bottom margins of every page.
type MarginReserve struct {
	// Header and Footer are their measured heights; 0: there is none.
	Header, Footer domain.Length
	// Edge is the distance between the paper's edge and the header or footer, Gap that between them and the content.
	Edge, Gap domain.Length
}

// MaxShare is the share of a page's height that a header or a footer may take.
const MaxShare = 0.4

// minContent is the least height of the content of a page with a header or a footer.
const minContent = 5 * domain.Millimetre

// ReserveMargins returns page rules that make room for a header and a footer on every page that shows them, and margins
// with room for them on every page of an engine that does not read page rules. The rules are to follow all other rules.
//
// A page's margin becomes the larger of the author's and what the header or footer needs. One rule for all pages
// would replace what the author says of some, so each selector of the author's gets a rule of its own. Further rules make
// named pages recognisable: see Page.
//
// The error is that of ctx, soon after it ends, or an InvalidRequest: header or footer are too tall for the paper, or the
// rules are too long.
func (g *Geometry) ReserveMargins(ctx context.Context, r MarginReserve) (css string, margins domain.Margins, err error) {
	page := g.Default()
	margins = page.Margins
	if r.Header <= 0 && r.Footer <= 0 {
		return "", margins, nil
	}
	if err := r.Fits(page.Size.Height); err != nil {
		return "", margins, err
	}
	o := overrides{ctx: ctx}
	if r.Header > 0 {
		g.writeOverrides(&o, "margin-top", margins.Top-page.inset.Top, func(s Steering) domain.Length { header, _ := r.on(s); return header })
	}
	if r.Footer > 0 {
		g.writeOverrides(&o, "margin-bottom", margins.Bottom-page.inset.Bottom, func(s Steering) domain.Length { _, footer := r.on(s); return footer })
	}
	g.writeTurnedOverrides(&o, r)
	g.writeWidenings(&o)
	if o.err != nil {
		return "", margins, o.err
	}
	for _, steered := range append([]Page{page}, g.variants[0][:]...) {
		margins = r.widened(margins, page.inset, steered.Steering)
	}
	return o.css.String(), margins, fitsContent(page.Size.Height, margins.Top+margins.Bottom)
}

// Fits checks that header and footer, if there are any, leave room for content on a page of that height, whatever its margins. The
// error is an InvalidRequest.
func (r MarginReserve) Fits(page domain.Length) error {
	if r.Header <= 0 && r.Footer <= 0 {
		return nil
	}
	for _, position := range []struct {
		field  string
		height domain.Length
	}{{"headerHtml", r.Header}, {"footerHtml", r.Footer}} {
		if position.height > MaxShare*page {
			return domain.Invalidf("%s is %.0f mm tall, more than %.0f %% of the page's %.0f mm",
				position.field, position.height.Millimetres(), 100*MaxShare, page.Millimetres())
		}
	}
	return fitsContent(page, r.need(r.Header)+r.need(r.Footer))
}

// need is the margin that a header or a footer of that height needs, if any.
func (r MarginReserve) need(height domain.Length) domain.Length {
	if height <= 0 {
		return 0
	}
	return r.Edge + height + r.Gap
}

func fitsContent(page, margins domain.Length) error {
	if page-margins < minContent {
		return domain.Invalidf("header, footer and margins together leave no room for content on a page of %.0f mm", page.Millimetres())
	}
	return nil
}

// overrides are the page rules that ReserveMargins writes.
type overrides struct {
	ctx context.Context
	css strings.Builder
	err error // after which nothing is written
}

// maxOverrides bounds their length in bytes: each may repeat a long value of the author's.
const maxOverrides = 4 << 20

// write writes a rule of one declaration.
func (o *overrides) write(selector, property, value string) {
	o.writeBlock(selector, property+":"+value+"!important")
}

// writeMargin writes a margin that is at least what is needed. An engine drops a function or a unit that it does not know,
// so a plain length precedes it.
func (o *overrides) writeMargin(selector, property, value string, need domain.Length) bool {
	least := ""
	if strings.HasPrefix(value, "max(") && !strings.Contains(value, "var(") && cssvalue.EngineOnly(value) {
		least = property + ":" + inPoints(need) + "!important;"
	}
	return o.writeBlock(selector, least+property+":"+value+"!important")
}

// writeBlock is write for the text of a rule's block; false: there was an error, now or before.
func (o *overrides) writeBlock(selector, block string) bool {
	if o.err == nil {
		o.err = o.ctx.Err()
	}
	if o.err == nil && o.css.Len()+len(selector)+len(block) > maxOverrides {
		o.err = domain.Invalidf("the document's @page rules are too many, or too long, to make room for header and footer")
	}
	if o.err != nil {
		return false
	}
	if selector != "" {
		selector = " " + selector
	}
	fmt.Fprintf(&o.css, "@page%s{%s}", selector, block)
	return true
}

// writeOverrides writes the rules for one margin: the larger of what the author declares for a selector, or else of the
// default page's margin, and of what is needed on its pages.
func (g *Geometry) writeOverrides(o *overrides, property string, margin domain.Length, need func(Steering) domain.Length) {
	for _, selector := range g.overridden(property) {
		matching := g.withBroader(selector)
		least := g.declarable(need(g.steering(matching, g.units(matching))))
		value := inPoints(max(g.declarable(margin), least))
		if d, found := g.rules.First(property, matching); found && (cssvalue.IsMath(d.Value) || cssvalue.EngineOnly(d.Value) || selector != "" && !strings.HasPrefix(d.Value, "revert")) {
			value = atLeast(d.Value, least)
		}
		if !o.writeMargin(selector, property, value, least) {
			return
		}
	}
}

// overridden returns the selectors that need an override of a margin: those of the author's rules for it, and of those that
// steer header and footer. An override of a page's name is more specific than one of its pseudo-class, so that pages with
// both get one of their own.
func (g *Geometry) overridden(margin string) (selectors []string) {
	seen := map[string]bool{}
	add := func(selector string) {
		if !seen[selector] {
			seen[selector] = true
			selectors = append(selectors, selector)
		}
	}
	for _, selector := range slices.Concat(g.rules.Selectors(margin), g.steeringSelectors(), []string{""}) {
		add(selector)
	}
	for _, name := range g.variantNames[1:] {
		for _, pseudo := range g.pseudoClasses() {
			if seen[name] && seen[pseudo] {
				add(name + pseudo)
			}
		}
	}
	return selectors
}

// atLeast returns the CSS of the larger of a margin's value and a length.
func atLeast(value string, least domain.Length) string {
	switch value {
	case "auto", "inherit", "initial", "unset":
		return inPoints(least)
	}
	if length, err := domain.ParseLength(value); err == nil {
		return inPoints(max(length, least))
	}
	return "max(" + withoutFallback.ReplaceAllString(value, "var($1,0px)") + "," + inPoints(least) + ")"
}

// withoutFallback finds references to custom properties that would make the margin 0 if they have no value.
var withoutFallback = regexp.MustCompile(`(?i)\bvar\(\s*(--[^\s,()]+)\s*\)`)

// declarable returns the length that a page rule declares to get a length on the paper: the zoom of the root element multiplies it.
func (g *Geometry) declarable(l domain.Length) domain.Length { return l / domain.Length(g.zoom) }

func inPoints(l domain.Length) string { return fmt.Sprintf("%.3fpt", l.Points()) }
