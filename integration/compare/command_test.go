package compare_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/comparison"
	"platen/integration/harness"
	"platen/ports/machine"
)

// run runs `platen compare` and gives its exit code.
func run(t testing.TB, environment []string, arguments ...string) (code int, out, diagnostics string) {
	t.Helper()
	command := harness.Command(t, append(environment, "TMPDIR="+t.TempDir()), append([]string{"compare"}, arguments...)...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	var exit *exec.ExitError
	if err != nil {
		require.ErrorAs(t, err, &exit)
	}
	return command.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

func file(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func readReport(t testing.TB, folder string) comparison.Report {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, "report.json"))
	require.NoError(t, err)
	var report comparison.Report
	require.NoError(t, json.Unmarshal(content, &report))
	return report
}

// TestCommand compares both engines, a server and a folder on a real document, and what they gave with a later run.
func TestCommand(t *testing.T) {
	service := harness.Shared(t, "PLATEN_ENGINE=chrome")
	golden := t.TempDir()
	body, err := os.ReadFile(filepath.Join(corpus, invoice+".json"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(golden, invoice+".pdf"), service.PDF(t, body).Body, 0o600))
	out, junit := filepath.Join(t.TempDir(), "report"), filepath.Join(t.TempDir(), "junit.xml")
	key := []string{"PLATEN_COMPARE_KEY=" + harness.Key}
	engines := []string{"--engine", "chrome", "--engine", "wkhtmltopdf,kerning=0", "--engine", "there=url=" + service.URL, "--engine", "golden=pdf=" + golden}
	code, told, diagnostics := run(t, key, append(engines, "--out", out, "--runs", "2", "--junit", junit,
		filepath.Join(corpus, invoice+".json"), filepath.Join(corpus, "wpt-emoji.json"), filepath.Join(corpus, "MANIFEST.json"))...)
	require.Equal(t, 0, code, diagnostics)
	require.Contains(t, told, "wkhtmltopdf against chrome")
	require.Regexp(t, `wkhtmltopdf takes \S+ × the time and \S+ × the memory\.`, told)
	require.Contains(t, diagnostics, "MANIFEST.json is no request")
	require.NotContains(t, told+diagnostics, harness.Key)

	report := readReport(t, out)
	require.Equal(t, 1, report.Schema)
	require.Equal(t, "chrome", report.Reference)
	require.Len(t, report.Engines, 4)
	require.Regexp(t, `Chrome/\d+\.`, report.Engines[0].Version)
	require.Equal(t, comparison.Engine{Name: "there", Version: "chrome"}, report.Engines[2])
	require.Len(t, report.Documents, 2)
	document := report.Documents[0]
	require.Equal(t, invoice, document.Name)
	font, err := exec.CommandContext(t.Context(), machine.Program(t, "fc-match"), "--format=%{family}", "Arial").Output()
	require.NoError(t, err)
	for _, engine := range []string{"chrome", "wkhtmltopdf", "there"} {
		render := document.Renders[engine]
		require.Equal(t, engine != "there", render.Memory > 1<<20, "%s: %d", engine, render.Memory) // a server does not tell
		require.Nil(t, render.Error)
		require.Equal(t, 1, render.Pages)
		require.Positive(t, render.P50)
		require.Positive(t, render.Bytes)
		require.InDelta(t, 210, render.Paper[0][0], 0.5)
		require.InDelta(t, 297, render.Paper[0][1], 0.5)
		require.Contains(t, render.Fonts, strings.ReplaceAll(string(font), " ", ""), "what fontconfig takes for Arial")
		require.Len(t, render.Margins, 1)
		require.Greater(t, render.Margins[0][3], 5.0)
	}
	verdicts := map[string]comparison.Verdict{}
	for _, c := range document.Comparisons {
		verdicts[c.Engine] = c.Verdict
		require.Len(t, c.Pages, 1)
	}
	require.Equal(t, comparison.Similar, verdicts["wkhtmltopdf"])
	require.Equal(t, comparison.Identical, verdicts["there"])
	require.Equal(t, comparison.Identical, verdicts["golden"])
	require.Equal(t, "there is no wpt-emoji.pdf", *report.Documents[1].Renders["golden"].Error)
	require.FileExists(t, filepath.Join(out, "index.html"))
	xml, err := os.ReadFile(junit)
	require.NoError(t, err)
	require.Contains(t, string(xml), `<testsuite name="platen compare" tests="6" failures="0" `)

	t.Run("baseline", func(t *testing.T) { againstBaseline(t, golden, service) })
}

// againstBaseline: a template that changes is worse than before, and above a score.
func againstBaseline(t *testing.T, golden string, service *harness.Service) {
	engines := []string{"--engine", "golden=pdf=" + golden, "--engine", "now=url=" + service.URL}
	key := []string{"PLATEN_COMPARE_KEY=" + harness.Key}
	before, after := t.TempDir(), t.TempDir()
	code, _, diagnostics := run(t, key, append(engines, "--out", before, "--max-score", "0", filepath.Join(corpus, invoice+".json"))...)
	require.Equal(t, 0, code, diagnostics)
	variant := readRequest(t, invoice)
	variant["css"] = "tr.heading td { background: #fc0 !important }"
	body, err := json.Marshal(variant)
	require.NoError(t, err)
	changed := file(t, invoice+".json", string(body))
	for _, limit := range [][]string{{"--baseline", filepath.Join(before, "report.json")}, {"--max-score", "5"}} {
		junit := filepath.Join(t.TempDir(), "junit.xml")
		code, _, diagnostics = run(t, key, append(append(engines, limit...), "--out", after, "--junit", junit, changed)...)
		require.Equal(t, 3, code, diagnostics)
		require.Contains(t, diagnostics, invoice+" on now scores")
		xml, err := os.ReadFile(junit)
		require.NoError(t, err)
		require.Contains(t, string(xml), "<failure message=")
	}
}

// TestChoose: a template that uses what an engine lacks is the other engine's; a plain one is nobody's alone.
func TestChoose(t *testing.T) {
	grid := file(t, "grid.json", `{"html": "<div style='display:grid;grid-template-columns:1fr 1fr'><p>one</p><p>two</p></div>"}`)
	plain := file(t, "plain.json", `{"html": "<p>one</p><table><thead><tr><td>two</table>"}`)
	wide := file(t, "wide.json", `{"html": "<p hidden>secret</p><table><tr><td><div style='width:150mm'>one</div><td><div style='width:350mm'>two</div><td>three four</table>"}`)
	code, told, diagnostics := run(t, nil, "--choose", "--engine", "wkhtmltopdf", "--engine", "chrome", "--out", t.TempDir(), grid, plain, wide)
	require.Equal(t, 0, code, diagnostics)
	require.Regexp(t, `(?m)^grid: chrome, which loses nothing and takes \d+ ms and \d+ MiB.*; wkhtmltopdf lacks Grid\.$`, told)
	require.Regexp(t, `(?m)^plain: \w+, which loses nothing and takes .*; \w+ loses nothing either and takes \d+ ms and \d+ MiB\.$`, told)
	require.Regexp(t, `(?m)^wide: .*; no engine shows 2 words of its HTML, “three four”: hidden by its styles, or cut off\.$`, told)
}

// TestWrongUse: nothing is rendered, and nothing is written.
func TestWrongUse(t *testing.T) {
	request := file(t, "request.json", `{"html": "<p>x</p>"}`)
	for name, arguments := range map[string][]string{
		"no request":           {},
		"no such file":         {"nowhere.json"},
		"malformed":            {file(t, "a.json", "{")},
		"blank":                {file(t, "a.json", `{"html": " "}`)},
		"only a manifest":      {file(t, "a.json", `{"documents": []}`)},
		"one engine":           {"--engine", "chrome", request},
		"no engine":            {"--engine", "chrome", "--engine", "prince", request},
		"no setting":           {"--engine", "chrome", "--engine", "chrome,speed=9", request},
		"a bad value":          {"--engine", "chrome", "--engine", "chrome,tagged=perhaps", request},
		"no program":           {"--engine", "wkhtmltopdf", "--engine", "chrome,bin=/nowhere/chrome", request},
		"names twice":          {"--engine", "a=chrome", "--engine", "a=wkhtmltopdf", request},
		"a name with a slash":  {"--engine", "a/b=chrome", "--engine", "chrome", request},
		"no address":           {"--engine", "chrome", "--engine", "url=pdf.example.com", request},
		"no folder":            {"--engine", "chrome", "--engine", "pdf=/nowhere", request},
		"no runs":              {"--runs", "0", request},
		"a score beyond all":   {"--max-score", "101", request},
		"no number as score":   {"--max-score", "NaN", request},
		"no folder of JUnit":   {"--junit", "/no/such/folder/r.xml", request},
		"a folder as JUnit":    {"--junit", t.TempDir(), request},
		"no baseline":          {"--baseline", "nowhere.json", request},
		"a bad baseline":       {"--baseline", file(t, "b.json", `{"schema": 9}`), request},
		"a baseline of others": {"--baseline", file(t, "c.json", `{"schema": 1, "documents": [{"name": "other", "comparisons": [{"engine": "wkhtmltopdf"}]}]}`), request},
		"an unknown flag":      {"--fast", request},
		"a choice of numbers":  {"--choose", "--shadow", t.TempDir()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "report")
			code, told, diagnostics := run(t, nil, append([]string{"--out", out}, arguments...)...)
			require.Equal(t, 2, code, diagnostics)
			require.Empty(t, told)
			require.NotEmpty(t, diagnostics)
			require.NoDirExists(t, out)
		})
	}
}

// TestInterrupted: nothing of an unfinished report stays, and an earlier one does.
func TestInterrupted(t *testing.T) {
	earlier := t.TempDir()
	golden := filepath.Dir(file(t, "request.pdf", "no PDF"))
	request := file(t, "request.json", `{"html": "<p>x</p>"}`)
	code, _, diagnostics := run(t, nil, "--engine", "pdf="+golden, "--engine", "b=pdf="+golden, "--out", earlier, request)
	require.Zero(t, code, diagnostics)
	before, err := os.ReadFile(filepath.Join(earlier, "report.json"))
	require.NoError(t, err)
	for _, out := range []string{earlier, filepath.Join(t.TempDir(), "new")} {
		asked, release := make(chan struct{}, 1), make(chan struct{})
		silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead { // which is before the rendering
				return
			}
			select {
			case asked <- struct{}{}:
			default:
			}
			<-release
		}))
		command := harness.Command(t, nil, "compare", "--engine", "pdf="+golden, "--engine", "there=url="+silent.URL, "--out", out, request)
		var stderr bytes.Buffer
		command.Stderr = &stderr
		require.NoError(t, command.Start())
		<-asked
		require.NoError(t, command.Process.Signal(os.Interrupt))
		require.Error(t, command.Wait())
		close(release)
		silent.Close()
		require.Equal(t, 1, command.ProcessState.ExitCode())
		require.Equal(t, "platen: interrupted\n", stderr.String())
	}
	require.NoDirExists(t, filepath.Join(earlier, ".platen-unfinished"))
	after, err := os.ReadFile(filepath.Join(earlier, "report.json"))
	require.NoError(t, err)
	require.Equal(t, string(before), string(after))
	left, err := filepath.Glob(filepath.Join(filepath.Dir(request), "*"))
	require.NoError(t, err)
	require.Equal(t, []string{request}, left)
}

// TestFilesInReport: the other files may be in the folder of the report, which is not there yet.
func TestFilesInReport(t *testing.T) {
	golden, out := "pdf="+t.TempDir(), filepath.Join(t.TempDir(), "new")
	code, _, diagnostics := run(t, nil, "-e", golden, "-e", "b="+golden, "--out", out, "--markdown", filepath.Join(out, "summary"),
		"--junit", filepath.Join(out, "junit.xml"), file(t, "request.json", `{"html": "<p>x</p>"}`))
	require.Zero(t, code, diagnostics)
	require.FileExists(t, filepath.Join(out, "summary"))
	require.FileExists(t, filepath.Join(out, "junit.xml"))
}

// TestFolderNames: a folder that is given as "." has the name that it has, and a pipe in it is no PDF.
func TestFolderNames(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "golden")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	require.NoError(t, syscall.Mkfifo(filepath.Join(folder, "request.pdf"), 0o600))
	request := file(t, "request.json", `{"html": "<p>x</p>"}`)
	out := filepath.Join(t.TempDir(), "report")
	command := harness.Command(t, nil, "compare", "--engine", "pdf=.", "--engine", "pdf=/", "--out", out, request)
	command.Dir = folder
	told, err := command.CombinedOutput()
	require.NoError(t, err, string(told))
	report := readReport(t, out)
	require.Equal(t, "golden", report.Reference)
	require.Equal(t, "pdf", report.Engines[1].Name)
	require.Equal(t, "request.pdf is no regular file", *report.Documents[0].Renders["golden"].Error)
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	return content
}

// TestStandardsOfEachEngine: the report has what became of the standards that the document asks for.
func TestStandardsOfEachEngine(t *testing.T) {
	out := filepath.Join(t.TempDir(), "report")
	request := file(t, "asks.json", `{"html":"<html lang=en><meta name='platen:standards' content='ua-1 a-2b'><p>x"}`)
	plain := file(t, "plain.json", `{"html":"<p>x"}`)
	code, _, diagnostics := run(t, nil, "--engine", "chrome", "--engine", "wkhtmltopdf", "--out", out, request, plain)
	require.Zero(t, code, diagnostics)
	for _, document := range readReport(t, out).Documents {
		chrome, wkhtmltopdf := "a-2b; ua-1=missing title", "a-2b; ua-1=wkhtmltopdf cannot make it"
		if document.Name == "plain" {
			chrome, wkhtmltopdf = "", ""
		}
		require.Equal(t, chrome, document.Renders["chrome"].Standards)
		require.Equal(t, wkhtmltopdf, document.Renders["wkhtmltopdf"].Standards)
	}
}
