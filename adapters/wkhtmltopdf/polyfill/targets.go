package polyfill

import (
	"context"
	"strings"

	"platen/domain/htmldoc"
)

// targets are the fragments that a document links to within itself, each with a number. Qt writes links to addresses
// only. So each target gets a mark, a link outside the flow, whose rectangle in the PDF shows the target's place. Then
// the PDF's links are changed to lead there (see link).
type targets map[string]int

// mark is the address of a target's mark, without its number. A document that contains such a link itself gets wrong
// links.
const mark = htmldoc.RelativeBase + "#="

// maxTargets bounds the targets of a document. Links to further targets lead nowhere.
const maxTargets = 10_000

// targetsOf returns fragments as targets.
func targetsOf(fragments []string) targets {
	t := targets{}
	for _, fragment := range fragments {
		t.add(fragment)
	}
	return t
}

// add adds a fragment as a link writes it after "#".
func (t targets) add(fragment string) {
	if fragment = htmldoc.FragmentID(fragment); t[fragment] == 0 && len(t) < maxTargets {
		t[fragment] = len(t) + 1
	}
}

// addLinked adds what a document links to within itself.
func (t targets) addLinked(ctx context.Context, document string) {
	if !strings.Contains(document, `="#`) && !strings.Contains(document, `='#`) && !strings.Contains(document, `=#`) {
		return
	}
	for token := range tokens(ctx, document) {
		if token.name != "a" || !token.begins() {
			continue
		}
		if fragment, isFragment := strings.CutPrefix(strings.TrimSpace(token.attributes()["href"]), "#"); isFragment {
			t.add(fragment)
		}
	}
}
