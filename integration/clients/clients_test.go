// Package clients_test tests the example clients in this folder against platen fake.
package clients_test

import (
	"fmt"
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
	"platen/integration/program"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

func TestMain(m *testing.M) { harness.Main(m) }

// clients are the commands of the clients whose toolchains are in Debian. Those of Go and Java are compiled once.
func clients(t *testing.T) map[string][]string {
	t.Helper()
	built := filepath.Join(t.TempDir(), "golang")
	output, err := exec.Command("go", "build", "-o", built, "./golang").CombinedOutput()
	require.NoError(t, err, "%s", output)
	classes := t.TempDir()
	output, err = exec.Command(machine.Program(t, "javac"), "-J-XX:TieredStopAtLevel=1", "-d", classes, "Client.java").CombinedOutput()
	require.NoError(t, err, "%s", output)
	return map[string][]string{
		"curl": {"bash", "curl.sh"}, "go": {built}, "node": {"node", "node.mjs"}, "python": {"python3", "python.py"},
		"php": {"php", "php.php"}, "java": {"java", "-XX:TieredStopAtLevel=1", "-cp", classes, "Client"},
	}
}

// TestClients: each client ends with the right file, or with the right error and no file. The cases of a client are in the order of the
// script of its server, which counts requests: after one that fails, the others would tell nothing.
func TestClients(t *testing.T) {
	for name, client := range clients(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			write(t, folder, "script.yaml", script())
			record := filepath.Join(folder, "requests")
			service := harness.StartCommand(t, []string{"fake", "--script", filepath.Join(folder, "script.yaml"), "--record", record})
			received := 0
			for _, c := range cases {
				received += c.requests
				if !t.Run(c.name, func(t *testing.T) { c.check(t, client, service, record, received) }) {
					return
				}
			}
		})
	}
}

// TestNoService: a client says that it cannot connect.
func TestNoService(t *testing.T) {
	for name, client := range clients(t) {
		t.Run(name, func(t *testing.T) {
			message, out := ask(t, client, &harness.Service{Service: &program.Service{URL: "http://" + machine.FreeAddress(t)}}, t.TempDir(), false)
			require.Regexp(t, "(?i)connect", message)
			require.Empty(t, out)
		})
	}
}

// trial is one use of a client.
type trial struct {
	name string
	// answer is what the server answers to the first failing requests; empty: a document.
	answer  string
	failing int
	// requests is the number of requests that the server receives, and message part of the error; empty: there is a file.
	requests int
	message  string
}

var cases = []trial{
	{"a document", "", 0, 1, ""},
	{"twice over the limit", "429, retry_after: 1", 2, 3, ""},
	{"a full service", "503", 1, 2, ""},
	{"a limit without end", "429", 5, 5, "429"},
	{"a failed engine", "500", 1, 1, "500"},
	{"a late document", "504", 1, 1, "504"},
	{"a connection that ends", "cut", 1, 1, " "},
	{"a slow document", `"slow=1s"`, 1, 1, ""},
	{"slips", "", 0, 1, "adress.city"},
}

// script is that of a server for all cases, one after another.
func script() string {
	var lines strings.Builder
	next := 1
	for _, c := range cases {
		if c.answer != "" {
			fmt.Fprintf(&lines, "- {request: %d, times: %d, answer: %s}\n", next, c.failing, c.answer)
		}
		next += c.requests
	}
	return lines.String()
}

// check runs the client once, after which the server has received a number of requests in all.
func (c trial) check(t *testing.T, client []string, service *harness.Service, record string, received int) {
	t.Helper()
	folder := t.TempDir()
	message, out := ask(t, client, service, folder, c.name == "slips")
	// A request is recorded when its answer is complete, which the client may see first.
	require.EventuallyWithT(t, func(t *assert.CollectT) {
		recorded, err := filepath.Glob(filepath.Join(record, "*.json"))
		require.NoError(t, err)
		require.Len(t, recorded, received)
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
}

// ask runs a client. It gives the error output of a failed one, and the files that it left.
func ask(t *testing.T, client []string, service *harness.Service, folder string, slips bool) (message string, files []string) {
	t.Helper()
	request := `{"html": "<p>Hello{{#names}} {{.}}{{/names}}</p>", "data": {"names": ["Ada"]}}`
	if slips {
		request = `{"html": "<p>{{adress.city}}</p>", "footer": "x", "data": {"address": {"city": "Paris"}}}`
	}
	write(t, folder, "request.json", request)
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
