package reader_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdf/reader"
	"platen/ports/pdfcheck/sample"
)

func TestFields(t *testing.T) {
	found, err := reader.Reader{}.Inventory(sample.File("",
		"<</AcroForm <</Fields [2 0 R 3 0 R <<>>]>>>>", "<</FT /Tx /T (name)>>", "<</FT /Btn /T <FEFF00DC> /Kids [2 0 R 3 0 R]>>",
	))
	require.NoError(t, err)
	require.Equal(t, []string{"name", "Ü"}, found.Fields)
	found, err = reader.Reader{}.Inventory(sample.Pages(sample.Page{}))
	require.NoError(t, err)
	require.Empty(t, found.Fields)
}

func FuzzFields(f *testing.F) {
	f.Add(sample.File("", "<</AcroForm 2 0 R>>", "<</Fields [2 0 R 1 0 R] /T (a)>>"))
	f.Fuzz(func(_ *testing.T, pdf []byte) { _, _ = reader.Reader{}.Inventory(pdf) })
}
