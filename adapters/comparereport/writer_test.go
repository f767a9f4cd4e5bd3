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

// A folder that holds something else keeps it; an earlier report is replaced.
func TestReplacesAnEarlierReportOnly(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "pages", "mine.png")
	require.NoError(t, os.MkdirAll(filepath.Dir(mine), 0o750))
	require.NoError(t, os.WriteFile(mine, nil, 0o600))
	first, err := comparereport.New(folder)
	require.NoError(t, err)
	require.FileExists(t, mine)
	require.NoError(t, first.Finish(t.Context(), comparison.Summary{Report: comparison.Report{Schema: 1, Engines: []comparison.Engine{{Name: "a"}}}}))
	require.NoError(t, first.Close())
	require.FileExists(t, filepath.Join(folder, "report.json"))
	second, err := comparereport.New(folder)
	require.NoError(t, err)
	require.NoFileExists(t, mine)
	require.NoFileExists(t, filepath.Join(folder, "report.json"))
	require.NoError(t, second.Close())
}
