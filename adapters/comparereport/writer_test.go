package comparereport_test

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/comparereport"
	"platen/domain/comparison"
)

func picture(width, height int) comparison.Picture {
	return comparison.Picture{Document: "invoice", Engine: "chrome", Page: 1, Kind: comparison.DrawnPage, Image: image.NewRGBA(image.Rect(0, 0, width, height))}
}

func TestWritesPicturesAndThumbnails(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "report")
	writer, err := comparereport.New(folder)
	require.NoError(t, err)
	defer func() { _ = writer.Close() }()
	require.NoError(t, writer.Picture(t.Context(), picture(600, 800)))
	for name, width := range map[string]int{"chrome-1.png": 600, "chrome-1-small.png": 120} {
		file, err := os.Open(filepath.Join(folder, "pages", "invoice", name))
		require.NoError(t, err)
		config, err := png.DecodeConfig(file)
		require.NoError(t, err)
		require.Equal(t, width, config.Width)
		require.NoError(t, file.Close())
	}
}

// An earlier report is replaced, whole or not.
func TestReplacesAnEarlierReport(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "invoice.json")
	require.NoError(t, os.WriteFile(mine, nil, 0o600))
	for _, whole := range []bool{false, true, true} {
		writer, err := comparereport.New(folder)
		require.NoError(t, err)
		require.NoDirExists(t, filepath.Join(folder, "pages", "invoice"))
		require.NoFileExists(t, filepath.Join(folder, "report.json"))
		require.NoFileExists(t, filepath.Join(folder, "index.html"))
		require.NoError(t, writer.Picture(t.Context(), picture(60, 80)))
		if whole {
			require.NoError(t, writer.Finish(t.Context(), comparison.Summary{Report: comparison.Report{Schema: 1, Engines: []comparison.Engine{{Name: "a"}}}}))
		}
		require.NoError(t, writer.Close())
	}
	require.FileExists(t, mine)
}

// Files of somebody else that have the names of a report's stay, and the folder is refused.
func TestRefusesFoldersOfOthers(t *testing.T) {
	for _, name := range []string{"report.json", "index.html", "pages/page.png"} {
		folder := t.TempDir()
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o750))
		require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
		_, err := comparereport.New(folder)
		require.ErrorContains(t, err, "name another folder", name)
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, "mine", string(content))
	}
}
