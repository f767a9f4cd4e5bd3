package htmldoc

import (
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"platen/domain/internal/cssescape"
)

// stylesheet looks at the addresses of a style sheet.
func (u *unloadable) stylesheet(text string) {
	if !strings.Contains(text, "(") && !strings.Contains(text, "@") {
		return
	}
	u.css(text, false)
}

// declarations looks at the addresses of a style attribute.
func (u *unloadable) declarations(text string) {
	if strings.Contains(text, "(") {
		u.css(text, true)
	}
}

// css looks at url() and, in style sheets, @import. It passes over the blocks of at-rules, except for those that always
// apply: their content may be unused.
func (u *unloadable) css(text string, inline bool) {
	lexer := css.NewLexer(parse.NewInputString(text))
	var skipped, depth int // depth counts braces inside of a block that is skipped
	atRule := ""
	for {
		kind, data := lexer.Next()
		switch {
		case kind == css.ErrorToken:
			return
		case skipped > 0:
			switch kind {
			case css.LeftBraceToken:
				depth++
			case css.RightBraceToken:
				if depth--; depth == 0 {
					skipped = 0
				}
			}
			continue
		case kind == css.AtKeywordToken && !inline:
			atRule = strings.ToLower(string(data[1:]))
		case kind == css.SemicolonToken:
			atRule = ""
		case kind == css.LeftBraceToken:
			if atRule != "" && atRule != "layer" && atRule != "page" {
				skipped, depth = 1, 1
			}
			atRule = ""
		case atRule == "namespace", atRule == "charset":
		case kind == css.URLToken:
			u.address(cssescape.URL(string(data)), false)
		case kind == css.StringToken && atRule == "import":
			u.address(cssescape.String(string(data)), false)
			atRule = "imported" // what follows is conditions
		case kind == css.FunctionToken && strings.EqualFold(string(data), "url("):
			if kind, data := lexer.Next(); kind == css.StringToken {
				u.address(cssescape.String(string(data)), false)
			}
		}
	}
}
