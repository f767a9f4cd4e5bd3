package csstoken_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
	"pgregory.net/rapid"

	"platen/domain/csstoken"
)

func TestUnescape(t *testing.T) {
	for text, want := range map[string]string{
		``: ``, `plain`: `plain`, `ok\.css`: `ok.css`, `m\61rgin`: `margin`, `m\61 rgin`: `margin`, `m\000061rgin`: `margin`,
		"m\\61\r\nrgin": `margin`, "a\\\nb": `ab`, "a\\\r\nb": `ab`, `\e9`: `é`, `\é`: `é`, `\0`: "\ufffd", `\d800 x`: "\ufffdx",
		`\ffffff`: "\ufffd", `\\`: `\`, `end\`: `end`, `\"`: `"`, `\00000611`: "\x06" + "11",
	} {
		require.Equal(t, want, csstoken.Unescape(text), text)
	}
}

func TestValue(t *testing.T) {
	for token, want := range map[string]string{
		`"a b"`: `a b`, `'a"b'`: `a"b`, `"a\"b"`: `a"b`, `"open`: `open`, `"open\"`: `open"`, `""`: ``, `"`: ``, `"a\\"`: `a\`,
	} {
		require.Equal(t, want, csstoken.Token{Kind: css.StringToken, Text: token}.Value(), token)
	}
	for token, want := range map[string]string{
		`url(a.css)`: `a.css`, `url( "a.css" )`: `a.css`, `u\72l('a b')`: `a b`, `url(a\)b)`: `a)b`, `url(open`: `open`, `url(a\)`: `a)`,
		`url()`: ``, `url( )`: ``, `url('')`: ``, `url(a\\\)`: `a\)`,
	} {
		require.Equal(t, want, csstoken.Token{Kind: css.URLToken, Text: token}.Value(), token)
	}
}

func TestIdentifier(t *testing.T) {
	for name, want := range map[string]string{
		`_a-z_AZ09é`: `_a-z_AZ09é`, `-a`: `-a`, `--`: `--`, `-`: `\-`, `9`: `\39 `, `-0`: `-\30 `, `a0-9`: `a0-9`, `-a0`: `-a0`, `0-`: `\30 -`, `a b:[`: `a\ b\:\[`, "\x7f\x1f": `\7f \1f `,
	} {
		require.Equal(t, want, csstoken.Identifier(name), name)
	}
}

// TestIdentifierIsRead: the tokenizer reads an identifier back, as one token.
func TestIdentifierIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[-_a-zA-Z0-9 .:,{}"'\\é\n]{1,8}`).Draw(t, "name")
		written := csstoken.Identifier(name)
		require.Equal(t, name, csstoken.Unescape(written))
		kind, data := css.NewLexer(parse.NewInputString(written)).Next()
		require.Contains(t, []css.TokenType{css.IdentToken, css.CustomPropertyNameToken}, kind, written)
		require.Equal(t, written, string(data))
	})
}
