package template

import (
	"fmt"
	"strconv"
	"strings"

	"platen/domain"
)

// MissingNames returns the placeholders without a value, in the order of their first appearance in html, headerHtml and
// footerHtml, each once; inside sections, with the names of the sections before theirs, as in items.price. The time is that
// of Fill. A request that Fill refuses otherwise may have more of them.
func (s Settings) MissingNames(r domain.Request) []string {
	s.Missing = Error
	f := newFilling(s, r)
	for i, text := range []string{r.HTML, r.HeaderHTML, r.FooterHTML} {
		if _, err := f.fill(fields[i], text); err != nil {
			break
		}
	}
	return f.missing
}

// addMissing adds a placeholder without a value to the missing. Its path counts as filled text, since deep sections make it long.
func (f *filling) addMissing(t *tag) error {
	if t.named {
		return nil
	}
	t.named = true
	f.values.lookups += len(f.loops)
	var path strings.Builder
	for _, l := range f.loops {
		if name := f.program.tags[l.opening].name(); name != "." {
			path.WriteString(name + ".")
		}
	}
	path.WriteString(strings.TrimSpace(t.raw))
	if f.named == nil {
		f.named = map[string]bool{}
	}
	if !f.named[path.String()] {
		f.named[path.String()] = true
		f.missing = append(f.missing, path.String())
	}
	return f.count(path.String())
}

// refusal makes the error that names the unknown fields of a strict request and the placeholders without a value; nil if there are
// none.
func refusal(unknown, missing []string) error {
	var message, log []string
	if len(unknown) > 0 {
		described := make([]string, len(unknown))
		for i, name := range unknown {
			described[i] = fmt.Sprintf("%q (the nearest is %s)", name, domain.NearestField(name))
		}
		message = append(message, "these fields are unknown: "+strings.Join(described, ", "))
		log = append(log, fmt.Sprintf("%d fields are unknown", len(unknown)))
	}
	if len(missing) > 0 {
		quoted := make([]string, len(missing))
		for i, name := range missing {
			quoted[i] = strconv.Quote(name)
		}
		message = append(message, "these placeholders have no value in data: "+strings.Join(quoted, ", "))
		log = append(log, fmt.Sprintf("%d placeholders have no value in data", len(missing)))
	}
	if message == nil {
		return nil
	}
	err := domain.Invalidf("%s", strings.Join(message, "; "))
	err.LogMessage = strings.Join(log, "; ")
	return err
}
