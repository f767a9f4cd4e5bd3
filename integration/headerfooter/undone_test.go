package headerfooter_test

import (
	"strings"
	"testing"
)

// Why WeasyPrint 57 does not do a row.
const (
	positioned = "a header of positioned boxes alone is refused, or stands elsewhere"
	fixed      = "a fixed box is not fixed to its copy"
	coloured   = "a header of styles alone that colour every element is refused"
	tooWide    = "what is too wide by a background or a position is not seen, and cut"
	shadows    = "it paints no shadows"
	viewport   = "its unit vw has another window"
	conditions = "it does not apply the page rules of a media query on the orientation"
	turns      = "it knows neither page-orientation nor writing-mode"
	tables     = "columns and rows of its tables have other sizes"
	otherwise  = "its ink ends elsewhere"
)

// undone are the rows that an engine does not do, by tests, with the reasons. README names them.
var undone = map[string]map[string]map[string]string{"weasyprint": {
	"TestBleedsReachTheEdges":  {"absolute": positioned},
	"TestOverhangFitsEachPage": {"unnumbered": positioned},
	"TestTurnedPages":          {"left": turns, "right": turns},
	"TestConditionalPageRules": {"with a header": conditions, "without": conditions},
	"TestPaintedBeyondTheBox":  {"a shadow": shadows},
	"TestContained":            {"fixed elements": fixed, "the header's styles": coloured},
	"TestCannotBeKept":         {"nothing on the paper": positioned, "turned pages": turns},
	"TestNothingOverlaps":      {"fixed": fixed},
	"TestFits": {
		"boxes at the upper edge of a footer": positioned, "boxes at the lower edge of a header": positioned,
		"a letterhead that bleeds": positioned,
		"absolute boxes alone":     positioned, "fixed boxes alone": positioned, "positioned boxes on the last page alone": positioned,
		"too wide by pixels": tooWide, "too wide from right to left": tooWide, "too wide by a share": tooWide, "a box far to the right": tooWide,
	},
	"TestContactSheet": {
		"absolute boxes alone": positioned, "bleed by absolute offsets": positioned, "fixed boxes alone": positioned,
		"at the lower edge": positioned,
		"a fixed bar":       positioned, "a shadow": shadows, "a glow": shadows, "a shadow of text": shadows,
		"wider by padding": tooWide, "a ribbon at the corner": tooWide, "as wide as the window": viewport, "vertical text": turns,
		"table of three cells": tables, "a table of addresses": tables, "vertical alignment": tables,
		"a list": otherwise, "a long word": otherwise, "a reset": otherwise, "a page break": "it ends the copy at a page break",
	},
}}

// does reports whether an engine does a row of a test.
func does(t *testing.T, engine, row string) bool {
	test, _, _ := strings.Cut(t.Name(), "/")
	return undone[engine][test][row] == ""
}
