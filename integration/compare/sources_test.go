package compare_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/comparison"
	"platen/integration/harness"
	"platen/ports/machine"
)

// gotenberg stands in for a Gotenberg: it takes its form, and has the service print the document.
func gotenberg(t *testing.T, service *harness.Service) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/forms/chromium/convert/html" || r.Header.Get("Authorization") != "" || r.FormValue("paperWidth") != "8.2677" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		fields := map[string]string{}
		for _, f := range r.MultipartForm.File["files"] {
			opened, err := f.Open()
			if err == nil {
				content, _ := io.ReadAll(opened)
				fields[f.Filename] = string(content)
			}
		}
		if !strings.HasPrefix(fields["index.html"], "\ufeff") { // without it a file may be read in another encoding
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		body, _ := json.Marshal(map[string]string{"html": fields["index.html"], "headerHtml": fields["header.html"], "footerHtml": fields["footer.html"]})
		_, _ = w.Write(service.PDF(t, body).Body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestOtherSources compares an engine with a Gotenberg, and with the command of WeasyPrint.
func TestOtherSources(t *testing.T) {
	service := harness.Shared(t)
	weasyprint := machine.Program(t, "weasyprint")
	request := file(t, "letter.json", `{"html": "<style>body{font:12pt 'Liberation Sans'}</style><p>Dear {{name}}, {{#items}}{{.}} {{/items}}</p>", "css": "p{color:navy}",
		"data": {"name": "Ada", "items": ["one", "two"]}, "footerHtml": "<p>Page <span class=pageNumber></span></p>"}`)
	body := file(t, "body.json", `{"html": "<style>@page{margin:10mm}body{font:12pt 'Liberation Sans'}</style><p>Dear {{name}}</p>", "data": {"name": "Ada"}}`)
	out := filepath.Join(t.TempDir(), "report")
	code, told, diagnostics := run(t, []string{"PLATEN_COMPARE_KEY=" + harness.Key}, "-e", "chrome", "-e", "gotenberg="+gotenberg(t, service), "-e",
		"cmd="+weasyprint+" --quiet {html} {pdf}", "-e", `failing=cmd=sh -c "echo no ink >&2; exit 4" {html} {pdf}`, "--out", out, request, body)
	require.Zero(t, code, diagnostics)
	require.Contains(t, told, "gotenberg against chrome: 2 of 2 documents say the same")
	documents := readReport(t, out).Documents
	for _, d := range documents {
		for i, engine := range []string{"gotenberg", "weasyprint", "failing"} {
			require.Equal(t, engine, d.Comparisons[i].Engine)
		}
		require.Equal(t, comparison.Identical, d.Comparisons[0].Verdict, "%v", d.Comparisons[0].Reasons)
		require.Equal(t, []string{"failing gave no PDF: sh failed: exit status 4: no ink"}, d.Comparisons[2].Reasons)
		require.Positive(t, d.Renders["weasyprint"].P50)
	}
	require.Equal(t, "the footer", documents[0].Renders["weasyprint"].LeftOut)
	require.Equal(t, "weasyprint leaves out the footer", documents[0].Comparisons[1].Reasons[0])
	require.Equal(t, 2, documents[0].Comparisons[1].Words.Missing, "%v", documents[0].Comparisons[1].Reasons) // “Page 1” of the footer
	require.Empty(t, documents[1].Renders["weasyprint"].LeftOut)
	require.NotEqual(t, comparison.Broken, documents[1].Comparisons[1].Verdict, "%v", documents[1].Comparisons[1].Reasons)
}

// TestSpecHints: a SPEC that is no engine is told what it may be meant to be.
func TestSpecHints(t *testing.T) {
	request, folder := file(t, "request.json", `{"html": "<p>x</p>"}`), t.TempDir()
	for spec, want := range map[string]string{
		"https://pdf.example.com": "did you mean url=https://pdf.example.com?",
		"https://x.example?a=b":   "did you mean url=https://x.example?a=b?",
		folder:                    "did you mean pdf=" + folder + "?",
		"cat":                     `did you mean cmd=, as in "cmd=cat {html} {pdf}"?`,
		"prince":                  "or url=…, gotenberg=…, pdf=…, cmd=…",
		"chrome,nothing=1":        `chrome has no setting "nothing"; it has bin, url, sandbox, tagged, recycle, max_memory` + "\n",
		"cmd=sh {html}":           "{html} and {pdf}",
		"gotenberg=localhost":     "write https://host or http://host:port",
	} {
		out := filepath.Join(t.TempDir(), "report")
		code, told, diagnostics := run(t, nil, "-e", "chrome", "-e", spec, "--out", out, request)
		require.Equal(t, 2, code, spec)
		require.Contains(t, diagnostics, want)
		require.Empty(t, told)
		require.NoDirExists(t, out)
	}
}

// TestNobodyAnswers: a server that is not there is no fault of the documents, and nothing is rendered.
func TestNobodyAnswers(t *testing.T) {
	golden, request := t.TempDir(), file(t, "request.json", `{"html": "<p>x</p>"}`)
	for _, spec := range []string{"far=gotenberg=http://127.0.0.1:1", "far=url=http://127.0.0.1:1"} {
		out := filepath.Join(t.TempDir(), "report")
		code, told, diagnostics := run(t, nil, "-e", "pdf="+golden, "-e", spec, "--out", out, request)
		require.Equal(t, 1, code)
		require.Empty(t, told)
		require.Contains(t, diagnostics, "platen: far does not answer: ")
		require.NoDirExists(t, out)
	}
}

// TestSourcesOnlyInCommands: the service takes none of them.
func TestSourcesOnlyInCommands(t *testing.T) {
	for _, spec := range []string{"cmd=sh {html} {pdf}", "gotenberg=http://127.0.0.1:1", "url=http://127.0.0.1:1", "x=cmd=sh {html} {pdf}"} {
		for _, setting := range []string{"PLATEN_ENGINE=" + spec, "PLATEN_SHADOW_ENGINE=" + spec} {
			command := harness.Command(t, []string{setting, "PLATEN_SHADOW_DIR=" + t.TempDir(), "PLATEN_AUTH_KEYS=a=" + harness.Key, "TMPDIR=" + t.TempDir()}, "serve")
			var stderr bytes.Buffer
			command.Stderr = &stderr
			require.Error(t, command.Run(), setting)
			require.Equal(t, 2, command.ProcessState.ExitCode(), stderr.String())
			require.Regexp(t, "is not known|is no engine|is no name", stderr.String())
		}
	}
}
