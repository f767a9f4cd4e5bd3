package polyfill

import (
	"context"
	"net/url"
	"strings"
)

// targets are the fragments that a document links to within itself, each with a number. Qt writes links to addresses
// only. So each target gets a mark, a link outside the flow, whose rectangle in the PDF shows the target's place. Then
// the PDF's links are changed to lead there (see link).
type targets map[string]int

// mark is the address of a target's mark, without its number. A document that contains such a link itself gets wrong
// links.
const mark = blank + "#="

// maxTargets bounds the targets of a document. Links to further targets lead nowhere.
const maxTargets = 10_000

// targetsOf finds what a document links to within itself.
func targetsOf(ctx context.Context, document string) targets {
	if !strings.Contains(document, `="#`) && !strings.Contains(document, `='#`) && !strings.Contains(document, `=#`) {
		return nil
	}
	found := targets{}
	for t := range tokens(ctx, document) {
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
