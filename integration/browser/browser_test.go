// Package browser_test has people's pages used in Chromium by Playwright: the workbench and the report of a comparison.
// The tests are the *.test.mjs beside this file; "make npm" installs their packages.
package browser_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
)

func TestMain(m *testing.M) { harness.Main(m) }

// runScript runs the tests of a script, which gets the environment.
func runScript(t *testing.T, script string, environment ...string) {
	t.Helper()
	require.DirExists(t, "node_modules", "run make npm first")
	chromium := machine.Program(t, "chromium-headless-shell")
	command := exec.CommandContext(t.Context(), machine.Program(t, "node"), "--test", "--test-reporter=spec", script)
	command.Env = append(os.Environ(), append(environment, "CHROMIUM="+chromium, "TMPDIR="+t.TempDir())...)
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NotContains(t, string(out), "ℹ tests 0")
}

func TestWorkbench(t *testing.T) {
	service := harness.Start(t, "PLATEN_CHROME_TAGGED=true") // with bookmarks
	runScript(t, "workbench.test.mjs", "WORKBENCH="+service.Admin, "KEY="+harness.Key)
	require.NotContains(t, service.Log(), harness.Key)
}

// TestReport compares three documents. The last source has no PDF of any of them.
func TestReport(t *testing.T) {
	report := filepath.Join(t.TempDir(), "report")
	arguments := []string{"compare", "--engine", "chrome", "--engine", "wkhtmltopdf", "--engine", "gone=pdf=" + t.TempDir(), "--out", report}
	for _, name := range []string{"invoice-sparksuite", "email-invoice-postmark", "gotenberg-pages-12"} {
		arguments = append(arguments, filepath.Join("..", "testdata", "corpus", name+".json"))
	}
	out, err := harness.Command(t, []string{"TMPDIR=" + t.TempDir(), "PLATEN_RENDER_CONCURRENCY=1"}, arguments...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	runScript(t, "report.test.mjs", "REPORT=file://"+filepath.Join(report, "index.html"))
}

// TestNoPoppler: without pdftoppm the workbench says what to install, and prints all the same.
func TestNoPoppler(t *testing.T) {
	programs := t.TempDir()
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		entries, _ := os.ReadDir(folder) // PATH may name folders that do not exist
		for _, entry := range entries {
			if !strings.HasPrefix(entry.Name(), "pdf") {
				_ = os.Symlink(filepath.Join(folder, entry.Name()), filepath.Join(programs, entry.Name())) // the first of a name counts
			}
		}
	}
	status, answer := post(t, harness.Start(t, "PATH="+programs), "preview?engine=chrome", "Authorization", "Bearer "+harness.Key)
	require.Equal(t, 200, status, answer)
	require.Contains(t, answer, "install the Debian package poppler-utils")
	require.Contains(t, answer, `"pages":1`)
}
