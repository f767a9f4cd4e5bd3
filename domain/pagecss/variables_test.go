package pagecss_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/pagecss"
)

func TestVariables(t *testing.T) {
	for name, test := range map[string]struct {
		css  string
		left float64
	}{
		"of the root":                {":root{--m:33mm}@page{margin:20mm var(--m)}", 33},
		"of html":                    {"html , p{--m : 33mm !important}html{--m:5mm}@page{margin-left:var(--m)}", 33},
		"declared later":             {"@page{margin-left:var(--m)}:root{--m:1mm}:root{--m:33mm}", 33},
		"of a variable":              {":root{--n:30mm;--m:calc(var(--n) + 3mm)}@page{margin-left:var(--m)}", 33},
		"a whole shorthand":          {":root{--m:1mm 2mm 3mm 33mm}@page{margin:var(--m)}", 33},
		"a fallback":                 {"@page{margin-left:var(--none, 33mm)}", 33},
		"a fallback of a variable":   {":root{--m:33mm}@page{margin-left:var(--none,var(--m))}", 33},
		"env() with a fallback":      {"@page{margin-left:env(none,33mm)}", 33},
		"env() that browsers know":   {"@page{margin-left:calc(33mm + env(safe-area-inset-left,9mm))}", 33},
		"in media that apply":        {"@media print{:root{--m:33mm}}@media screen{:root{--m:1mm}}@page{margin-left:var(--m)}", 33},
		"without a value":            {"@page{margin-left:20mm}@page{margin-left:var(--none)}", 0},
		"of a whole shorthand":       {"@page{margin:20mm var(--none)}", 0},
		"env() without a value":      {"@page{margin-left:env(none)}", 0},
		"of the page":                {"@page{--m:33mm;margin-left:var(--m)}", 0},
		"of a box in the margin":     {"@page{margin-left:var(--m);@top-left{--m:33mm}}", 0},
		"of the page and the root":   {"@page{--m:5mm;margin-left:var(--m)}:root{--m:33mm}", 33},
		"of another element":         {"p{--m:33mm}@page{margin-left:var(--m)}", 0},
		"of itself":                  {":root{--m:var(--m)}@page{margin-left:var(--m)}", 0},
		"in the root's nested rules": {":root{--m:33mm;p{--m:1mm}}@page{margin-left:var(--m)}", 33},
	} {
		t.Run(name, func(t *testing.T) {
			require.InDelta(t, test.left, pagecss.Of(test.css).Default().Margins.Left.Millimetres(), 0.01)
		})
	}
}

// TestHostileVariables: references that multiply end soon.
func TestHostileVariables(t *testing.T) {
	doubling := ":root{"
	for i := range 30 {
		next := string(rune('a' + i%26))
		doubling += "--" + strings.Repeat("a", i) + "x:" + strings.Repeat("var(--"+strings.Repeat("a", i+1)+"x) ", 50) + ";" + "--y" + next + ":1mm;"
	}
	for _, css := range []string{doubling + "}@page{margin:var(--x)}", strings.Repeat(":root{--", 1<<16) + "@page{margin:var(--a)}", "@page{margin:" + strings.Repeat("var(--a,", 1<<16) + "}"} {
		require.NotPanics(t, func() { pagecss.Of(css).Default() })
	}
}
