package reader_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdf/reader"
	"platen/domain"
	"platen/ports/pdfcheck/sample"
)

// TestInventory: fonts are found in the pages' resources, in forms, patterns and fonts of drawn glyphs, however they refer to each other.
func TestInventory(t *testing.T) {
	form := func(resources string) string { return sample.Stream("/Subtype /Form /Resources "+resources, "") }
	found, err := reader.Reader{}.Inventory(sample.File("",
		"<</Type /Catalog /Pages 2 0 R>>",
		"<</Type /Pages /Count 2 /Kids [3 0 R 4 0 R] /MediaBox [0 0 99 99] /Resources <</Font <</a 5 0 R /b 6 0 R>> /XObject <</x 7 0 R>>>>>>",
		"<</Type /Page /Annots [<</Subtype /Link /Rect [0 0 9 9] /A <</URI (https://platen.example/1)>>>>]>>",
		"<</Type /Page /Resources <</Pattern <</p 8 0 R>>>> /Annots [<</Subtype /Link /Rect [0 0 9 9] /A <</URI (https://platen.example/2)>>>>]>>",
		"<</BaseFont /ABCDEF+Inter>>",
		"<</Subtype /Type3 /Resources <</Font <</a <</BaseFont /Within>>>>>>>>",
		form("<</XObject <</self 7 0 R>> /Font <</a <</BaseFont /Form>> /b 5 0 R>>>>"),
		form("<</Font <</a <</BaseFont /Painted>>>>>>"),
	))
	require.NoError(t, err)
	require.Equal(t, domain.Inventory{Fonts: []string{"Form", "Inter", "Painted", "Within"},
		Links: []string{"https://platen.example/1", "https://platen.example/2"}}, found)
	_, err = reader.Reader{}.Inventory([]byte("%PDF-1.7"))
	require.Error(t, err)
}

func FuzzInventory(f *testing.F) {
	f.Add(sample.Pages(sample.Page{Links: []sample.Link{{URI: "https://platen.example"}}}))
	f.Fuzz(func(_ *testing.T, pdf []byte) { _, _ = reader.Reader{}.Inventory(pdf) })
}
