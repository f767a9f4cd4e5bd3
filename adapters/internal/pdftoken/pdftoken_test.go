package pdftoken_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/internal/pdftoken"
)

// tokens are the tokens of content, up to the first that has no length.
func tokens(content []byte) (all []string) {
	for rest := pdftoken.SkipBlanks(content); len(rest) > 0; rest = pdftoken.SkipBlanks(rest) {
		length := pdftoken.Length(rest)
		if length == 0 {
			return all
		}
		all = append(all, string(rest[:length]))
		rest = rest[length:]
	}
	return all
}

func TestTokens(t *testing.T) {
	for _, test := range []struct {
		about, content string
		want           []string
	}{
		{"nothing", "", nil},
		{"white space and comments", " \x00\t%(x\r\n%", nil},
		{"keywords, numbers and names", "q 1 .5 -3/F1\x00Tf f*", []string{"q", "1", ".5", "-3", "/F1", "Tf", "f*"}},
		{"an empty name", "/ /", []string{"/", "/"}},
		{"a comment ends a token", "a%b\nc", []string{"a", "c"}},
		{"balanced and escaped parentheses", `(a(b)\)\\)Tj`, []string{`(a(b)\)\\)`, "Tj"}},
		{"a percent sign in a string", "(100 %)Tj", []string{"(100 %)", "Tj"}},
		{"dictionaries, arrays, hexadecimal strings", "<</A[<0 1>]>>", []string{"<<", "/A", "[", "<0 1>", "]", ">>"}},
		{"a string without an end", "a (b", []string{"a"}},
		{"a string that ends with a backslash", `a (b\`, []string{"a"}},
		{"a hexadecimal string without an end", "a <b", []string{"a"}},
		{"delimiters that begin no token", "a ) b", []string{"a"}},
	} {
		t.Run(test.about, func(t *testing.T) {
			require.Equal(t, test.want, tokens([]byte(test.content)))
		})
	}
}

// Tokens with one blank between them are the same tokens.
func FuzzTokens(f *testing.F) {
	for _, content := range []string{
		"q 1 0 0 1 0 -84225 cm BT /F1 12 Tf (a(b)\\)) Tj <00> Tj ET Q", "/P <</MCID 0 /X [1 2]>> BDC EMC", "% x\n(", "<", "a{b}>",
	} {
		f.Add([]byte(content))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		all := tokens(content)
		var joined [][]byte
		for _, token := range all {
			require.Equal(t, len(token), pdftoken.Length([]byte(token)), "%q", token)
			joined = append(joined, []byte(token))
		}
		require.Equal(t, all, tokens(bytes.Join(joined, []byte(" "))))
	})
}
