package generate

import (
	"fmt"
	"slices"

	"platen/domain"
	"platen/domain/htmldoc"
)

// conformance returns the standards that the document is to keep: those of the most particular wish. What the engine cannot make is unmet,
// and so is what only the author can mend.
func (p printer) conformance(body *htmldoc.Document, filled domain.Request) (c domain.Conformance, err error) {
	own, err := body.Standards()
	if err != nil {
		return c, err
	}
	c.Claimed = own.Or(filled.Standards).Or(p.settings.Standards)
	c.Claimed.None = false
	for _, standard := range c.Claimed.List() {
		if !slices.Contains(p.with.Engine.Capabilities.Standards, standard) {
			c.Fail(standard, fmt.Sprintf("%s cannot make it", p.with.Engine.Name))
		}
	}
	return c, nil
}
