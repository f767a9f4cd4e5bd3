package rootstyle

import (
	"context"
	"strings"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/internal/csscascade"
	"platen/domain/internal/csscondition"
	"platen/domain/internal/cssselector"
	"platen/domain/internal/kleene"
	"platen/domain/stylesheet"
)

// Style is what page rules inherit from the root element.
type Style struct {
	Variables Variables
	Font      domain.Length // its font size
	RTL       bool          // its direction is from right to left
	Zoom      float64       // which scales the lengths in page rules; 1: none
}

// Of computes the style of the root element, which has these attributes. When ctx ends, it stops early.
func Of(ctx context.Context, sheets []stylesheet.Sheet, attributes map[string]string, m csscondition.Media) Style {
	c := cascade{declared: map[string]rankedValue{}, uncertain: map[string]bool{}}
	for _, sheet := range sheets {
		if sheet.Applies(m) {
			r := reader{media: m, attributes: attributes, found: &c, sheet: c.layers.In(csscascade.Unlayered, sheet.Layer())}
			r.read(csstoken.All(ctx, sheet.Text))
		}
	}
	inline := reader{found: &c, inline: true, blocks: []block{{content: csstoken.OfDeclarations, match: cssselector.Match{Matches: kleene.True}}}}
	inline.read(csstoken.All(ctx, attributes["style"]))
	s := Style{Variables: c.variables()}
	s.Font = c.fontSize(s.Variables, m)
	s.RTL = strings.EqualFold(attributes["dir"], "rtl")
	if d, found := c.declared["direction"]; found {
		s.RTL = strings.EqualFold(csstoken.Text(d.value), "rtl")
	}
	s.Zoom = c.zoom(s.Variables)
	return s
}
