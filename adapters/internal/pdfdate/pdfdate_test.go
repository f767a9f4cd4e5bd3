package pdfdate_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/adapters/internal/pdfdate"
)

func TestFix(t *testing.T) {
	for before, after := range map[string]string{
		// As Chrome and Qt write them.
		"%PDF-1.4\n1 0 obj\n<</CreationDate (D:20261122020256+00'00')\n/ModDate (D:20261122020256+00'00')>>\nendobj\n": "%PDF-1.4\n1 0 obj\n<</CreationDate (D:19700101000000+00'00')\n/ModDate (D:19700101000000+00'00')>>\nendobj\n",
		"1 0 obj\n<<\n/CreationDate (D:20261122020301Z)\n>>\nendobj":                                                   "1 0 obj\n<<\n/CreationDate (D:19700101000000Z)\n>>\nendobj",
		// A title that looks like one, and another object.
		`1 0 obj <</Title (/CreationDate \(D:20261122020301Z\))>> endobj`:         `1 0 obj <</Title (/CreationDate \(D:20261122020301Z\))>> endobj`,
		"1 0 obj <<>> endobj 2 0 obj <</CreationDate (D:20261122020301)>> endobj": "1 0 obj <<>> endobj 2 0 obj <</CreationDate (D:20261122020301)>> endobj",
		"": "",
	} {
		pdf := []byte(before)
		pdfdate.Fix(pdf)
		require.Equal(t, after, string(pdf))
	}
}

// TestFixKeepsTheLength: offsets in the file stay valid, for any content.
func TestFixKeepsTheLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"/CreationDate (D:", "/ModDate(D:", "20261122020301", "2026", ")", "endobj", "\n", "x"})).Draw(t, "parts")
		var pdf []byte
		for _, p := range parts {
			pdf = append(pdf, p...)
		}
		before := len(pdf)
		pdfdate.Fix(pdf)
		require.Len(t, pdf, before)
	})
}
