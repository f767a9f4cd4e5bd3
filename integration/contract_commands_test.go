package integration_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

func TestContractHelp(t *testing.T) {
	t.Parallel()
	for arguments, parts := range map[string][]string{
		"--help":          {"serve", "render", "keys", "version", "doctor", "--config", "PLATEN_"},
		"serve --help":    {"auth.keys_file", "/api/pdf/external"},
		"render --help":   {"--file", "--output"},
		"keys --help":     {"new"},
		"keys new --help": {"NAME"},
		"version --help":  {"version"},
		"":                {"serve"},
	} {
		t.Run(arguments, func(t *testing.T) {
			got := start(t, "", nil, strings.Fields(arguments)...)
			require.Zero(t, got.exit, got.err)
			for _, part := range parts {
				require.Contains(t, got.out, part)
			}
		})
	}
}

func TestContractWrongCommands(t *testing.T) {
	t.Parallel()
	for _, arguments := range []string{"print", "serve now", "serve --port 1", "render --nothing", "keys new", "keys new a b", "keys new a --expires tomorrow", "keys new a --expires 2020-01-01T00:00:00Z", "help nothing", "help keys nothing", "keys delete",
		"keys list", "keys check", "keys check a b", "keys revoke keys.yaml", "--unknown", "version x", "render a.html"} {
		t.Run(arguments, func(t *testing.T) {
			got := start(t, "", nil, strings.Fields(arguments)...)
			require.Equal(t, 2, got.exit, got.err)
			require.NotEmpty(t, got.err)
			require.Empty(t, got.out)
		})
	}
}

func TestContractVersion(t *testing.T) {
	t.Parallel()
	for _, arguments := range []string{"version", "--version"} {
		got := start(t, "", nil, arguments)
		require.Zero(t, got.exit)
		require.Regexp(t, `^platen \S+ \(go\S+, \w+/\w+\)\n$`, got.out)
	}
}

// TestContractKeysNew: the line is valid in a keys file, and the service accepts the key.
func TestContractKeysNew(t *testing.T) {
	t.Parallel()
	one, two := start(t, "", nil, "keys", "new", "billing"), start(t, "", nil, "keys", "new", "Größe & Co")
	secrets := regexp.MustCompile(`(?m)^platen_[\w-]{43}$`)
	first, second := secrets.FindString(one.err), secrets.FindString(two.err)
	require.NotEmpty(t, first, one.err)
	require.NotEmpty(t, second, two.err)
	require.NotEqual(t, first, second)
	require.NotContains(t, one.out, first, "the line has the hash only")
	require.Contains(t, one.out, fmt.Sprintf("%x", sha256.Sum256([]byte(first))))
	require.Equal(t, 1, strings.Count(one.out, "\n"))
	service := harness.Start(t, quick, "PLATEN_AUTH_KEYS=", "PLATEN_AUTH_KEYS_FILE="+file(t, "keys.yaml", one.out+two.out))
	for _, key := range []string{first, second} {
		delivered(t, call{header: map[string]string{"Authorization": "Bearer " + key}}.to(t, service))
	}
	refused(t, call{}.to(t, service), 401)
	require.Contains(t, service.Log(), `"client":"Größe & Co"`)
	require.Equal(t, 2, start(t, "", nil, "keys", "new", " ").exit)

	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer full.Close()
	command := harness.Command(t, nil, "keys", "new", "lost")
	command.Stdout = full
	require.Error(t, command.Run(), "a key whose line could not be written is valid nowhere")
}

// TestContractKeysFileCommands lists and checks a file, and revokes a client's keys, which are then refused.
func TestContractKeysFileCommands(t *testing.T) {
	t.Parallel()
	path := file(t, "keys.yaml", "- "+entry("billing", "key-of-billing")+"\n"+
		`- {name: trial, sha256: "`+strings.Repeat("ab", 32)+`", expires: 2001-01-01T00:00:00Z, rate_limit: {requests: 5}, standards: a-2b}`+"\n- "+entry("crm", "key-of-crm")+"\n")
	list := start(t, "", nil, "keys", "list", path)
	require.Zero(t, list.exit, list.err)
	require.Regexp(t, `(?m)^billing +[0-9a-f]{12} +never +the default +the default +the default$`, list.out)
	require.Regexp(t, `(?m)^trial +abababababab +2001-01-01T00:00:00Z \(expired\) +5 requests +the default +a-2b$`, list.out)

	check := start(t, "", nil, "keys", "check", path)
	require.Zero(t, check.exit, check.err)
	require.Contains(t, check.out, "2 valid, 1 expired")
	for _, unusable := range []string{file(t, "broken.yaml", "- {"), file(t, "none.yaml", "[]"), path + ".none"} {
		require.Equal(t, 1, start(t, "", nil, "keys", "check", unusable).exit)
	}
	require.Equal(t, 2, start(t, "", []string{"PLATEN_LOG_LEVEL=loud"}, "keys", "check", path).exit, "the settings are wrong, not the file")

	service := harness.Start(t, quick, "PLATEN_AUTH_KEYS=", "PLATEN_AUTH_KEYS_FILE="+path)
	status := func() int {
		return call{body: "{}", header: map[string]string{"Authorization": "Bearer key-of-billing"}}.to(t, service).Status
	}
	require.Equal(t, 400, status())
	revoked := start(t, "", nil, "keys", "revoke", path, "billing")
	require.Zero(t, revoked.exit, revoked.err)
	require.Contains(t, revoked.out, "revoked a key of billing")
	require.Eventually(t, func() bool { return status() == 401 }, patience, 50*time.Millisecond)
	require.Equal(t, 1, start(t, "", nil, "keys", "revoke", path, "billing").exit, "there is none any more")
}

// TestContractRender: the same document without a server.
func TestContractRender(t *testing.T) {
	t.Parallel()
	needEngines(t)
	const body = `{"html":"<p>Hello {{name}} <span style=\"background:#f00\">x</span></p>","data":{"name":"paper"},"footerHtml":"<p>page <span class=pageNumber></span></p>"}`
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			environment := []string{"PLATEN_ENGINE=" + engine, "PLATEN_RENDER_CONCURRENCY=8"}
			check := func(pdf []byte) {
				pdfcheck.In(t, pdf, pdfcheck.Whole(), pdfcheck.Pages(1), pdfcheck.Text("Hello paper", "page 1"))
			}
			piped := start(t, body, environment, "render")
			require.Zero(t, piped.exit, piped.err)
			check([]byte(piped.out))
			if engine == "chrome" {
				require.Contains(t, piped.err, `"tabs":2`, "one document needs few tabs")
			}
			to := filepath.Join(t.TempDir(), "out.pdf")
			filed := start(t, "", environment, "render", "-f", file(t, "request.json", body), "-o", to)
			require.Zero(t, filed.exit, filed.err)
			require.Empty(t, filed.out)
			pdf, err := os.ReadFile(to)
			require.NoError(t, err)
			check(pdf)
		})
	}
	to := filepath.Join(t.TempDir(), "none.pdf")
	for name, test := range map[string]struct {
		input, part string
		arguments   []string
		exit        int
	}{
		"not JSON":       {"html", "offset 0", nil, 1},
		"HTML":           {"<h1>Hello</h1>", `json.dump({"html": sys.stdin.read()}`, nil, 1},
		"no html":        {"{}", "html", nil, 1},
		"a wrong field":  {`{"html":"x","css":1}`, "css", nil, 1},
		"no such file":   {"", "no-such-file.json", []string{"-f", "no-such-file.json"}, 1},
		"too large":      {`{"html":"` + strings.Repeat("x", 5<<20) + `"}`, "http.body_limit, 5MiB", nil, 1},
		"no such folder": {`{"html":"x"}`, "no-such-folder", []string{"-o", "no-such-folder/x.pdf"}, 2}, // before an engine starts
	} {
		t.Run(name, func(t *testing.T) {
			got := start(t, test.input, []string{"PLATEN_CHROME_BIN=/nowhere"}, append([]string{"render", "-o", to}, test.arguments...)...)
			require.Equal(t, test.exit, got.exit, got.err)
			require.Contains(t, got.err, test.part)
			require.NoFileExists(t, to)
		})
	}
}

// TestContractRenderCheck: what the author has to mend, with the lines of the template; no engine is needed.
func TestContractRenderCheck(t *testing.T) {
	t.Parallel()
	no := []string{"PLATEN_CHROME_BIN=/nowhere"}
	const body = `{"html":"<html>\n{{rows}}\n<h2>x</h2><img src=a><img src=b>\n<img src=c>","data":{"rows":"1\n2"}}`
	for arguments, input := range map[string]string{"render --check": body, "render --check -f " + file(t, "request.json", body): ""} {
		got := start(t, input, no, strings.Fields(arguments)...)
		require.Equal(t, 3, got.exit, got.err)
		require.Equal(t, `html, line 1: missing title
html, line 1: missing lang
html, line 3: picture without alt
html, line 3: picture without alt
html, line 4: picture without alt
html, line 3: skipped heading level
`, got.out)
		require.Contains(t, got.err, "missing title, missing lang, 3 pictures without alt, 1 skipped heading level")
	}
	right := start(t, `{"html":"<html lang=en><title>x</title><h1>x</h1><table><tr><th>x<td>y</table>"}`, no, "render", "--check")
	require.Zero(t, right.exit, right.err)
	require.Empty(t, right.out)
	require.Equal(t, 1, start(t, `{"html":"{{#a}}"}`, no, "render", "--check").exit)
}

// TestContractRenderCheckContrast: text of little contrast is told, with its line and its page, and is no reason for a refusal.
func TestContractRenderCheckContrast(t *testing.T) {
	t.Parallel()
	needEngines(t)
	const style = "<style>body{margin:0;background:#fff}@page{margin:20mm}</style>"
	got := start(t, `{"html":"<html lang=en><title>x</title>`+style+`<h1>x</h1>\n<p style='color:#999'>pale text\n<p style='color:#555'>text",
		"footerHtml":"<p style='color:#bbb'>small print"}`, nil, "render", "--check")
	require.Zero(t, got.exit, got.err)
	require.Equal(t, `html, line 2, page 1: contrast of 2.8, where 4.5 is needed: “pale text”
html, page 1: contrast of 1.9, where 4.5 is needed: “small print”
`, got.out)
}

// TestContractRenderOutput: links and devices as output files are kept.
func TestContractRenderOutput(t *testing.T) {
	t.Parallel()
	needEngines(t)
	const body = `{"html":"<p>paper</p>"}`
	folder := t.TempDir()
	link := filepath.Join(folder, "link.pdf")
	require.NoError(t, os.Symlink("real.pdf", link))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "real.pdf"), []byte("old"), 0o600))
	require.Zero(t, start(t, body, nil, "render", "-o", link).exit)
	pdf, err := os.ReadFile(filepath.Join(folder, "real.pdf"))
	require.NoError(t, err)
	pdfcheck.In(t, pdf, pdfcheck.Whole())
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	toDevice := start(t, body, nil, "render", "-o", "/dev/null")
	require.Zero(t, toDevice.exit, toDevice.err)
}

// TestContractReadyLine: standard output has exactly one line until the end.
func TestContractReadyLine(t *testing.T) {
	t.Parallel()
	needEngines(t)
	got := readyLines(t)
	require.Regexp(t, `^platen \S+ is ready on http://127\.0\.0\.1:\d+ .*\n$`, got)
}
