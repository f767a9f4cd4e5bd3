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

func TestWritesPictures(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "report")
	writer, err := comparereport.New(folder)
	require.NoError(t, err)
	defer func() { _ = writer.Close() }()
	require.NoError(t, writer.Picture(picture(600, 800)))
	finish(t, writer, "")
	file, err := os.Open(filepath.Join(folder, "pages", "invoice", "chrome-1.png"))
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	config, err := png.DecodeConfig(file)
	require.NoError(t, err)
	require.Equal(t, 600, config.Width)
}

// finish writes a report of a headline.
func finish(t *testing.T, writer *comparereport.Writer, headline string) {
	t.Helper()
	require.NoError(t, writer.Finish(comparison.Summary{Headline: headline, Report: comparison.Report{Schema: 1, Engines: []comparison.Engine{{Name: "a"}}}}))
}

// TestReplacesAnEarlierReport when the new one is whole, not before. Other files stay.
func TestReplacesAnEarlierReport(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "invoice.json")
	require.NoError(t, os.WriteFile(mine, nil, 0o600))
	index := func() string {
		content, err := os.ReadFile(filepath.Join(folder, "index.html"))
		require.NoError(t, err)
		return string(content)
	}
	for _, headline := range []string{"first", "second"} {
		writer, err := comparereport.New(folder)
		require.NoError(t, err)
		if headline == "first" {
			require.NoError(t, writer.Picture(picture(60, 80)))
		} else {
			require.Contains(t, index(), "first")
			require.FileExists(t, filepath.Join(folder, "pages", "invoice", "chrome-1.png"))
		}
		finish(t, writer, headline)
		require.NoError(t, writer.Close())
		require.Contains(t, index(), headline)
	}
	require.NoDirExists(t, filepath.Join(folder, "pages", "invoice"))
	require.FileExists(t, mine)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 5, "%v", entries)
}

// TestLeavesNothingUnfinished: a report that is not finished leaves its folder as it was, or none.
func TestLeavesNothingUnfinished(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "report")
	begin := func() {
		writer, err := comparereport.New(folder)
		require.NoError(t, err)
		require.NoError(t, writer.Picture(picture(60, 80)))
		require.NoError(t, writer.Close())
	}
	begin()
	require.NoDirExists(t, folder)
	require.NoError(t, os.MkdirAll(filepath.Join(folder, ".platen-unfinished", "pages", "old"), 0o750)) // of a killed process
	begin()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
}

// Files of somebody else that have the names of a report's stay, and the folder is refused.
func TestRefusesFoldersOfOthers(t *testing.T) {
	for _, name := range []string{"report.json", "index.html", "pages/page.png", "pdfs/a.pdf"} {
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
