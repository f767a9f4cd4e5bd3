package htmldoc

import (
	"strings"

	"github.com/tdewolff/parse/v2/css"

	"platen/domain/csstoken"
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
	skipped := 0 // braces that are open in a block that is skipped
	atRule, before := "", ""
	for t := range csstoken.All(u.ctx, text) {
		switch {
		case skipped > 0 && t.Kind == css.LeftBraceToken:
			skipped++
		case skipped > 0 && t.Kind == css.RightBraceToken:
			skipped--
		case skipped > 0:
		case t.Kind == css.AtKeywordToken && !inline:
			atRule = strings.ToLower(t.Text[1:])
		case t.Kind == css.SemicolonToken:
			atRule = ""
		case t.Kind == css.LeftBraceToken:
			if atRule != "" && atRule != "layer" && atRule != "page" {
				skipped = 1
			}
			atRule = ""
		case atRule == "namespace", atRule == "charset":
		case t.Kind == css.URLToken:
			u.address(cssescape.URL(t.Text), false)
		case t.Kind == css.StringToken && strings.EqualFold(before, "url("):
			u.address(cssescape.String(t.Text), false)
		case t.Kind == css.StringToken && atRule == "import":
			u.address(cssescape.String(t.Text), false)
			atRule = "imported" // what follows is conditions
		}
		before = t.Text
	}
}
