package integration_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

// run is the result of running the program to its end.
type run struct {
	out, err string
	exit     int
}

// start runs the program with the environment and the arguments, and gives its output. It is killed if it does not end.
func start(t testing.TB, input string, environment []string, arguments ...string) run {
	t.Helper()
	command := harness.Command(t, append([]string{"TMPDIR=" + t.TempDir()}, environment...), arguments...)
	var out, err bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(input), &out, &err
	require.NoError(t, command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() { _ = command.Process.Kill() })
	failure := within(t, patience, ended)
	if failure != nil {
		var exit *exec.ExitError
		require.ErrorAs(t, failure, &exit)
	}
	return run{out.String(), err.String(), command.ProcessState.ExitCode()}
}

// file writes a file for a test.
func file(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// TestContractBadSettings: with an invalid setting the program exits with 2 and a message that names it.
func TestContractBadSettings(t *testing.T) {
	t.Parallel()
	const key = "PLATEN_AUTH_KEYS=tests=" + harness.Key
	bad := map[string]struct {
		environment []string
		config      string
		part        string
	}{
		"an unknown variable":          {environment: []string{"PLATEN_COLOUR=red"}, part: "PLATEN_COLOUR"},
		"a variable misspelt":          {environment: []string{"PLATEN_HTTP_BODYLIMIT=5MiB"}, part: "PLATEN_HTTP_BODYLIMIT"},
		"an unknown key":               {config: "colour: red", part: "colour"},
		"an unknown key in a section":  {config: "http:\n  bodylimit: 5MiB", part: "http.bodylimit"},
		"an unknown section":           {config: "printer:\n  colour: red", part: "printer"},
		"a section that is a value":    {config: "http: 8080", part: "http"},
		"not YAML":                     {config: "http: [", part: "config.yaml"},
		"a list":                       {config: "- engine", part: "config.yaml"},
		"no configuration file":        {environment: []string{"PLATEN_CONFIG=no-such-file.yaml"}, part: "no-such-file.yaml"},
		"--config over PLATEN_CONFIG":  {environment: []string{"PLATEN_CONFIG=no-such-file.yaml"}, config: "colour: red", part: "colour"},
		"a key no one knows in a file": {config: "auth:\n  keys_files: x", part: "auth.keys_files"},
	}
	for key, values := range map[string][]string{
		"engine":              {"firefox", "Chrome"},
		"http.addr":           {"8080", "localhost", "127.0.0.1:99999"},
		"http.body_limit":     {"0", "-1", "much", "5 apples"},
		"admin.addr":          {"9090"},
		"auth.keys":           {"secret-without-a-name", "=secret", "name="},
		"auth.keys_file":      {"no-such-file.yaml"},
		"rate_limit.requests": {"-1", "1.5", "many"},
		"rate_limit.window":   {"0s", "-1m", "60"},
		"rate_limit.burst":    {"0", "-1"},
		"render.timeout":      {"0s", "-1s", "soon"},
		"render.concurrency":  {"-1", "two"},
		"render.queue":        {"-1", "x"},
		"render.max_pages":    {"0", "-1"},
		"render.max_pdf":      {"0", "x"},
		"page.margin":         {"-1mm", "10", "wide", "1e9mm"},
		"page.edge":           {"-1mm", "x"},
		"page.gap":            {"-1mm", "x"},
		"pdf.standards":       {"pdf/a", "a-2b a-3b", "none ua-1"},
		"template.escape":     {"xml", "HTML"},
		"template.missing":    {"ignore"},
		"egress.allow":        {"10.0.0.0/99", "host:port:x"},
		"egress.timeout":      {"0s", "x"},
		"egress.max_bytes":    {"0", "x"},
		"chrome.bin":          {"no-such-browser"},
		"chrome.tagged":       {"perhaps"},
		"chrome.sandbox":      {"sometimes"},
		"chrome.max_memory":   {"x", "-1"},
	} {
		for _, value := range values {
			variable := "PLATEN_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
			bad[key+" = "+value] = struct {
				environment []string
				config      string
				part        string
			}{environment: []string{variable + "=" + value}, part: key}
		}
	}
	bad["wkhtmltopdf.bin"] = struct {
		environment []string
		config      string
		part        string
	}{environment: []string{"PLATEN_ENGINE=wkhtmltopdf", "PLATEN_WKHTMLTOPDF_BIN=no-such-program"}, part: "wkhtmltopdf.bin"}
	for name, test := range bad {
		t.Run(name, func(t *testing.T) {
			environment := append([]string{key, "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0"}, test.environment...)
			arguments := []string{"serve"}
			if test.config != "" {
				arguments = append(arguments, "--config", file(t, "config.yaml", test.config))
			}
			got := start(t, "", environment, arguments...)
			require.Equal(t, 2, got.exit, "%s", got.err)
			require.Empty(t, got.out)
			require.Contains(t, got.err, test.part)
			require.NotContains(t, got.err, "goroutine")
			require.NotContains(t, got.err, harness.Key)
			require.NotContains(t, got.err, "secret-without-a-name")
		})
	}
}

// TestContractNoStart: other reasons for which a service does not start.
func TestContractNoStart(t *testing.T) {
	t.Parallel()
	needEngines(t)
	const key = "PLATEN_AUTH_KEYS=tests=" + harness.Key
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	for name, test := range map[string]struct {
		environment []string
		part        string
		exit        int
	}{
		"no key at all":             {nil, "key", 2},
		"an empty list of keys":     {[]string{"PLATEN_AUTH_KEYS="}, "key", 2},
		"a file without keys":       {[]string{"PLATEN_AUTH_KEYS_FILE=" + file(t, "keys.yaml", "[]")}, "key", 2},
		"a file that is broken":     {[]string{"PLATEN_AUTH_KEYS_FILE=" + file(t, "keys.yaml", "- {name: x, sha256: abc}")}, "auth.keys_file", 2},
		"a taken port":              {[]string{key, "PLATEN_HTTP_ADDR=" + taken.Addr().String()}, "http.addr", 1},
		"a taken port of the admin": {[]string{key, "PLATEN_ADMIN_ADDR=" + taken.Addr().String()}, "admin.addr", 1},
	} {
		t.Run(name, func(t *testing.T) {
			environment := append([]string{"PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0"}, test.environment...)
			got := start(t, "", environment, "serve")
			require.Equal(t, test.exit, got.exit, "%s", got.err)
			require.Empty(t, got.out, "it is not ready")
			require.Contains(t, got.err, test.part)
			require.NotContains(t, got.err, "goroutine")
		})
	}
}

// TestContractConfigFile: a file sets every key, and the environment overrides it.
func TestContractConfigFile(t *testing.T) {
	t.Parallel()
	const config = `engine: wkhtmltopdf
http: {addr: "127.0.0.1:0", body_limit: 2KiB}
admin: {addr: ""}
auth: {keys: "file=the-key-of-the-file-000"}
rate_limit: {requests: 7, window: 1h, burst: 5}
page: {margin: 25mm, edge: 12mm, gap: 20mm}
render: {timeout: 20s, concurrency: 1, queue: 1, max_pages: 2, max_pdf: 1MiB}
template: {escape: html, missing: empty}
egress: {allow: [127.0.0.0/8], timeout: 2s, max_bytes: 1MiB}
chrome: {tagged: true, sandbox: auto}
`
	path := file(t, "platen.yaml", config)
	service := harness.Start(t, "PLATEN_CONFIG="+path, "PLATEN_TEMPLATE_MISSING=keep", "PLATEN_AUTH_KEYS=tests="+harness.Key,
		"PLATEN_RATE_LIMIT_REQUESTS=7")
	answer := printed(t, service, fields{
		"html":       `<!doctype html><style>body{margin:0}</style><div style="background:#f00;height:20mm">{{a}} {{x}}</div>`,
		"headerHtml": `<div style="background:#008000;height:20mm"></div>`, "data": fields{"a": "<i>"},
	})
	require.Equal(t, "wkhtmltopdf", answer.Header.Get("Platen-Engine"))
	require.Contains(t, answer.Header.Get("RateLimit-Policy"), "q=7;w=3600")
	require.Contains(t, answer.Header.Get("RateLimit"), "r=4")
	pdfcheck.In(t, answer.Body, pdfcheck.Text("<i> {{x}}"),
		pdfcheck.PaintedAt(1, green, box(25, 12, 185, 32), 1*mm), // the edge
		pdfcheck.PaintedAt(1, red, box(25, 52, 185, 72), 1*mm))   // the header's height and the gap below it
	refused(t, call{body: `{"html":"` + strings.Repeat("x", 2048) + `"}`}.to(t, service), http.StatusRequestEntityTooLarge, "2KiB")
	refused(t, call{body: fields{"html": strings.Repeat(`<p style="page-break-after:always">x</p>`, 3)}}.to(t, service), http.StatusBadRequest, "2")
}

// TestContractSettings are the settings that change the look of a document, and the keys.
func TestContractSettings(t *testing.T) {
	t.Parallel()
	t.Run("defaults", func(t *testing.T) {
		service := harness.Start(t, "PLATEN_RATE_LIMIT_REQUESTS=600")
		answer := printed(t, service, fields{"html": "<h1>x</h1>"})
		require.Equal(t, "chrome", answer.Header.Get("Platen-Engine"))
		require.Contains(t, answer.Header.Get("RateLimit-Policy"), "q=600;w=60")
		require.Contains(t, answer.Header.Get("RateLimit"), "r=59")
		pdfcheck.In(t, answer.Body, pdfcheck.Tagged(false))
	})
	t.Run("tagged, margins and several keys", func(t *testing.T) {
		service := harness.Start(t, "PLATEN_CHROME_TAGGED=true", "PLATEN_PAGE_MARGIN=1in", "PLATEN_AUTH_KEYS=one=the-first-of-the-keys, two=the-second=of-the-keys==,one=the-third-of-the-keys",
			"PLATEN_ADMIN_ADDR=")
		require.Empty(t, service.Admin, "the admin listener is off")
		for _, key := range []string{"the-first-of-the-keys", "the-second=of-the-keys==", "the-third-of-the-keys"} {
			answer := call{
				body:   fields{"html": `<style>body{margin:0}</style><div style="background:#f00;height:400mm">x</div>`},
				header: map[string]string{"Authorization": "Bearer " + key},
			}.to(t, service)
			delivered(t, answer)
			pdfcheck.In(t, answer.Body, pdfcheck.Tagged(true), pdfcheck.PaintedAt(1, red, box(25.4, 25.4, 184.6, 271.6), 1*mm))
		}
		refused(t, call{}.to(t, service), http.StatusUnauthorized)
		require.Contains(t, service.Log(), `"client":"two"`)
	})
	t.Run("engines by name", func(t *testing.T) {
		for key, program := range map[string]string{"chrome": "chromium-headless-shell", "wkhtmltopdf": "wkhtmltopdf"} {
			found := machine.Program(t, program)
			link := filepath.Join(t.TempDir(), "engine")
			require.NoError(t, os.WriteFile(link, fmt.Appendf(nil, "#!/bin/sh\nexec %q \"$@\"\n", found), 0o700))
			service := harness.Start(t, "PLATEN_ENGINE="+key, "PLATEN_"+strings.ToUpper(key)+"_BIN="+link)
			says(t, service, fields{"html": "<p>by another name</p>"}, pdfcheck.Text("by another name"))
		}
	})
}

// readyLines is the whole standard output of a service, from its start to its end.
func readyLines(t *testing.T) string {
	t.Helper()
	command := harness.Command(t, []string{
		"TMPDIR=" + t.TempDir(), "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=127.0.0.1:0", "PLATEN_AUTH_KEYS=tests=" + harness.Key,
	}, "serve")
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	reader := bufio.NewReader(out)
	line, err := reader.ReadString('\n')
	require.NoError(t, err)
	address := regexp.MustCompile(`http://[\d.:]+`).FindString(line)
	response, err := http.Post(address+operation, "application/json", strings.NewReader("{}"))
	require.NoError(t, err, "it is ready when it says so")
	response.Body.Close()
	require.NoError(t, command.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(reader)
	require.NoError(t, err)
	require.NoError(t, command.Wait())
	return line + string(rest)
}
