package chrome

import (
	"fmt"
	"strings"

	"github.com/go-rod/rod/lib/proto"

	"platen/domain"
)

// printWithFonts prints when the fonts that the document uses are loaded. Fonts that only page-margin boxes use are requested by the
// print itself; then the document is printed once more.
func (t *tab) printWithFonts(page session, job domain.PrintJob) ([]byte, error) {
	if !mayHaveWebFonts(job.HTML) {
		return printToPDF(page, job, t.browser.cfg)
	}
	before, err := awaitFonts(page)
	if err != nil {
		return nil, err
	}
	content, err := printToPDF(page, job, t.browser.cfg)
	if err != nil {
		return nil, err
	}
	after, err := awaitFonts(page)
	if err != nil || after == before {
		return content, err
	}
	return printToPDF(page, job, t.browser.cfg)
}

// mayHaveWebFonts reports whether the document may use web fonts; asking Chrome takes half a millisecond, a twentieth of the time of a
// small document. Each linked or imported stylesheet may declare fonts. An escape in a style may hide the word font-face, and so may a
// character reference in a style of SVG or MathML.
func mayHaveWebFonts(html string) bool {
	return strings.Contains(html, `\`) ||
		follows(html, '@', "font-face", "import") || follows(html, '<', "link") ||
		strings.Contains(html, "&") && follows(html, '<', "svg", "math")
}

// follows reports whether one of the words, in any case, follows the mark anywhere in the text. The words are in lower case.
func follows(text string, mark byte, words ...string) bool {
	for {
		at := strings.IndexByte(text, mark)
		if at < 0 {
			return false
		}
		text = text[at+1:]
		for _, word := range words {
			if len(text) >= len(word) && text[0]|0x20 == word[0] && strings.EqualFold(text[:len(word)], word) {
				return true
			}
		}
	}
}

// awaitFonts waits for the fonts that are being loaded, and returns how many fonts were requested so far.
func awaitFonts(page session) (int, error) {
	// The debugger evaluates scripts although they are switched off.
	const loaded = "document.fonts.ready.then(fonts => [...fonts].filter(f => f.status != 'unloaded').length)"
	got, err := proto.RuntimeEvaluate{Expression: loaded, AwaitPromise: true, ReturnByValue: true}.Call(page)
	if err != nil {
		return 0, fmt.Errorf("load the fonts: %w", err)
	}
	return got.Result.Value.Int(), nil
}
