// Package features_test tries `platen features` with the real engines, and holds the README's table of engines to it.
package features_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/app/features"
	"platen/integration/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

// run runs `platen features` and gives its exit code.
func run(t *testing.T, arguments ...string) (code int, out, diagnostics string) {
	t.Helper()
	command := harness.Command(t, []string{"TMPDIR=" + t.TempDir()}, append([]string{"features"}, arguments...)...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
	}
	return command.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

func read(t *testing.T, path string) (m features.Matrix) {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(content, &m))
	return m
}

// readme are rows of the README's table, and the features that each sums up.
var readme = map[string][]string{
	"Flexible boxes, variables, `calc()`, gradients, transforms, shadows, WebP": {"flex", "variables", "calc", "linear-gradient", "transform", "drop-shadow", "webp"},
	"Logical properties, `inset`, vertical text, `rgb(0 0 0 / 50%)`":            {"logical", "inset", "vertical", "rgb-slash"},
	"SVG with gradients, patterns, clip paths, masks, markers and `use`":        {"svg-gradient", "svg-pattern", "svg-clip", "svg-mask", "svg-marker", "svg-use"},
	"Grid, `columns`, `gap`, `aspect-ratio`":                                    {"grid", "columns", "flex-gap", "aspect-ratio"},
	"`:is()`, `:has()`, nesting, `@layer`, `oklch()`":                           {"is-where", "has", "nesting", "layers", "oklch"},
	"`filter`, `mix-blend-mode`, `clip-path`":                                   {"filter", "blend", "clip-path"},
	"`min()`, `max()`, `clamp()`, `color-mix()`":                                {"min-max", "color-mix"},
	"`bottom` of a page, `position: fixed` on each page":                        {"page-bottom", "page-fixed"},
	"Size and margins by `@page`, `page-break-inside: avoid`":                   {"page-size", "page-margin", "break-inside"},
	"Margins by `@page :first`, `:left` and `:right`":                           {"page-first", "page-left", "page-right"},
	"Margin boxes":                                               {"page-margin-boxes"},
	"Named pages, pages of several sizes":                        {"page-named", "page-sizes"},
	"Table heads on each page":                                   {"table-head"},
	"Footnotes (`float: footnote`)":                              {"page-footnotes"},
	"Words in elements with `opacity` are text":                  {"opacity"},
	"Emoji in colour":                                            {"emoji"},
	"Tagged (accessible) PDF with bookmarks, by `chrome.tagged`": {"bookmarks", "tags-headings", "tags-text", "tags-table", "tags-list", "tags-figure"},
}

// TestMatrix tries everything on all engines. The README says what is found, and a second run finds what got worse.
func TestMatrix(t *testing.T) {
	folder := t.TempDir()
	results, page := filepath.Join(folder, "features.json"), filepath.Join(folder, "features.html")
	code, out, diagnostics := run(t, "--json", results, "--out", page)
	require.Zero(t, code, diagnostics)
	require.Regexp(t, `Grid \(grid\) +yes +no\n`, out)
	require.FileExists(t, page)
	found := read(t, results)
	require.GreaterOrEqual(t, len(found.Features), 60)
	names := engines.All().Names()
	for i, e := range found.Engines {
		require.Equal(t, names[i], e.Name)
		require.NotEmpty(t, e.Version)
	}
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for row, features := range readme {
		_, cells, there := strings.Cut(string(text), "\n| "+row+" | ")
		require.True(t, there, "the README has no row %q", row)
		cells, _, _ = strings.Cut(cells, " |\n")
		for i, says := range strings.Split(cells, " | ") {
			for _, feature := range features {
				require.Equal(t, says, result(t, found, feature, names[i]).Word(), "%s on %s", feature, names[i])
			}
		}
	}

	// What works no longer: a baseline in which wkhtmltopdf had grid and chrome had none.
	for i, row := range found.Features {
		if row.Name == "grid" {
			found.Features[i].Results = map[string]features.Result{"chrome": {}, "wkhtmltopdf": {Works: true}}
		}
	}
	before, err := json.Marshal(found)
	require.NoError(t, err)
	baseline := filepath.Join(folder, "before.json")
	require.NoError(t, os.WriteFile(baseline, before, 0o600))
	code, out, _ = run(t, "--only", "grid", "--baseline", baseline)
	require.Equal(t, 3, code)
	require.Contains(t, out, "! grid works on chrome now\n! grid no longer works on wkhtmltopdf\n")
	code, _, diagnostics = run(t, "--only", "grid", "--baseline", baseline, "--engine", "chrome")
	require.Zero(t, code, diagnostics)

	// The JSON alone on standard output.
	code, out, diagnostics = run(t, "--only", "grid", "--engine", "chrome", "--json", "-")
	require.Zero(t, code, diagnostics)
	require.True(t, json.Valid([]byte(out)), out)
	require.Contains(t, diagnostics, "Grid (grid)")
}

func result(t *testing.T, m features.Matrix, feature, engine string) features.Result {
	t.Helper()
	for _, row := range m.Features {
		if row.Name == feature {
			return row.Results[engine]
		}
	}
	t.Fatalf("there is no feature %s", feature)
	return features.Result{}
}

func TestWrongUse(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other.json")
	require.NoError(t, os.WriteFile(other, []byte(`{"schema": 9}`), 0o600))
	for name, arguments := range map[string][]string{
		"an argument":      {"grid"},
		"no engine":        {"--engine", "prince"},
		"a server":         {"--engine", "url=http://127.0.0.1:1"},
		"no feature":       {"--only", "levitation"},
		"no baseline":      {"--baseline", "/nowhere.json"},
		"another baseline": {"--baseline", other},
		"an unknown flag":  {"--fast"},
		"JSON to a folder": {"--json", t.TempDir()},
		"HTML to a folder": {"--out", t.TempDir()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, out, diagnostics := run(t, arguments...)
			require.Equal(t, 2, code, diagnostics)
			require.Empty(t, out)
			require.NotEmpty(t, diagnostics)
		})
	}
}
