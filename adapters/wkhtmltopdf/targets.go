package wkhtmltopdf

import (
	"net/url"
	"strings"
)

// targets are the fragments that a document links to within itself, each with a number. Qt knows links to
// addresses only. So each target gets a mark, a link of its own out of the flow, whose rectangle tells where
// it came to lie; the PDF's links are led there afterwards (see link).
type targets map[string]int

// mark is the address of a target's mark. A document may contain such a link itself: it then leads astray.
const mark = blank + "#="

// maxTargets bounds what a document can make of its marks. Links to further targets lead nowhere.
const maxTargets = 10_000

// targetsOf finds what a document links to within itself.
func targetsOf(document string) targets {
	if !strings.Contains(document, `="#`) && !strings.Contains(document, `='#`) && !strings.Contains(document, `=#`) {
		return nil
	}
	found := targets{}
	for t := range tokens(document) {
		if t.name != "a" || !t.begins() {
			continue
		}
		fragment, isFragment := strings.CutPrefix(strings.TrimSpace(t.attributes()["href"]), "#")
		if fragment = unescape(fragment); isFragment && found[fragment] == 0 && len(found) < maxTargets {
			found[fragment] = len(found) + 1
		}
	}
	return found
}

func unescape(fragment string) string {
	if plain, err := url.PathUnescape(fragment); err == nil {
		return plain
	}
	return fragment
}
