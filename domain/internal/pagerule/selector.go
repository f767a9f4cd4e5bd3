package pagerule

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
)

// parseSelector reads the prelude of an @page rule: a list of names with pseudo-classes, or nothing. One that
// is not valid makes the whole rule invalid.
func parseSelector(prelude []csstoken.Token) (selector string, ok bool) {
	switch {
	case len(prelude) == 0:
		return "", true
	case len(prelude) >= csstoken.MaxItem-1:
		return "", false
	}
	var b strings.Builder
	for i, part := range csstoken.SplitList(prelude) {
		if i > 0 {
			b.WriteString(", ")
		}
		if !writeSelector(&b, csstoken.Trim(part)) {
			return "", false
		}
	}
	return b.String(), true
}

// writeSelector writes one selector of the list, which no blank may divide.
func writeSelector(b *strings.Builder, tokens []csstoken.Token) bool {
	if len(tokens) == 0 {
		return false
	}
	if isName(tokens[0]) {
		b.WriteString(tokens[0].Text)
		tokens = tokens[1:]
	}
	for ; len(tokens) > 0; tokens = tokens[2:] {
		if tokens[0].Kind != css.ColonToken || len(tokens) < 2 || tokens[1].Kind != css.IdentToken {
			return false
		}
		pseudo := strings.ToLower(tokens[1].Text)
		if pseudo != "first" && pseudo != "left" && pseudo != "right" && pseudo != "blank" {
			return false
		}
		b.WriteString(":" + pseudo)
	}
	return true
}

func isName(t csstoken.Token) bool {
	return t.Kind == css.CustomPropertyNameToken || t.Kind == css.IdentToken && !strings.EqualFold(t.Text, "auto")
}
