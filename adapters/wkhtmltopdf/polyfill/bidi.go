package polyfill

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/rangetable"

	"platen/domain/htmldoc"
)

// separator divides a text node into two, and shows nothing.
const separator = "<!---->"

// cutRuns divides text from right to left into words. Qt WebKit draws one text node in several steps, and all but the first in the wrong
// place: what comes after a line's end, a number, or a word in Latin letters lies upon other text or beside the page. It draws a node for
// each word correctly.
func cutRuns(ctx context.Context, document string, root *htmldoc.Element) (cuts []edit) {
	for e := range root.All() {
		if e.IsText() && !slices.Contains(raw, e.Parent.Name) {
			cuts = appendCuts(ctx, cuts, document[:e.End], e.Begin)
		}
	}
	return cuts
}

// raw are elements in which markup is text.
var raw = []string{"script", "style", "title", "textarea", "xmp", "iframe", "noframes", "plaintext"}

// appendCuts adds cuts in the text from an offset on, between its pieces.
func appendCuts(ctx context.Context, cuts []edit, text string, begin int) []edit {
	for at := begin; at < len(text) && ctx.Err() == nil; at += len(piece.FindString(text[at:])) {
		if at > begin {
			cuts = append(cuts, edit{at, at, separator})
		}
	}
	return cuts
}

// piece matches the beginning of a text that the engine draws in one step.
var piece = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`&#?\w+;`, // a character reference
	`(?:\p{Nd}` + joined + `)+(?:[.,:/-](?:\p{Nd}` + joined + `)+)*`, // a number
	`(?:[` + rightToLeft + `]` + joined + `)+`,                       // a word from right to left
	otherWord + `(?:` + blanks + otherWord + `)*`,                    // words of other scripts
	blanks,
	`(?s:.)` + joined, // punctuation
}, "|") + `)`)

const (
	rightToLeft = `\p{Hebrew}\p{Arabic}\p{Syriac}\p{Thaana}\p{Nko}`
	otherWord   = `(?:[^\P{L}` + rightToLeft + `]` + joined + `)+`
	blanks      = `[ \t\r\n\f]+`
	// joined are accents and invisible characters, which belong to the character before them.
	joined = `[\p{M}\p{Cf}]*`
)

// Scripts that need a treatment of their own. None of them is used for European languages.
var (
	rightToLeftScripts = rangetable.Merge(unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
	eastAsianScripts   = rangetable.Merge(unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
)

// has reports whether a document has a character of these scripts.
func has(document string, scripts *unicode.RangeTable) bool {
	return strings.ContainsFunc(document, func(r rune) bool { return r >= firstCharacter && unicode.Is(scripts, r) })
}

// firstCharacter is before those of all these scripts.
const firstCharacter = 0x580
