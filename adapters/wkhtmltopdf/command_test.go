package wkhtmltopdf_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/adapters/wkhtmltopdf"
)

// Arguments come out of a line as they went in.
func TestQuoteIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.SliceOf(rapid.StringMatching(`[^\n\r\x00]{1,20}`)).Draw(t, "args")
		line, err := wkhtmltopdf.Quote(args)
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(line, "\n"), "one line")
		require.Equal(t, args, append([]string{}, readLine(line)...))
	})
}

// readLine takes a line apart by wkhtmltopdf's rules: blanks part arguments, except in quotes, and after a
// backslash any character is itself.
func readLine(line string) (args []string) {
	var arg strings.Builder
	var quote rune
	escaped := false
	for _, c := range line {
		switch {
		case escaped:
			arg.WriteRune(c)
			escaped = false
		case c == '\\':
			escaped = true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && strings.ContainsRune(" \t\r\n", c):
			if arg.Len() > 0 {
				args = append(args, arg.String())
			}
			arg.Reset()
		default:
			arg.WriteRune(c)
		}
	}
	return args
}

func TestWhatDoesNotFitIntoALine(t *testing.T) {
	for _, arg := range []string{"a\nb", "a\rb", "a\x00b", strings.Repeat("x", 20_001)} {
		_, err := wkhtmltopdf.Quote([]string{arg})
		require.ErrorContains(t, err, "fit into a line")
	}
}
