package pagecss

import (
	"fmt"
	"math"
	"slices"

	"platen/domain"
	"platen/domain/internal/cssvalue"
	"platen/domain/internal/pagerule"
)

// A PDF does not tell the names of its pages. Where a named page has the size of another page and another room for
// header and footer, an override gives it a wider sheet and a right margin that is wider by as much. The content stays
// as it is, the sheet's width tells the name, and the sheet is cut back to the author's paper before header and footer
// are stamped. The boxes in the right margin of such a page get a right margin that is wider by as much, too. What is added to
// the width is the page's widening.

// wideningStep is the difference between the widths of widened sheets. Engines round the sides of a page to points, and those
// to dots of 1/300 inch: six points are 25 dots, so that the sheet that is cut back has the size that the engine would give it.
const wideningStep = 6 * domain.Point

// Paper returns the paper of a page that was printed in a size.
func (p Page) Paper(printed domain.Size) domain.Size {
	printed.Width -= p.widening
	return printed
}

// printed is the size that the page is printed in.
func (p Page) printed() domain.Size {
	return domain.Size{Width: p.Size.Width + p.widening, Height: p.Size.Height}
}

// widenNamedPages sets the widening of named pages. Pages without a name have none.
func (g *Geometry) widenNamedPages() {
	for at := 1; at < len(g.variants); at++ {
		for variant := range g.variants[at] {
			g.variants[at][variant].widening = g.wideningOf(at, variant)
		}
	}
}

// wideningOf returns the widening of a variant of a named page: none if its size tells enough, or if it cannot be widened.
func (g *Geometry) wideningOf(at, variant int) domain.Length {
	page := g.variants[at][variant]
	looksLike := func(pages pageVariants) bool { return sameSize(pages[variant].printed(), page.printed()) }
	first := slices.IndexFunc(g.variants[:at], looksLike)
	if first < 0 || page.sameRoom(g.variants[first][variant]) || !g.widenable(g.variantNames[at], variant) {
		return 0
	}
	for _, earlier := range g.variants[1:at] {
		if p := earlier[variant]; p.widening > 0 && sameSize(p.Size, page.Size) && p.sameRoom(page) {
			return p.widening
		}
	}
	for page.widening = wideningStep; page.Size.Width+page.widening <= domain.MaxPageSide; page.widening += wideningStep {
		if !slices.ContainsFunc(g.variants, looksLike) {
			return page.widening
		}
	}
	return 0
}

// sameRoom reports whether headers and footers have the same place on two pages of the same size.
func (p Page) sameRoom(o Page) bool {
	return p.Margins.Left == o.Margins.Left && p.Margins.Right == o.Margins.Right && p.Steering.equal(o.Steering)
}

// widenable reports whether all that a widening replaces is known: sizes and margins whose values only the engine could tell stay,
// and so does what is turned.
func (g *Geometry) widenable(name string, variant int) bool {
	selectors := g.selectorsOf(name, variant+1)
	if d, _ := g.rules.First("page-orientation", selectors); pagerule.OrientationOf(d.Value) != pagerule.Upright {
		return false
	}
	size := g.defaults.Size
	if d, found := g.rules.First("size", selectors); found {
		var ok bool
		if size, ok = pagerule.SizeOf(d.Parts(), g.units(selectors)); !ok {
			return false
		}
	}
	box := g.pageBox(selectors, size)
	for _, property := range []string{"margin-left", "margin-right", "padding-left", "padding-right"} {
		if d, found := g.rules.First(property, selectors); found {
			if _, known := box.length(d.Value, size.Width); !known {
				return false
			}
		}
	}
	return true
}

// writeWidenings writes the rules that widen named pages.
func (g *Geometry) writeWidenings(o *overrides) {
	for at, pages := range g.variants {
		for variant, page := range pages {
			if page.widening == 0 {
				continue
			}
			g.writeWidening(o, page, at, variant)
		}
	}
}

func (g *Geometry) writeWidening(o *overrides, page Page, at, variant int) {
	sheet := g.sheet(at, variant)
	selector := g.variantNames[at] + g.pseudoClasses()[variant]
	o.write(selector, "size", fmt.Sprintf("%s %s", inPoints(sheet.Width+page.widening), inPoints(sheet.Height)))
	for _, side := range []struct {
		name                  string
		margin, inset, border domain.Length
	}{
		{"left", page.Margins.Left, page.inset.Left, g.borderOf(at, variant, "left")},
		{"right", page.Margins.Right + page.widening, page.inset.Right, g.borderOf(at, variant, "right")},
	} {
		o.write(selector, "margin-"+side.name, inPoints(g.declarable(side.margin-side.inset)))
		if padding := side.inset - side.border; padding > 0 {
			o.write(selector, "padding-"+side.name, inPoints(g.declarable(padding)))
		}
	}
	for _, box := range pagerule.RightBoxes {
		o.writeBlock(selector, fmt.Sprintf("%s{margin-right:%s!important}", box, g.boxMargin(page, at, variant, box)))
	}
}

// boxMargin returns the right margin of a box in the right margin of a widened page: the author's, and the widening.
func (g *Geometry) boxMargin(page Page, at, variant int, box string) string {
	widening := inPoints(g.declarable(page.widening))
	d, found := g.rules.First(pagerule.BoxMargin(box), g.selectorsOf(g.variantNames[at], variant+1))
	switch {
	case found && cssvalue.EngineOnly(d.Value):
		return "calc(" + d.Value + " + " + widening + ")"
	case found:
		margin, _ := g.pageBox(nil, page.Size).length(d.Value, page.Margins.Right-page.inset.Right)
		return inPoints(g.declarable(margin + page.widening))
	}
	return widening
}

// borderOf returns the width of a border of a variant of a named page.
func (g *Geometry) borderOf(at, variant int, side string) domain.Length {
	return g.pageBox(g.selectorsOf(g.variantNames[at], variant+1), g.variants[at][variant].Size).border(side)
}

// sheet returns the size of a page as the engine lays it out: the default paper in whole points, rounded up.
func (g *Geometry) sheet(at, variant int) domain.Size {
	size := g.variants[at][variant].Size
	d, _ := g.rules.First("size", g.selectorsOf(g.variantNames[at], variant+1))
	for _, part := range d.Parts() {
		if part != "auto" && part != "portrait" && part != "landscape" {
			return size
		}
	}
	whole := func(l domain.Length) domain.Length { return domain.Length(math.Ceil(l.Points())) * domain.Point }
	return domain.Size{Width: whole(size.Width), Height: whole(size.Height)}
}
