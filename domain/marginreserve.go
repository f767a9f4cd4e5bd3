package domain

import (
	"fmt"
	"strings"
)

// MarginReserve is what stands around the content of every page: how much room the header and the footer need.
type MarginReserve struct {
	// Header and Footer are their measured heights; 0 where there is none.
	Header, Footer Length
	// Edge is the distance between paper edge and header or footer, Gap between those and the content.
	Edge, Gap Length
}

// MaxShare is the share of a page's height that a header or a footer may take.
const MaxShare = 0.4

// leastContent is the height of content that a page with furniture has at least.
const leastContent = 5 * Millimetre

// ReserveMargins gives the styles that leave room for the furniture on every page, and the margins of a page that no
// selector singles out, where paper and margins are that page's without furniture (see EffectivePage). The
// styles are to come after all others.
//
// A page's margin becomes the larger of the author's and what the furniture needs. One override for all pages
// would flatten what the author says of some, so each selector of the author's gets an override of its own.
//
// The error is an InvalidRequest: the furniture is too tall for the paper.
func (f MarginReserve) ReserveMargins(rules []PageRule, paper Size, margins Margins) (css string, room Margins, err error) {
	if f.Header <= 0 && f.Footer <= 0 {
		return "", margins, nil
	}
	var b strings.Builder
	room = margins
	if err := f.Fits(paper.Height); err != nil {
		return "", margins, err
	}
	for _, side := range []struct {
		property  string
		furniture Length
		margin    *Length
	}{
		{"margin-top", f.Header, &room.Top},
		{"margin-bottom", f.Footer, &room.Bottom},
	} {
		if side.furniture <= 0 {
			continue
		}
		need := f.need(side.furniture)
		*side.margin = max(*side.margin, need)
		writeOverrides(&b, rules, side.property, *side.margin, need)
	}
	return b.String(), room, leavesRoom(paper.Height, room.Top+room.Bottom)
}

// Fits is an InvalidRequest where the furniture is too tall for a page of that height, whatever its margins.
func (f MarginReserve) Fits(page Length) error {
	for _, side := range []struct {
		field     string
		furniture Length
	}{{"headerHtml", f.Header}, {"footerHtml", f.Footer}} {
		if side.furniture > MaxShare*page {
			return Invalidf("%s is %.0f mm tall, more than %.0f %% of the page's %.0f mm",
				side.field, side.furniture.Millimetres(), 100*MaxShare, page.Millimetres())
		}
	}
	return leavesRoom(page, f.need(f.Header)+f.need(f.Footer))
}

// need is the margin that a header or a footer of that height needs, if any.
func (f MarginReserve) need(height Length) Length {
	if height <= 0 {
		return 0
	}
	return f.Edge + height + f.Gap
}

func leavesRoom(page, margins Length) error {
	if page-margins < leastContent {
		return Invalidf("header, footer and margins together leave no room for content on a page of %.0f mm", page.Millimetres())
	}
	return nil
}

// writeOverrides writes the overrides of one margin: margin on pages that no selector singles out, and on
// others what the author says of them, but at least need.
func writeOverrides(b *strings.Builder, rules []PageRule, property string, margin, need Length) {
	said := winners(rules, property)
	for _, selector := range said.selectors {
		d := said.of(selector)
		value := inPoints(margin)
		if isMath(d.Value) || selector != "" && !strings.HasPrefix(d.Value, "revert") {
			value = atLeast(d.Value, need)
		}
		writePageRule(b, selector, property, value)
	}
	if _, found := said.declared[""]; !found {
		writePageRule(b, "", property, inPoints(margin))
	}
}

func writePageRule(b *strings.Builder, selector, property, value string) {
	if selector != "" {
		selector = " " + selector
	}
	fmt.Fprintf(b, "@page%s{%s:%s!important}", selector, property, value)
}

// atLeast gives the CSS of the larger of a margin's value and a length.
func atLeast(value string, least Length) string {
	switch value {
	case "auto", "inherit", "initial", "unset":
		return inPoints(least)
	}
	if length, err := ParseLength(value); err == nil {
		return inPoints(max(length, least))
	}
	return "max(" + value + "," + inPoints(least) + ")"
}

func inPoints(l Length) string { return fmt.Sprintf("%.3fpt", l.Points()) }
