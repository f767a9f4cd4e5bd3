package csstoken_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/csstoken"
)

// TestItems: each item stands before its end.
func TestItems(t *testing.T) {
	for css, want := range map[string]string{
		``: ``, `a;b`: `a;b`, `a{b:c}d`: `a{b:c}d`, `a(;{)b[;](f(;})x);c`: `a(;{)b[;](f(;})x);c`, `a)]b;c{d`: `a)]b;c{d`, `@a b;/* ; */c;`: `@a b;/* ; */c;`,
	} {
		var items []string
		for item, end := range csstoken.Items(t.Context(), css, 99) {
			items = append(items, csstoken.Join(item)+end.Text)
		}
		require.Equal(t, want, strings.Join(items, ""), css)
	}
	var items []string
	for item, end := range csstoken.Items(t.Context(), `a(;)b[;c]{d:e)f;g}`, 5) {
		items = append(items, csstoken.Join(item)+" "+end.Text)
	}
	require.Equal(t, []string{"a(;)b[ {", "d:e)f ;", "g }", " "}, items)
}

func TestRead(t *testing.T) {
	require.Equal(t, "a b", csstoken.Join(csstoken.Read(`a/* c */ \62`)))
	require.Len(t, csstoken.Read(strings.Repeat("a ", csstoken.MaxItem)), csstoken.MaxItem)
}

// TestDeclarations: the name, the value and whether it is important.
func TestDeclarations(t *testing.T) {
	for css, want := range map[string]string{
		`Color : red`: `color| red|false`, `--A:b`: `--a|b|false`, `a:b!important`: `a|b|true`, `a:b ! IMPORTANT `: `a|b|true`,
		`a:important`: `a|important|false`, `a:b important`: `a|b important|false`, `a:b !other`: `a|b !other|false`, `a: !important`: `a||true`,
		``: `||false`, `a`: `||false`, `a b`: `||false`, `a;b`: `||false`, `9:b`: `||false`, `"a":b`: `||false`,
	} {
		name, value := csstoken.SplitDeclaration(csstoken.Read(css))
		rest, important := csstoken.SplitImportant(value)
		require.Equal(t, want, name+"|"+csstoken.Join(rest)+map[bool]string{true: "|true", false: "|false"}[important], css)
	}
}

func TestParenthesised(t *testing.T) {
	for css, want := range map[string]string{`(a)b`: `a|b`, `f(a(b)[(c)]d)e f`: `a(b)[(c)]d|e f`, `(a`: `a|`, `f(`: `|`} {
		inside, rest := csstoken.Parenthesised(csstoken.Read(css))
		require.Equal(t, want, csstoken.Join(inside)+"|"+csstoken.Join(rest), css)
	}
}

func TestSideValue(t *testing.T) {
	for values, want := range [][4]int{1: {0, 0, 0, 0}, 2: {0, 1, 0, 1}, 3: {0, 1, 2, 1}, 4: {0, 1, 2, 3}} {
		for side, value := range want {
			if values > 0 {
				require.Equal(t, value, csstoken.SideValue(values, side), "%d values, side %d", values, side)
			}
		}
	}
}
