package reader_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdf/reader"
	"platen/domain"
	"platen/ports/pdfcheck/sample"
)

func TestBookmarksInOrder(t *testing.T) {
	found, err := reader.Reader{}.Inventory(sample.File("",
		"<</Type /Catalog /Outlines 2 0 R /Pages 6 0 R>>",
		"<</First 3 0 R /Last 5 0 R>>",
		"<</Title (Chapter \\(1\\)) /First 4 0 R /Next 5 0 R /Dest [8 0 R /XYZ 0 0 0]>>",
		"<</Title <FEFF00DC03A9> /A <</S /GoTo /D [7 0 R /Fit]>>>>",
		"<</Title (\xef\xbb\xbfÄ end\xff) /Dest (chapter2)>>",
		"<</Type /Pages /Count 2 /Kids [7 0 R 8 0 R] /MediaBox [0 0 99 99]>>", "<</Type /Page>>", "<</Type /Page>>",
	))
	require.NoError(t, err)
	require.Equal(t, []domain.Bookmark{{Title: "Chapter (1)", Level: 1, Page: 2}, {Title: "ÜΩ", Level: 2, Page: 1}, {Title: "Ä end\ufffd", Level: 1}}, found.Bookmarks)
	found, err = reader.Reader{}.Inventory(sample.Pages(sample.Page{}))
	require.NoError(t, err)
	require.Empty(t, found.Bookmarks)
}

// TestBookmarksWithoutPages: a page tree that cannot be read costs the pages only.
func TestBookmarksWithoutPages(t *testing.T) {
	found, err := reader.Reader{}.Inventory(sample.File("", "<</Outlines 2 0 R /Pages 1 0 R>>", "<</First 3 0 R>>", "<</Title (a) /Dest [1 0 R]>>"))
	require.NoError(t, err)
	require.Equal(t, []domain.Bookmark{{Title: "a", Level: 1}}, found.Bookmarks)
}

func TestCircularBookmarksEnd(t *testing.T) {
	for _, entry := range []string{"/Next 3 0 R", "/First 3 0 R"} {
		_, err := reader.Reader{}.Inventory(sample.File("", "<</Outlines 2 0 R>>", "<</First 3 0 R>>", "<</Title (a) "+entry+">>"))
		require.ErrorContains(t, err, "no end")
	}
}

func FuzzBookmarks(f *testing.F) {
	f.Add(sample.File("", "<</Outlines 2 0 R>>", "<</First 3 0 R>>", "<</Title (a) /First 2 0 R>>"))
	f.Fuzz(func(_ *testing.T, pdf []byte) { _, _ = reader.Reader{}.Inventory(pdf) })
}
