package csstoken

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// SplitDeclaration divides "name: value"; the name is in lower case, "" if there is none.
func SplitDeclaration(item []Token) (name string, value []Token) {
	if len(item) == 0 || item[0].Kind != css.IdentToken && item[0].Kind != css.CustomPropertyNameToken {
		return "", nil
	}
	rest := item[1:]
	for len(rest) > 0 && rest[0].Kind == css.WhitespaceToken {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].Kind != css.ColonToken {
		return "", nil
	}
	return strings.ToLower(item[0].Text), rest[1:]
}

// SplitImportant removes "!important" from the end of a value.
func SplitImportant(value []Token) (rest []Token, important bool) {
	if n := len(value); n > 0 && strings.EqualFold(value[n-1].Text, "important") {
		rest = Trim(value[:n-1])
		if n := len(rest); n > 0 && rest[n-1].Text == "!" {
			return Trim(rest[:n-1]), true
		}
	}
	return value, false
}
