package template

import "platen/domain"

// MissingNames returns the names of the placeholders without a value, in the order of their first appearance in html,
// headerHtml and footerHtml, each once. The time is that of Fill.
func MissingNames(r domain.Request) []string {
	f := filling{settings: Settings{Missing: Error}, data: r.Data}
	for _, text := range []string{r.HTML, r.HeaderHTML, r.FooterHTML} {
		for found := true; found; {
			var placeholder string
			if _, placeholder, text, found = cutPlaceholder(text); found {
				f.replace(placeholder)
			}
		}
	}
	return f.missing
}
