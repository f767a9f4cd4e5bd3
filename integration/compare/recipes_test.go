package compare_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"platen/integration/harness"
	"platen/ports/machine"
)

const (
	deploy = "../../configs/deploy"
	// markdown ends the names of files that the recipes write.
	markdown = ".md"
)

// script runs a shell's script in a folder where platen is the program under test. It returns the exit code.
func script(t *testing.T, dir string, environment []string, arguments ...string) (code int, said string) {
	t.Helper()
	bin := t.TempDir()
	platen := harness.Command(t, nil)
	require.NoError(t, os.Symlink(platen.Path, filepath.Join(bin, "platen")))
	command := exec.CommandContext(t.Context(), "sh", arguments...)
	command.Dir = dir
	command.Env = append(append(platen.Env, "PATH="+bin+":"+os.Getenv("PATH"), "TMPDIR="+t.TempDir()), environment...)
	out, _ := command.CombinedOutput()
	return command.ProcessState.ExitCode(), string(out)
}

// TestReviewRecipes: the pipelines are YAML whose scripts are shell, their rules are rules, and their comparisons write what they post.
func TestReviewRecipes(t *testing.T) {
	page, err := os.ReadFile(deploy + "/review.md")
	require.NoError(t, err)
	work := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(work, "templates"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(work, "templates", "Invoice 2026.json"), []byte(`{"html": "<p>Printed on 3 May 2026"}`), 0o600))
	blocks := regexp.MustCompile("(?s)```(yaml|sh)\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	require.Len(t, blocks, 6)
	code, said := script(t, work, nil, "-ec", blocks[0][2])
	require.Zero(t, code, said)
	require.FileExists(t, filepath.Join(work, "golden", "Invoice 2026.pdf"))
	require.NoError(t, os.WriteFile(filepath.Join(work, "rules.yaml"), []byte(blocks[1][2]), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(work, "templates", "Invoice 2026.json"), []byte(`{"html": "<p>Printed on 9 May 2026"}`), 0o600))
	for i, environment := range map[int][]string{2: {"GITHUB_REPOSITORY=o/r", "RUN=7"}, 3: {"CI_JOB_URL=https://gitlab.example.com/job"}} {
		var pipeline any
		require.NoError(t, yaml.Unmarshal([]byte(blocks[i][2]), &pipeline))
		compared := 0
		for _, run := range scripts(pipeline) {
			code, said := script(t, work, nil, "-nc", run)
			require.Zero(t, code, "%s: %s", run, said)
			if strings.HasPrefix(run, "platen compare") {
				compared++
				code, said = script(t, work, environment, "-ec", run)
				require.Zero(t, code, said)
				require.Contains(t, string(readFile(t, filepath.Join(work, "summary"+markdown))), "1 of 1 identical")
			}
		}
		require.Equal(t, 1, compared)
	}
}

// scripts are the shell scripts of a pipeline.
func scripts(value any) (found []string) {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			list, isList := inner.([]any)
			switch text, isText := inner.(string); {
			case key == "run" && isText:
				found = append(found, text)
			case (key == "script" || key == "after_script") && isList:
				for _, line := range list {
					found = append(found, line.(string))
				}
			default:
				found = append(found, scripts(inner)...)
			}
		}
	case []any:
		for _, inner := range v {
			found = append(found, scripts(inner)...)
		}
	}
	return found
}

// TestRehearsedUpgrade: of a browser without images, the page names the documents and features that it would break.
func TestRehearsedUpgrade(t *testing.T) {
	whole, err := filepath.Abs(deploy + "/rehearse-upgrade.sh")
	require.NoError(t, err)
	browser := machine.Program(t, "chromium-headless-shell")
	imageless := file(t, "browser", "#!/bin/sh\nexec "+browser+` "$@" --blink-settings=imagesEnabled=false`)
	require.NoError(t, os.Chmod(imageless, 0o700))
	request, err := filepath.Abs(filepath.Join(corpus, invoice+".json"))
	require.NoError(t, err)
	// Few features, since integration/engines tries all.
	some := file(t, "platen", `#!/bin/sh
command=$1; shift; [ $command != features ] || set -- "$@" --only svg-image --only font-woff --only grid; exec platen $command "$@"`)
	require.NoError(t, os.Chmod(some, 0o700))
	work := t.TempDir()
	environment := []string{"PLATEN=" + some}
	code, said := script(t, work, environment, whole, "chrome", "chrome,bin="+imageless, request)
	require.Equal(t, 3, code, said)
	told := string(readFile(t, filepath.Join(work, "rehearsal", "rehearsal"+markdown)))
	require.Contains(t, told, "**"+invoice+"**<br>new | ❌ broken")
	require.Contains(t, told, "- svg-image no longer works on engine")
	require.NotContains(t, told, "grid")
	require.NotContains(t, told, "fingerprint", "the browser's version is the same")
	require.True(t, strings.HasSuffix(told, "**broken**\n"), told)
	require.FileExists(t, filepath.Join(work, "rehearsal", "features.html"))
	require.FileExists(t, filepath.Join(work, "rehearsal", "report", "index.html"))
	code, said = script(t, work, environment, whole, "chrome", "prince", request)
	require.Equal(t, 2, code, said)
}

// TestRehearsalEndings: the last line and the exit code follow from what platen finds.
func TestRehearsalEndings(t *testing.T) {
	whole, err := filepath.Abs(deploy + "/rehearse-upgrade.sh")
	require.NoError(t, err)
	for _, c := range []struct {
		features, compare, verdict, ending string
		code                               int
	}{
		{"0", "0", "similar", "safe", 0}, {"0", "3", "different", "look at these", 3}, {"0", "3", "broken", "broken", 3}, {"3", "0", "similar", "broken", 3},
	} {
		platen := file(t, "platen", `#!/bin/sh
mkdir -p rehearsal/report
echo '{"verdict": "`+c.verdict+`"}' > rehearsal/report/report.json
echo Compared. > rehearsal/documents.markdown; echo '{}' > rehearsal/before.json
case "$1 $*" in *baseline*) echo "! grid changed"; exit `+c.features+`;; compare*) exit `+c.compare+`;; esac`)
		require.NoError(t, os.Chmod(platen, 0o700))
		work := t.TempDir()
		code, said := script(t, work, []string{"PLATEN=" + platen}, whole, "old", "new", "x.json")
		require.Equal(t, c.code, code, said)
		require.True(t, strings.HasSuffix(said, "**"+c.ending+"**\n"), said)
		require.Contains(t, said, "- grid changed")
	}
}
