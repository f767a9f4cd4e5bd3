package engines_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/app/features"
	"platen/integration/harness"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

// row is a line of the README's table of engines. finds tries it on an engine and gives the text that the engine's cell should have.
type row struct {
	name  string
	finds func(t *testing.T, e *engine, cell string) string
}

// engine is an engine under test.
type engine struct {
	name    string
	service *harness.Service
	site    *site
	matrix  map[string]map[string]features.Result
	doctor  string // what it says of all engines
}

// rows are all rows, in the README's order.
var rows = []row{
	{"Gradients, repeated background pictures, transforms, WebP, `rgb(0 0 0 / 50%)`", catalogued("linear-gradient", "tiles", "transform", "webp", "rgb-slash")},
	{"`calc()`, variables in shorthands, logical properties, `inset`", catalogued("calc", "variables", "logical", "inset")},
	{"Shadows, writing modes", catalogued("drop-shadow", "text-shadow-painted", "vertical")},
	{"Flexible boxes whatever their items, gradients behind borders, `border-spacing`, fonts by `unicode-range`", catalogued("flex", "flex-wrap", "gradient-border", "border-spacing", "unicode-range")},
	{"Long tables, two orphans and two widows where the author says nothing", catalogued("table-long", "orphans-default")},
	{"Vertical text of East Asia stands upright, `position: sticky`, `page-orientation`", catalogued("vertical-upright", "sticky", "page-orientation")},
	{"`hyphens: auto` (with the packages of Debian; soft hyphens work)", catalogued("hyphens")},
	{"SVG with gradients, patterns, clip paths, masks, markers and `use`", catalogued("svg-gradient", "svg-pattern", "svg-clip", "svg-mask", "svg-marker", "svg-use")},
	{"`columns`, `:is()`, `:has()`, `@layer`, gradients with transparent colours", catalogued("columns", "is-where", "has", "layers", "gradient-transparent")},
	{"`gap` in flexible boxes, `min()`, `max()`, `clamp()`", catalogued("flex-gap", "min-max")},
	{"Grid, `aspect-ratio`, nesting, `oklch()`, `color-mix()`", catalogued("grid", "aspect-ratio", "nesting", "oklch", "color-mix")},
	{"`filter`, `mix-blend-mode`, `clip-path`", catalogued("filter", "blend", "clip-path")},
	{"`bottom` of a page, `position: fixed` on each page", catalogued("page-bottom", "page-fixed")},
	{"Size and margins by `@page`, `page-break-inside: avoid`", catalogued("page-size", "page-margin", "break-inside")},
	{"Margins by `@page :first`, `:left` and `:right`", catalogued("page-first", "page-left", "page-right")},
	{"What is wider than the page shrinks", catalogued("zoom-wide")},
	{"Page breaks before rows of tables, before items in columns of flexible boxes, and in floats", catalogued("break-row", "break-flex-item", "break-float")},
	{"A block without content that is taller than the page is divided", catalogued("break-block")},
	{"Margin boxes", catalogued("page-margin-boxes")},
	{"Named pages, pages of several sizes", catalogued("page-named", "page-sizes")},
	{"Table heads on each page, `break-inside: avoid` on table rows, `break-after: avoid`", catalogued("table-head", "table-row-whole", "break-after-avoid")},
	{"Footnotes, running elements, `string-set`, `@page :nth()`", catalogued("page-footnotes", "page-running-elements", "page-string-set", "page-nth")},
	{"Page numbers and texts of targets in links, leaders", catalogued("page-target-counter", "page-target-text", "page-leaders")},
	{"Crop marks and bleed, bookmarks by CSS", catalogued("page-marks", "bookmark-label")},
	{"Form fields to fill in, by `appearance: auto`", catalogued("page-form")},
	{"Words in web fonts", wordsInWebFonts},
	{"Images and fonts for print alone", all(printOnly...)},
	{"Images and fonts for print alone in stylesheets by URL", all(printOnlyByURL...)},
	{"Media queries for widths", all(widths)},
	{"Media queries for widths in stylesheets by URL", all(widthsByURL)},
	{"Words in elements with `opacity` are text", catalogued("opacity")},
	{"Emoji in colour", catalogued("emoji")},
	{"Bookmarks of headings (in Chrome by `chrome.tagged`)", catalogued("bookmarks")},
	{"Tagged (accessible) PDF, by `chrome.tagged`", catalogued("tags-headings", "tags-text", "tags-table", "tags-list", "tags-figure")},
	{"Sandbox, unless root starts it", sandbox},
	{"Memory of its own at rest, for two documents at once", memory},
}

// TestReadmeTable tries each row of the README's table on each engine: the cell must match the result.
func TestReadmeTable(t *testing.T) {
	cells := readTable(t)
	site := openSite(t)
	matrix := matrix(t)
	doctor, err := harness.Command(t, harness.Settings(t.TempDir()), "doctor").Output()
	require.NoError(t, err)
	for _, name := range engines {
		t.Run(name, func(t *testing.T) {
			e := &engine{name, start(t, name, "PLATEN_CHROME_TAGGED=true", "PLATEN_RENDER_CONCURRENCY=2", site.allowed()), site, matrix, string(doctor)}
			for _, r := range rows {
				t.Run(r.name, func(t *testing.T) {
					says := cells[r.name][name]
					require.Equal(t, says, r.finds(t, e, says), "the README, and what was found")
				})
			}
		})
	}
}

// readTable reads the table: the cell of each engine in each row. It must have exactly the tested rows.
func readTable(t *testing.T) map[string]map[string]string {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(readme), "\n## The engines\n")
	require.True(t, found, "the README has no section on engines")
	section, _, _ = strings.Cut(section, "\n## ")
	lines := regexp.MustCompile(`(?m)^\|.*\|$`).FindAllString(section, -1)
	require.Greater(t, len(lines), 2, "the section has no table")
	require.Equal(t, append([]string{""}, engines...), split(lines[0]))

	cells := map[string]map[string]string{}
	var names []string
	for _, line := range lines[2:] { // without the head and the rule
		columns := split(line)
		require.Len(t, columns, 1+len(engines), line)
		names = append(names, columns[0])
		cells[columns[0]] = map[string]string{}
		for i, engine := range engines {
			cells[columns[0]][engine] = columns[1+i]
		}
	}
	tried := slices.Collect(func(yield func(string) bool) {
		for _, r := range rows {
			if !yield(r.name) {
				return
			}
		}
	})
	require.Equal(t, tried, names, "the rows that are tried, and those of the README")
	return cells
}

// split splits a line of a table into its cells.
func split(line string) (columns []string) {
	for column := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
		columns = append(columns, strings.TrimSpace(column))
	}
	return columns
}

// trial is a document that shows something if an engine supports it. {site} is replaced by the site's address.
type trial struct {
	name, html string
	shows      pdfcheck.Check
}

// catalogued returns "yes" if `platen features` finds that the engine supports all of the features, "no" if none, and otherwise a text that
// is in no cell.
func catalogued(names ...string) func(*testing.T, *engine, string) string {
	return func(t *testing.T, e *engine, _ string) string {
		var works, fails []string
		for _, name := range names {
			result, tried := e.matrix[name][e.name]
			require.True(t, tried, name)
			if result.Works {
				works = append(works, name)
			} else {
				fails = append(fails, name+": "+result.Found)
			}
		}
		return verdict(works, fails)
	}
}

// matrix runs `platen features` on all engines, and gives the results by the names of features and engines.
func matrix(t *testing.T) map[string]map[string]features.Result {
	t.Helper()
	out, err := harness.Command(t, []string{"TMPDIR=" + t.TempDir()}, "features", "--json", "-").Output()
	require.NoError(t, err)
	var found features.Matrix
	require.NoError(t, json.Unmarshal(out, &found))
	results := map[string]map[string]features.Result{}
	for _, row := range found.Features {
		results[row.Name] = row.Results
	}
	return results
}

func verdict(works, fails []string) string {
	switch {
	case len(fails) == 0:
		return "yes"
	case len(works) == 0:
		return "no"
	}
	return fmt.Sprintf("works: %q, does not: %q", works, fails)
}

// all returns "yes" if all trials succeed, "no" if none does, and otherwise a text that is in no cell.
func all(trials ...trial) func(*testing.T, *engine, string) string {
	return func(t *testing.T, e *engine, _ string) string {
		var works, fails []string
		for _, tried := range trials {
			pdf := print(t, e.service, strings.ReplaceAll(tried.html, "{site}", e.site.URL))
			if err := tried.shows(pdfcheck.Open(t, pdf)); err != nil {
				fails = append(fails, tried.name)
				t.Logf("%s: %v", tried.name, err)
			} else {
				works = append(works, tried.name)
			}
		}
		return verdict(works, fails)
	}
}

// wordsInWebFonts reports whether they are text or outlines: they are painted in any case.
func wordsInWebFonts(t *testing.T, e *engine, _ string) string {
	f := pdfcheck.Open(t, print(t, e.service, webFont(e.site.URL)+`<div style="font:20mm/1 Square;color:#008000">Xy</div>`))
	require.NoError(t, pdfcheck.PaintedAt(1, green, box(10, 10, 50, 30), mm)(f))
	if pdfcheck.Text("Xy")(f) != nil {
		return "outlines"
	}
	return "text"
}

// sandbox reads the engine's sandbox from the output of doctor.
func sandbox(t *testing.T, e *engine, _ string) string {
	line := regexp.MustCompile(`(?m)^` + e.name + ` .*$`).FindString(e.doctor)
	columns := regexp.MustCompile(`\s{2,}`).Split(line, -1)
	require.Greater(t, len(columns), 3, e.doctor)
	switch {
	case columns[3] == "on", strings.HasPrefix(columns[3], "on: "), columns[3] == "off (run by root)" && os.Geteuid() == 0:
		return "yes"
	case columns[3] == "none":
		return "no"
	}
	return columns[3]
}

// memory returns the cell's text if it is true to a half, and otherwise the measured one. At rest, it hardly changes.
func memory(t *testing.T, e *engine, cell string) string {
	var found float64
	require.Eventually(t, func() bool {
		before := found
		found = float64(machine.Memory(e.service.Processes()...)) / 1e6
		return math.Abs(found-before) < found/100
	}, time.Minute, 300*time.Millisecond)
	t.Logf("%.0f MB", found)
	var says float64
	if _, err := fmt.Sscanf(cell, "%f MB", &says); err == nil && found > says/1.5 && found < says*1.5 {
		return cell
	}
	return fmt.Sprintf("%.0f MB", found)
}
