package comparereport_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/comparereport"
)

// TestAcceptsAllOrNone also where a document has a hostile name, or the disk refuses one.
func TestAcceptsAllOrNone(t *testing.T) {
	report, golden := t.TempDir(), filepath.Join(t.TempDir(), "golden")
	writer, err := comparereport.New(report)
	require.NoError(t, err)
	for _, name := range []string{"invoice", "2026/日本"} {
		require.NoError(t, writer.PDF(name, "chrome", []byte("%PDF-"+name)))
	}
	require.Error(t, writer.PDF("../../../escape", "chrome", []byte("x")))
	finish(t, writer, "")
	require.NoError(t, writer.Close())

	require.Error(t, comparereport.Accept(report, "chrome", golden, []string{"invoice", "none"}))
	require.NoDirExists(t, golden)
	require.Error(t, comparereport.Accept(report, "chrome", golden, []string{"invoice", "../../report"}))
	require.NoDirExists(t, golden)

	require.NoError(t, comparereport.Accept(report, "chrome", golden, []string{"invoice", "2026/日本"}))
	content, err := os.ReadFile(filepath.Join(golden, "2026", "日本.pdf"))
	require.NoError(t, err)
	require.Equal(t, "%PDF-2026/日本", string(content))
	require.NoError(t, os.WriteFile(filepath.Join(golden, "invoice.pdf"), []byte("old"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(golden, "mine.pdf"), []byte("mine"), 0o600))
	require.NoError(t, comparereport.Accept(report, "chrome", golden, []string{"invoice"}))
	content, err = os.ReadFile(filepath.Join(golden, "invoice.pdf"))
	require.NoError(t, err)
	require.Equal(t, "%PDF-invoice", string(content))
	entries, err := os.ReadDir(golden)
	require.NoError(t, err)
	require.Len(t, entries, 3, "%v", entries)
}
