package domain

import (
	"fmt"
	"strings"
)

// Furniture is what stands around the content of every page: how much room the header and the footer need.
type Furniture struct {
	// Header and Footer are their measured heights; 0 where there is none.
	Header, Footer Length
	// Edge is the distance between paper edge and header or footer, Gap between those and the content.
	Edge, Gap Length
}

// MaxShare is the share of a page's height that a header or a footer may take.
const MaxShare = 0.4

// leastContent is the height of content that a page with furniture has at least.
const leastContent = 5 * Millimetre

// MakeRoom gives the styles that leave room for the furniture on every page, and the margins of a page that no
// selector singles out, where paper and margins are that page's without furniture (see EffectivePage).
//
// A page's margin becomes the larger of the author's and what the furniture needs. One override for all pages
// would flatten what the author says of some, so each rule of the author's gets an override of its own. They
// are important and stand in layers, which puts them above all else that is important, external styles
// included; the first layer wins, and holds what is important to the author.
//
// The error is an InvalidRequest: the furniture is too tall for the paper.
func (f Furniture) MakeRoom(rules []PageRule, paper Size, margins Margins) (css string, room Margins, err error) {
	var first, second strings.Builder
	room = margins
	for _, side := range []struct {
		property, field string
		furniture       Length
		margin          *Length
	}{
		{"margin-top", "headerHtml", f.Header, &room.Top},
		{"margin-bottom", "footerHtml", f.Footer, &room.Bottom},
	} {
		if side.furniture <= 0 {
			continue
		}
		if side.furniture > MaxShare*paper.Height {
			return "", margins, Invalidf("%s is %.0f mm tall, more than %.0f %% of the page's %.0f mm",
				side.field, side.furniture.Millimetres(), 100*MaxShare, paper.Height.Millimetres())
		}
		need := f.Edge + side.furniture + f.Gap
		*side.margin = max(*side.margin, need)
		f.override(&first, &second, rules, side.property, *side.margin, need)
	}
	if f.Header <= 0 && f.Footer <= 0 {
		return "", margins, nil
	}
	if left := paper.Height - room.Top - room.Bottom; left < leastContent {
		return "", margins, Invalidf("header, footer and margins together leave no room for content on a page of %.0f mm",
			paper.Height.Millimetres())
	}
	return "@layer{" + first.String() + "}@layer{" + second.String() + "}", room, nil
}

// override writes the overrides of one margin: margin on pages that no selector singles out, and what each
// rule with a selector says, but at least need.
func (f Furniture) override(first, second *strings.Builder, rules []PageRule, property string, margin, need Length) {
	value := inPoints(margin)
	d, found := generic(rules, property)
	if found && isMath(d.Value) {
		value = atLeast(d.Value, need)
	}
	layer := second
	if found && d.Important {
		layer = first
	}
	fmt.Fprintf(layer, "@page{%s:%s!important}", property, value)

	for _, rule := range rules {
		if rule.Selector == "" {
			continue
		}
		for _, d := range rule.Declarations {
			// What a page would have without the rule, it has anyway.
			if d.Property != property || strings.HasPrefix(d.Value, "revert") {
				continue
			}
			layer := second
			if d.Important {
				layer = first
			}
			fmt.Fprintf(layer, "@page %s{%s:%s!important}", rule.Selector, property, atLeast(d.Value, need))
		}
	}
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
