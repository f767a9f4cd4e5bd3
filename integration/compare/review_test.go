package compare_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/comparison"
	"platen/integration/harness"
)

// TestReview: a change is found, shown for a pull request, accepted, and is the same from then on.
func TestReview(t *testing.T) {
	service := harness.Shared(t)
	requests, golden, out := t.TempDir(), filepath.Join(t.TempDir(), "golden"), t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(requests, name+".json")
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(`{"html": "<p>`+text+`</p>"}`), 0o600))
		return path
	}
	files := []string{write("2025/invoice", "Pay 100"), write("2026/invoice", "Pay 100"), write("letter @all", "Dear all")}
	require.NoError(t, os.MkdirAll(golden, 0o700))
	markdown := filepath.Join(out, "summary.markdown")
	compare := func() (int, string) {
		code, _, diagnostics := run(t, []string{"PLATEN_COMPARE_KEY=" + harness.Key}, append([]string{"-e", "golden=pdf=" + golden, "-e", "now=url=" + service.URL,
			"--max-score", "10", "--out", filepath.Join(out, "report"), "--markdown", markdown}, files...)...)
		require.NotEqual(t, 2, code, diagnostics)
		return code, string(readFile(t, markdown))
	}
	accept := func(arguments ...string) int {
		command := harness.Command(t, nil, append([]string{"compare", "accept", filepath.Join(out, "report"), "--to", golden}, arguments...)...)
		said, _ := command.CombinedOutput()
		t.Log(string(said))
		return command.ProcessState.ExitCode()
	}
	code, told := compare()
	require.Zero(t, code)
	require.Contains(t, told, "3 are new")
	for _, wrong := range [][]string{{}, {"-e", "nobody"}, {"-e", "now", "2026/invoice", "invoice"}, {"-e", "golden"}} {
		require.Equal(t, 2, accept(wrong...), "%v", wrong)
		entries, err := os.ReadDir(golden)
		require.NoError(t, err)
		require.Empty(t, entries)
	}
	require.Zero(t, accept("-e", "now"))
	code, told = compare()
	require.Zero(t, code)
	require.Contains(t, told, "3 of 3 identical")

	write("2026/invoice", "Pay 900")
	code, told = compare()
	require.Equal(t, 3, code)
	require.Contains(t, told, "Not good enough: 1 of 3.")
	require.Contains(t, told, "**2026/invoice**<br>now | ❌ broken")
	require.Contains(t, told, "“100” became “900”")
	pictures := regexp.MustCompile(`img src="([^"]*)"`).FindAllStringSubmatch(told, -1)
	require.Len(t, pictures, 2)
	for _, p := range pictures {
		require.FileExists(t, filepath.Join(out, p[1]), "the Markdown is beside the report")
	}
	require.Zero(t, accept("-e", "now", "2026/invoice"))
	code, _ = compare()
	require.Zero(t, code)
	for _, d := range readReport(t, filepath.Join(out, "report")).Documents {
		require.Equal(t, comparison.Identical, d.Comparisons[0].Verdict)
	}
	require.NoError(t, os.WriteFile(filepath.Join(out, "report", "report.json"), []byte("{}"), 0o600))
	require.Equal(t, 2, accept("-e", "now"))
}
