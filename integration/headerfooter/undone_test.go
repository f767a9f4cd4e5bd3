package headerfooter_test

import (
	"strings"
	"testing"
)

// Why WeasyPrint 57 does not do a row.
const (
	divided = "a block of a body that is taller than the page is not divided"
	shadows = "it paints no shadows"
	turns   = "it knows neither page-orientation nor writing-mode"
)

// undone are the rows that an engine does not do, by tests, with the reasons. README names them.
var undone = map[string]map[string]map[string]string{"weasyprint": {
	"TestTurnedPages":         {"left": turns, "right": turns},
	"TestPaintedBeyondTheBox": {"a shadow": shadows},
	"TestCannotBeKept":        {"turned pages": turns},
	"TestFits": {
		"boxes at the upper edge of a footer": divided, "fixed boxes alone": divided, "positioned boxes on the last page alone": divided,
	},
	"TestContactSheet": {
		"a shadow": shadows, "a glow": shadows, "a shadow of text": shadows,
		"as wide as the window": "it does not know calc()", "vertical text": turns,
		"a list": "its bullets are those of the font, and not drawn", "a long word": "it breaks lines after slashes (UAX 14)",
	},
}}

// does reports whether an engine does a row of a test.
func does(t *testing.T, engine, row string) bool {
	test, _, _ := strings.Cut(t.Name(), "/")
	return undone[engine][test][row] == ""
}
