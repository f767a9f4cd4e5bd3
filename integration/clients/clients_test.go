package clients_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

func TestMain(m *testing.M) { harness.Main(m) }

// clients are the commands of the clients whose toolchains are in Debian.
func clients(t *testing.T) map[string][]string {
	t.Helper()
	built := filepath.Join(t.TempDir(), "golang")
	output, err := exec.Command("go", "build", "-o", built, "./golang").CombinedOutput()
	require.NoError(t, err, "%s", output)
	return map[string][]string{
		"curl": {"bash", "curl.sh"}, "go": {built}, "node": {"node", "node.mjs"}, "python": {"python3", "python.py"},
		"php": {"php", "php.php"}, "java": {"java", "Client.java"},
	}
}

// TestClients: each client ends with the right file, or with the right error and no file.
func TestClients(t *testing.T) {
	for name, client := range clients(t) {
		for _, c := range []struct {
			name, script string
			// message is part of the error; empty: there is a file.
			message string
			// requests is the number of requests that the server receives.
			requests int
		}{
			{"a document", "[]", "", 1},
			{"twice over the limit", `[{request: 1, times: 2, answer: 429, retry_after: 1}]`, "", 3},
			{"a full service", `[{request: 1, answer: 503}]`, "", 2},
			{"a limit without end", `[{request: 1, times: 100, answer: 429}]`, "429", 5},
			{"a failed engine", `[{request: 1, times: 100, answer: 500}]`, "500", 1},
			{"a late document", `[{request: 1, times: 100, answer: 504}]`, "504", 1},
			{"a connection that ends", `[{request: 1, times: 100, answer: cut}]`, " ", 1},
			{"a slow document", `[{request: 1, answer: "slow=1s"}]`, "", 1},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				folder := t.TempDir()
				write(t, folder, "script.yaml", c.script)
				service := harness.StartCommand(t, []string{"fake", "--script", filepath.Join(folder, "script.yaml"), "--record", filepath.Join(folder, "requests")})
				message, out := ask(t, client, service, folder)
				// A request is recorded when its answer is complete, which the client may see first.
				require.EventuallyWithT(t, func(t *assert.CollectT) {
					recorded, err := filepath.Glob(filepath.Join(folder, "requests", "*.json"))
					require.NoError(t, err)
					require.Len(t, recorded, c.requests)
				}, 10*time.Second, 10*time.Millisecond)
				if c.message != "" {
					require.Contains(t, message+" ", c.message)
					require.Empty(t, out, "there is no file after an error")
					return
				}
				require.Empty(t, message)
				require.Equal(t, []string{"out.pdf"}, out)
				pdf, err := os.ReadFile(filepath.Join(folder, "out", "out.pdf"))
				require.NoError(t, err)
				pdfcheck.In(t, pdf, pdfcheck.Sound(), pdfcheck.Text("Hello Ada"))
			})
		}
	}
}

// ask runs a client. It gives the error output of a failed one, and the files that it left.
func ask(t *testing.T, client []string, service *harness.Service, folder string) (message string, files []string) {
	t.Helper()
	write(t, folder, "request.json", `{"html": "<p>Hello {{name}}</p>", "data": {"name": "Ada"}}`)
	require.NoError(t, os.Mkdir(filepath.Join(folder, "out"), 0o700))
	arguments := slices.Concat(client[1:], []string{filepath.Join(folder, "request.json"), filepath.Join(folder, "out", "out.pdf")})
	command := exec.CommandContext(t.Context(), machine.Program(t, client[0]), arguments...)
	command.Env = append(os.Environ(), "PDF_URL="+service.URL, "PDF_API_KEY="+harness.Key)
	output, err := command.CombinedOutput()
	if err != nil {
		message = strings.TrimSpace(string(output))
		require.NotEmpty(t, message, "a client that fails says why: %v", err)
		require.NotContains(t, message, harness.Key)
	}
	left, err := os.ReadDir(filepath.Join(folder, "out"))
	require.NoError(t, err)
	for _, entry := range left {
		files = append(files, entry.Name())
	}
	return message, files
}

func write(t *testing.T, folder, name, content string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
}
