package generate

import (
	"context"
	"fmt"
	"slices"

	"platen/domain"
	"platen/domain/accessibility"
	"platen/domain/htmldoc"
)

// conformance returns the standards that the document is to keep: those of the most particular wish. What the engine cannot make is unmet,
// and so is what only the author can mend, which a strict request is refused for. templates is the request before it was filled.
func (p printer) conformance(ctx context.Context, body *htmldoc.Document, templates, filled domain.Request) (domain.Conformance, error) {
	own, err := body.Standards()
	if err != nil {
		return domain.Conformance{}, err
	}
	c := domain.Wanted(own, filled.Standards, p.settings.Standards)
	for _, standard := range c.Claimed.List() {
		if !slices.Contains(p.with.Engine.Capabilities.Standards, standard) {
			c.Fail(standard, fmt.Sprintf("%s cannot make it", p.with.Engine.Name))
		}
	}
	err = accessibility.Uphold(ctx, &c, p.settings.Template, templates, filled)
	return c, err
}
