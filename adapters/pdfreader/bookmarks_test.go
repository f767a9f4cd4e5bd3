package pdfreader_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdfreader"
	"platen/ports/pdfcheck/sample"
)

func TestBookmarksInOrder(t *testing.T) {
	titles, err := pdfreader.Inspector{}.Bookmarks(sample.File("",
		"<</Type /Catalog /Outlines 2 0 R>>",
		"<</First 3 0 R /Last 5 0 R>>",
		"<</Title (Chapter \\(1\\)) /First 4 0 R /Next 5 0 R>>",
		"<</Title <FEFF00DC03A9>>>",
		"<</Title (\xef\xbb\xbfÄ end\xff)>>",
	))
	require.NoError(t, err)
	require.Equal(t, []string{"Chapter (1)", "ÜΩ", "Ä end\ufffd"}, titles)
	titles, err = pdfreader.Inspector{}.Bookmarks(sample.Pages(sample.Page{}))
	require.NoError(t, err)
	require.Empty(t, titles)
}

func TestCircularBookmarksEnd(t *testing.T) {
	for _, entry := range []string{"/Next 3 0 R", "/First 3 0 R"} {
		_, err := pdfreader.Inspector{}.Bookmarks(sample.File("", "<</Outlines 2 0 R>>", "<</First 3 0 R>>", "<</Title (a) "+entry+">>"))
		require.ErrorContains(t, err, "no end")
	}
}

func FuzzBookmarks(f *testing.F) {
	f.Add(sample.File("", "<</Outlines 2 0 R>>", "<</First 3 0 R>>", "<</Title (a) /First 2 0 R>>"))
	f.Fuzz(func(_ *testing.T, pdf []byte) { _, _ = pdfreader.Inspector{}.Bookmarks(pdf) })
}
