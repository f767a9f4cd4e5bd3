package domain

// PageRules gives the rules of a document and of the css that goes in.
func PageRules(html, css string) []PageRule { return NewAssembly(html, css).Rules() }

// Assemble makes the sheet of a document in one step.
func Assemble(html, css string, paper Size, margins Margins) PrintJob {
	return NewAssembly(html, css).PrintJob(paper, margins)
}
