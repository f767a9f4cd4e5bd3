package clients_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
)

// elsewhere are the beginnings of the blocks of commands that TestDocuments does not run, with what does.
var elsewhere = map[string]string{
	"make demo ":     "nothing: these install packages",
	"make packages ": "make packages-test",
	"go test -count=1 -v ./integration/compare/agreement ": "integration/compare/agreement",
	"API_KEY=secret bin/platen contract ":                  "TestContractCommand of integration",
	"mkdir -p carry/partial":                               "make offline-test",
	"tar -xf carry.tar":                                    "make offline-test",
	"runuser -u platen ":                                   "make offline-test",
	"docker build ":                                        "nothing: it needs a registry",
	"chromium-headless-shell --headless ":                  "nothing; TestRemoteBrowser of integration starts such a browser",
	"mkdir -p golden":                                      "integration/compare",
	"platen compare accept report ":                        "integration/compare",
	"./rehearse-upgrade.sh ":                               "integration/compare",
}

// TestDocuments runs the commands of each document as a reader types them, one after the other in one shell, in a folder that has what
// they name: requests, PDFs, a Gotenberg, another Chrome.
func TestDocuments(t *testing.T) {
	t.Parallel()
	letter := renderLetter(t)
	shell := regexp.MustCompile("(?s)\n```sh\n(.*?)```")
	seen := map[string]bool{}
	listed, err := exec.CommandContext(t.Context(), "git", "-C", "../..", "ls-files", "-z", "*.md").Output()
	require.NoError(t, err)
	for page := range strings.SplitSeq(strings.Trim(string(listed), "\x00"), "\x00") {
		content, err := os.ReadFile(filepath.Join("../..", page))
		require.NoError(t, err)
		var commands []string
		for _, block := range shell.FindAllSubmatch(content, -1) {
			others := slices.Collect(func(yield func(string) bool) {
				for begin := range elsewhere {
					if strings.HasPrefix(string(block[1]), begin) && !yield(begin) {
						return
					}
				}
			})
			if len(others) == 0 {
				commands = append(commands, string(block[1]))
			}
			for _, begin := range others {
				seen[begin] = true
			}
		}
		if len(commands) > 0 {
			t.Run(page, func(t *testing.T) {
				t.Parallel()
				requireCommands(t, letter, strings.Join(commands, "\n"))
			})
		}
	}
	require.Len(t, seen, len(elsewhere), "of the blocks that are run elsewhere, these are left: %v", seen)
}

const letterRequest = `{"html": "<p>Dear {{name}}", "data": {"name": "Ines"}}`

func renderLetter(t *testing.T) (pdf string) {
	folder := t.TempDir()
	write(t, folder, "letter.json", letterRequest)
	output, err := harness.Command(t, []string{"TMPDIR=" + folder}, "render", "-f", folder+"/letter.json", "-o", folder+"/letter.pdf").CombinedOutput()
	require.NoError(t, err, "%s", output)
	content, err := os.ReadFile(filepath.Join(folder, "letter.pdf"))
	require.NoError(t, err)
	return string(content)
}

// requireCommands runs a script in a folder of its own, in which addresses and paths of the documents lead to what this machine has.
func requireCommands(t *testing.T, letter, script string) {
	folder := t.TempDir()
	write := func(name, content string) {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o700))
	}
	program := harness.Command(t, nil)
	write("bin/platen", fmt.Sprintf("#!/bin/sh\nexport %s\nexec '%s' \"$@\"\n", program.Env[0], program.Path))
	write("bin/prince", "#!/bin/sh\ncp '"+folder+"/golden/letter.pdf' \"$3\"\n")
	for _, name := range []string{"requests", "templates", "integration/testdata/corpus"} {
		write(name+"/letter.json", letterRequest)
	}
	write("golden/letter.pdf", letter)
	write("rules.yaml", "documents: [{match: '*', max_score: 20}]")
	gotenberg := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(folder, "golden/letter.pdf"))
	}))
	defer gotenberg.Close()
	public := machine.FreeAddress(t)
	script = strings.NewReplacer(
		"http://localhost:3000", gotenberg.URL, "localhost:8080", public, "127.0.0.1:8080", public,
		"/opt/chrome/chrome", machine.Program(t, "chromium-headless-shell"), "/etc/platen/platen.yaml", "service.yaml",
		"make build ", "true ", "make setup ", "true ", "./platen", "platen", "5e884898da28", "$(grep -oE '[0-9a-f]{64}' keys.yaml)",
	).Replace(script)
	write("service.yaml", "auth: {keys: billing=7f0c4a52b9d8e3163e8d9b25a4c0f7}\n")

	command := exec.CommandContext(t.Context(), "bash", "-euxo", "pipefail", "-c", "trap 'jobs -p | xargs -r kill; wait' EXIT\n"+script)
	command.Dir = folder
	command.Env = append(os.Environ(), "PATH="+folder+"/bin:"+os.Getenv("PATH"), "TMPDIR="+t.TempDir(), "PLATEN_RENDER_CONCURRENCY=1",
		"PLATEN_HTTP_ADDR="+public, "PLATEN_ADMIN_ADDR="+machine.FreeAddress(t))
	output, err := command.CombinedOutput()
	require.NoError(t, err, "%s", output)
}
