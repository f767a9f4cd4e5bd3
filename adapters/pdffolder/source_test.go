package pdffolder_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdffolder"
	"platen/domain"
	"platen/ports"
)

func TestReadsFilesByName(t *testing.T) {
	folder, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret.pdf")
	require.NoError(t, os.WriteFile(outside, []byte("secret"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "invoice.pdf"), []byte("%PDF-"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "large.pdf"), make([]byte, 2000), 0o600))
	require.NoError(t, os.Symlink(outside, filepath.Join(folder, "link.pdf")))
	require.NoError(t, syscall.Mkfifo(filepath.Join(folder, "pipe.pdf"), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "folder.pdf"), 0o700))
	source, err := pdffolder.New(folder, domain.KiB)
	require.NoError(t, err)
	document, err := source.PDF(t.Context(), ports.Sample{Name: "invoice"})
	require.NoError(t, err)
	require.Equal(t, "%PDF-", string(document.PDF))
	for name, want := range map[string]string{"letter": "there is no letter.pdf", "large": "more than 1KiB", "link": "escapes", "pipe": "pipe.pdf is no regular file", "folder": "no regular file"} {
		_, err := source.PDF(t.Context(), ports.Sample{Name: name})
		require.ErrorContains(t, err, want)
	}
}

func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.pdf")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, folder := range []string{file, "/nowhere"} {
		_, err := pdffolder.New(folder, domain.KiB)
		require.ErrorContains(t, err, folder)
	}
}
