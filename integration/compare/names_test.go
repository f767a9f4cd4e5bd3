package compare_test

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/comparison"
	"platen/integration/harness"
)

// TestDocumentNames: a document has its file's name, whatever characters that has, in the report, in JUnit, in the folder of pictures and
// in pdf=; files of one name in two folders are told apart.
func TestDocumentNames(t *testing.T) {
	service := harness.Shared(t)
	requests, golden := t.TempDir(), t.TempDir()
	body := []byte(`{"html": "<p>Hello</p>"}`)
	pdf := service.PDF(t, body).Body
	names := []string{"Müller & Söhne (2)", "my invoice", "日本", "2025/invoice", "2026/invoice", "..", "new\nline"}
	var files []string
	for _, name := range names {
		file := filepath.Join(requests, name) + ".json"
		if name == ".." {
			file = requests + "/...json"
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		require.NoError(t, os.WriteFile(file, body, 0o600))
		require.NoError(t, os.MkdirAll(filepath.Dir(golden+"/"+name), 0o700))
		require.NoError(t, os.WriteFile(golden+"/"+name+".pdf", pdf, 0o600))
		files = append(files, file)
	}
	out, junit := filepath.Join(t.TempDir(), "report"), filepath.Join(t.TempDir(), "junit.xml")
	code, told, diagnostics := run(t, []string{"PLATEN_COMPARE_KEY=" + harness.Key}, append([]string{"--engine", "pdf=" + golden, "--engine",
		"now=url=" + service.URL, "--out", out, "--junit", junit}, files...)...)
	require.Equal(t, 0, code, diagnostics)
	require.Contains(t, told, "\nMüller & Söhne (2) ")
	require.Contains(t, told, "\nnew line ")
	for i, d := range readReport(t, out).Documents {
		require.Equal(t, names[i], d.Name)
		require.Equal(t, comparison.Identical, d.Comparisons[0].Verdict, "%s: %v", d.Name, d.Comparisons[0].Reasons)
		if d.Name != ".." {
			require.DirExists(t, filepath.Join(out, "pages", d.Name))
		}
	}
	content, err := os.ReadFile(junit)
	require.NoError(t, err)
	var suite struct {
		Cases []struct {
			Name string `xml:"name,attr"`
		} `xml:"testcase"`
	}
	require.NoError(t, xml.Unmarshal(content, &suite))
	for i, c := range suite.Cases {
		require.Equal(t, names[i], c.Name)
	}
}
