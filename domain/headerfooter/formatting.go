package headerfooter

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxFormatting bounds formattingCost. A header of usual care is far below a thousand.
const maxFormatting = 1_000_000

// formattingCost is about how many elements a parser of HTML adds to the text's own: formatting elements that are
// not closed are opened again in every paragraph and cell that follows. 20 kB of text can ask for half a gigabyte
// of them.
func formattingCost(text string) (cost int) {
	tokenizer := html.NewTokenizer(strings.NewReader(text))
	open := 0
	for {
		switch tokenizer.Next() {
		case html.ErrorToken:
			return cost
		case html.TextToken:
			cost += open
		case html.StartTagToken, html.SelfClosingTagToken: // HTML knows no self-closing elements of these kinds
			cost += open
			if isFormatting(tokenizer) {
				open++
			}
		case html.EndTagToken:
			if open > 0 && isFormatting(tokenizer) {
				open--
			}
		}
		if cost > maxFormatting {
			return cost
		}
	}
}

// isFormatting tells whether the tag is of an element that HTML's tree construction opens again
// (https://html.spec.whatwg.org/multipage/parsing.html#formatting).
func isFormatting(tokenizer *html.Tokenizer) bool {
	name, _ := tokenizer.TagName()
	switch atom.Lookup(name) {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small,
		atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}
