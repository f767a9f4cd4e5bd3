package csstoken_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/csstoken"
)

func FuzzAll(f *testing.F) {
	f.Add("@media print{a:not(.b)::before{content:'\\61';width:calc(1px + 2e3em)/* c */}}")
	f.Add("url(a b) url('x') \\70 age <!-- --> \x00 {[( 'unclosed\n")
	f.Fuzz(func(t *testing.T, text string) {
		var read strings.Builder
		for token := range csstoken.All(t.Context(), text) {
			require.Equal(t, read.Len(), token.Start)
			require.NotEmpty(t, token.Text)
			read.WriteString(token.Text)
		}
		require.True(t, strings.HasPrefix(text, read.String()), "the tokens are not those of the text")
	})
}

// TestEndsWithItsContext: reading goes on for some thousand tokens at most.
func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	read := 0
	for range csstoken.All(ctx, strings.Repeat("a ", 1<<20)) {
		if read++; read == 10_000 {
			cancel()
		}
	}
	require.Less(t, read, 12_000)
}

func TestCanonical(t *testing.T) {
	for text, want := range map[string]string{
		`a`: `a`, `\61 b`: `ab`, `a\.b`: `a\.b`, `@m\65 dia`: `@media`, `c\61lc(`: `calc(`, `60m\6d`: `60mm`, `1e3m\6d`: `1e3mm`, `--\61`: `--a`,
		`'\61'`: `'\61'`, `url(\61)`: `url(\61)`,
	} {
		for token := range csstoken.All(t.Context(), text) {
			require.Equal(t, want, token.Canonical().Text, text)
		}
	}
}
