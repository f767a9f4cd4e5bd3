package pagecss

import (
	"platen/domain"
	"platen/domain/internal/cssvalue"
	"platen/domain/internal/pagerule"
)

// CheckSides refuses pages whose left or right margin or padding only the engine knows, if they show a header or a footer. It could
// not stand above the body there. The error is an InvalidRequest. It is for engines that read page rules themselves; on
// others, such margins are those of the default page.
func (g *Geometry) CheckSides() error {
	for at, name := range g.variantNames {
		for variant, page := range g.variants[at] {
			if page.Steering.Bleed || page.Steering.NoHeader && page.Steering.NoFooter {
				continue
			}
			if d, found := g.unknownSide(g.selectorsOf(name, variant+1)); found {
				err := domain.Invalidf("headerHtml and footerHtml cannot be placed: only the engine knows the width of @page %s: %s; write it in another unit, or without functions",
					d.Property, d.Value)
				err.LogMessage = "only the engine knows the left or right margin of a page with a header or footer"
				return err
			}
		}
	}
	return nil
}

// unknownSide returns the declaration of a margin beside header and footer that only the engine knows.
func (g *Geometry) unknownSide(selectors []string) (d pagerule.Declaration, found bool) {
	sides := []string{"margin-left", "margin-right", "padding-left", "padding-right"}
	if o, _ := g.rules.First("page-orientation", selectors); pagerule.OrientationOf(o.Value) != pagerule.Upright {
		sides = []string{"margin-top", "margin-bottom", "padding-top", "padding-bottom"}
	}
	for _, side := range sides {
		if d, found = g.rules.First(side, selectors); found && cssvalue.EngineOnly(d.Value) {
			return d, true
		}
	}
	return pagerule.Declaration{}, false
}
