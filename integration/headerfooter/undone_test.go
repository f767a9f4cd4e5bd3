package headerfooter_test

import (
	"strings"
	"testing"
)

// Why WeasyPrint does not do a row, by the features of the catalogue.
const (
	divided = "it does not divide a block without content, nor does 70.0 (break-block)"
	shadows = "it paints no shadows; 70.0 paints those of boxes (drop-shadow, text-shadow-painted)"
	turns   = "it knows neither page-orientation nor writing-mode, nor does 70.0 (page-orientation, vertical)"
)

// undone are the rows that an engine does not do, by tests, with the reasons: of WeasyPrint 57.2 as of 70.0, unless they say more. README
// names them.
var undone = map[string]map[string]map[string]string{"weasyprint": {
	"TestTurnedPages":         {"left": turns, "right": turns},
	"TestZoomOfTheRoot":       {"zoom": "it does not know zoom, nor does 70.0"},
	"TestPaintedBeyondTheBox": {"a shadow": shadows},
	"TestFits": {
		"boxes at the upper edge of a footer": divided, "fixed boxes alone": divided, "positioned boxes on the last page alone": divided,
	},
	"TestContactSheet": {
		"a shadow": shadows, "a glow": shadows, "a shadow of text": shadows,
		"as wide as the viewport": "it does not know calc(); 70.0 does (calc)", "vertical text": turns,
		"a list":      "its bullets are those of the font, and not drawn, as those of 70.0",
		"a long word": "it breaks lines after slashes (UAX 14), as 70.0 does",
	},
}}

// does reports whether an engine does a row of a test.
func does(t *testing.T, engine, row string) bool {
	test, _, _ := strings.Cut(t.Name(), "/")
	return undone[engine][test][row] == ""
}
