package shadow

import (
	"platen/domain"
	"platen/domain/comparison"
)

// unreadable replaces errors that are not an engine's.
const unreadable = "unreadable"

// numbersOf removes from a result what may quote a document: reasons, messages, titles, bookmarks, addresses of links, and
// the names of fonts, which documents may bring along. Of the failure of another engine than the first only the code stays.
func numbersOf(d comparison.Document, first string, failure error) comparison.Document {
	renders := map[string]comparison.Render{}
	for name, r := range d.Renders {
		r.Fonts, r.Title = []string{}, ""
		if r.Error != nil {
			code := unreadable
			if failure != nil && name != first {
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
