package pagecss

import "strings"

// appliesToPrint tells whether styles with that list of media queries are for print. What it asks of the
// device beside the medium is taken as fulfilled.
func appliesToPrint(media string) bool {
	if strings.TrimSpace(media) == "" {
		return true
	}
	for query := range strings.SplitSeq(strings.ToLower(media), ",") {
		if queryAppliesToPrint(query) {
			return true
		}
	}
	return false
}

func queryAppliesToPrint(query string) bool {
	words := strings.Fields(query)
	if len(words) == 0 {
		return false
	}
	negated := words[0] == "not"
	if negated || words[0] == "only" {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	if strings.HasPrefix(words[0], "(") {
		return !negated
	}
	medium, _, _ := strings.Cut(words[0], "(")
	return (medium == "print" || medium == "all") != negated
}
