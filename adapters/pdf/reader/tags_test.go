package reader_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdf/reader"
	"platen/domain"
	"platen/ports/pdfcheck/sample"
)

func TestTagsInOrder(t *testing.T) {
	found, err := reader.Reader{}.Inventory(sample.File("",
		"<</Type /Catalog /StructTreeRoot 2 0 R>>",
		"<</Type /StructTreeRoot /K 3 0 R>>",
		"<</S /Document /K [4 0 R <</Type /MCR /MCID 3>> 5 0 R]>>",
		"<</S /H1 /K 0>>",
		"<</S /Figure /Alt (A \\(green\\) square) /K [1 2]>>",
	))
	require.NoError(t, err)
	require.Equal(t, []domain.Tag{{Type: "Document", Level: 1}, {Type: "H1", Level: 2}, {Type: "Figure", Level: 2, Alt: "A (green) square"}}, found.Tags)
	found, err = reader.Reader{}.Inventory(sample.Pages(sample.Page{}))
	require.NoError(t, err)
	require.Empty(t, found.Tags)
}

// TestCircularTagsEnd: an element has one parent, and is there once.
func TestCircularTagsEnd(t *testing.T) {
	for _, kids := range []string{"3 0 R", "[3 0 R 3 0 R]", "[[3 0 R] 3 0 R]"} {
		found, err := reader.Reader{}.Inventory(sample.File("", "<</Pages 4 0 R /StructTreeRoot 2 0 R>>", "<</K 3 0 R>>", "<</S /P /K "+kids+">>",
			"<</Kids [5 0 R] /Count 1>>", "<</MediaBox [0 0 9 9]>>"))
		require.NoError(t, err)
		require.Equal(t, []domain.Tag{{Type: "P", Level: 1}}, found.Tags)
	}
	deep := []string{"<</StructTreeRoot 2 0 R>>", "<</K 3 0 R>>"}
	for n := range 5000 {
		deep = append(deep, fmt.Sprintf("<</S /P /K %d 0 R>>", n+4))
	}
	_, err := reader.Reader{}.Inventory(sample.File("", deep...))
	require.ErrorContains(t, err, "no end")
}

func FuzzTags(f *testing.F) {
	f.Add(sample.File("", "<</StructTreeRoot 2 0 R>>", "<</K 3 0 R>>", "<</S /P /Alt (a) /K [2 0 R]>>"))
	f.Fuzz(func(_ *testing.T, pdf []byte) { _, _ = reader.Reader{}.Inventory(pdf) })
}
