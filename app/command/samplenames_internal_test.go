package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestDocumentNames(t *testing.T) {
	for _, c := range []struct{ files, want []string }{
		{[]string{"a/Müller & Söhne (2).json", "my invoice.json", "日本.json"}, []string{"Müller & Söhne (2)", "my invoice", "日本"}},
		{[]string{"2025/invoice.json", "2026/invoice.json", "2026/letter.json"}, []string{"2025/invoice", "2026/invoice", "letter"}},
		{[]string{"/x/a/1/i.json", "/x/b/1/i.json", "/i.json"}, []string{"a/1/i", "b/1/i", "i"}},
		{[]string{"-", ".json", "..json", "...json", "x", "x.json.json"}, []string{"request", ".json", ".", "..", "x", "x.json"}},
		{[]string{"/d/\xff.json", "/d/\xfe.json"}, []string{"d/�", "d/�-2"}},
		{[]string{"/d/x.json", "/d/x"}, []string{"d/x", "d/x-2"}},
	} {
		require.Equal(t, c.want, documentNames(c.files))
	}
	here, err := os.Getwd()
	require.NoError(t, err)
	require.Equal(t, []string{"a.json", "b.json"}, distinctFiles([]string{"a.json", "./a.json", filepath.Join(here, "a.json"), "b.json"}))
}

// TestDocumentNamesDiffer: whatever files are named, no two documents have one name.
func TestDocumentNamesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		files := distinctFiles(rapid.SliceOf(rapid.StringMatching(`(/|\.\./|a/|b/|\x{ff}/){0,4}[ab.\x{fe}]{0,2}(\.json)?`)).Draw(t, "files"))
		known := map[string]bool{}
		for _, name := range documentNames(files) {
			require.NotEmpty(t, name)
			require.False(t, known[name], name)
			known[name] = true
		}
	})
}
