package headerfooter

import (
	"strings"

	"platen/domain"
	"platen/domain/htmldoc"
)

// The HTML parsing algorithm can do far more work than its input is long:
//
//   - Formatting elements that are not closed (<b>, <font>) are opened again, attributes and all, in every paragraph
//     and cell that follows. 20 kB of text can ask for half a gigabyte of elements.
//   - The end tag of a formatting element that does not match makes up to 32 elements ("adoption agency").
//   - The attributes of each further <html> and <body> tag are merged into those of the first.
//
// checkParseCost bounds that work before anything is parsed. It does not follow a tokenizer, which markup can
// lead astray: every "<" that could begin a tag counts as one, wherever it stands.
const (
	// maxCost bounds the elements and attributes that are made beyond those of the text, or visited to merge them.
	maxCost = 1_000_000
	// adoptionCost is what an end tag of a formatting element makes at most: 8 rounds of 4 elements.
	adoptionCost = 32
)

// checkParseCost refuses text whose parsing could take too much time or memory.
func checkParseCost(position Position, text string) error {
	cost, merged := parseCost(text)
	switch {
	case merged > maxCost:
		return domain.Invalidf("%s repeats the <html> or <body> tag too often: write each once", position)
	case cost > maxCost:
		return domain.Invalidf("%s has too many formatting elements such as <b>, <font> and <a>: use <span> and style sheets", position)
	}
	return nil
}

// parseCost returns how many elements and attributes parsing makes at most beyond those of the text, and how many it visits to merge those
// of <html> and <body> tags, as far as one of the two exceeds maxCost. Every formatting element counts as left open.
func parseCost(text string) (cost, merged int) {
	weight := 0                      // formatting elements and their attributes
	rootAttributes := 0              // of all <html> and <body> tags
	lookahead := 2*len(text) + 1<<16 // bytes that may still be read ahead; tags overlap in hostile text only
	attributes := func(at int, name string) int {
		end, attributes := htmldoc.TagEnd(text, at+1+len(name))
		if lookahead -= end - at; lookahead < 0 {
			cost = maxCost + 1
		}
		return attributes
	}
	for at := range htmldoc.TagStarts(text) {
		name, closing := tagName(text[at+1:])
		switch {
		case isFormatting(name) && closing:
			cost += adoptionCost + 2*weight
		case isFormatting(name):
			weight += 1 + attributes(at, name)
		case !closing && (name == "html" || name == "body"):
			rootAttributes += attributes(at, name)
			merged += rootAttributes
		}
		if cost += 2 * weight; max(cost, merged) > maxCost { // the tag and the text after it
			break
		}
	}
	return cost, merged
}

// tagName returns the name of the tag that rest begins with after its "<", in lower case, and whether it is an end tag;
// "" for names that do not matter.
func tagName(rest string) (name string, closing bool) {
	rest, closing = strings.CutPrefix(rest, "/")
	const longest = len("strong")
	end := strings.IndexAny(rest[:min(len(rest), longest+1)], whiteSpace+"/>")
	if end < 0 {
		return "", closing
	}
	return strings.ToLower(rest[:end]), closing
}

// isFormatting reports whether the parser opens elements of that name again
// (https://html.spec.whatwg.org/multipage/parsing.html#formatting).
func isFormatting(name string) bool {
	switch name {
	case "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u":
		return true
	}
	return false
}
