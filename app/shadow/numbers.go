package shadow

import (
	"platen/domain"
	"platen/domain/comparison"
)

// unreadable stands for the errors that are no engine's.
const unreadable = "unreadable"

// numbersOf leaves out of a result what may quote a document: reasons, messages, titles, bookmarks, addresses of links, and the
// names of fonts, which documents may bring with them. Of an engine's failure, its code is left.
func numbersOf(d comparison.Document, failure error) comparison.Document {
	renders := map[string]comparison.Render{}
	for name, r := range d.Renders {
		r.Fonts, r.Title = []string{}, ""
		if r.Error != nil {
			code := unreadable
			if failure != nil {
				code = string(domain.AsError(failure).Code)
			}
			r.Error = &code
		}
		renders[name] = r
	}
	d.Renders = renders
	comparisons := make([]comparison.Comparison, len(d.Comparisons))
	for i, c := range d.Comparisons {
		c.Reasons, c.Structure = []string{}, nil
		comparisons[i] = c
	}
	d.Comparisons = comparisons
	return d
}
