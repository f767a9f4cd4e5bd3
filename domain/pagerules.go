package domain

// PageRule is one @page rule of a document.
type PageRule struct {
	// Selector says which pages the rule is for: "" all, or as CSS writes it, "chapter:first", ":left".
	Selector string
}

// PageRules reads the @page rules of an HTML document and of the css that goes in after its own styles, in
// the order of the cascade.
func PageRules(html, css string) []PageRule { return nil }

// EffectivePage gives the paper and the margins of a page that no selector singles out.
func EffectivePage(rules []PageRule, paper Size, margins Margins) (Size, Margins) {
	return paper, margins
}
