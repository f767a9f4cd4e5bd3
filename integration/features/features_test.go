// Package features_test tries `platen features` with the real engines, whose whole catalogue integration/engines tries.
package features_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
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

// TestMatrix tries features on all engines. A second run finds what got worse. integration/engines tries all features.
func TestMatrix(t *testing.T) {
	folder := t.TempDir()
	results, page := filepath.Join(folder, "features.json"), filepath.Join(folder, "features.html")
	code, out, diagnostics := run(t, "--only", "grid", "--only", "flex", "--json", results, "--out", page)
	require.Zero(t, code, diagnostics)
	require.Regexp(t, `Grid \(grid\) +yes +no +no\n`, out)
	require.FileExists(t, page)
	found := read(t, results)
	require.Len(t, found.Features, 2)
	names := engines.All().Names()
	for i, e := range found.Engines {
		require.Equal(t, names[i], e.Name)
		require.NotEmpty(t, e.Version)
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
