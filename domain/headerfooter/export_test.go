package headerfooter

import "platen/domain/htmldoc"

// ParseCost returns the bound of the work of parsing a text.
func ParseCost(text string) int {
	c := costScanner{text: text, tags: htmldoc.NewTagReader(text)}
	for at := range htmldoc.TagStarts(text) {
		c.tag(at)
	}
	return c.cost
}
