package domain

// Assembly is a filled template taken apart once: where its styles end, what its page rules say. It makes
// sheets of the same document on different margins without reading it again.
type Assembly struct {
	html  string
	css   string
	rules []PageRule
}

// NewAssembly reads a document whose placeholders are filled, and the css that goes in after its own styles.
func NewAssembly(html, css string) *Assembly {
	return &Assembly{html: html, css: css, rules: PageRules(html, css)}
}

// Rules are the document's @page rules in the order of the cascade, those of css last.
func (a *Assembly) Rules() []PageRule { return a.rules }

// Sheet puts the document together. Paper and margins are the defaults, which the document's page rules
// override; each extra is a further block of styles after all others.
func (a *Assembly) Sheet(paper Size, margins Margins, extra ...string) Sheet {
	paper, margins = EffectivePage(a.rules, paper, margins)
	html := a.html
	if a.css != "" {
		html += "<style>" + a.css + "</style>"
	}
	for _, css := range extra {
		html += "<style>" + css + "</style>"
	}
	return Sheet{HTML: html, Paper: paper, Margins: margins, Traces: true}
}

// Assemble makes the sheet of a filled document: css goes in after the author's own styles, a refresh meta
// loses its effect, and the page rules tell the paper and margins, which begin as those given.
func Assemble(html, css string, paper Size, margins Margins) Sheet {
	return NewAssembly(html, css).Sheet(paper, margins)
}
