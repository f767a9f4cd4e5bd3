package pdfcheck_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// described returns a PDF whose metadata have properties.
func described(properties string) []byte {
	return sample.File("", "<</Type /Catalog /Pages 2 0 R /Metadata 4 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
		"<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>>", sample.Stream("/Type /Metadata /Subtype /XML",
			`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">`+
				`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" `+
				`xmlns:ua="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:other="http://platen.example/">`+
				properties+`<other:word>other</other:word></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`))
}

// TestClaims: what is claimed and not wanted fails, and what is wanted and not claimed.
func TestClaims(t *testing.T) {
	const archive = "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"
	for _, tt := range []struct {
		properties string
		claims     []domain.Standard
	}{
		{"", nil},
		{"<ua:part>1</ua:part>", []domain.Standard{domain.UA1}},
		{archive, []domain.Standard{domain.A2B}},
		{archive + "<ua:part>1</ua:part>", []domain.Standard{domain.UA1, domain.A2B}},
	} {
		f := pdfcheck.Open(t, described(tt.properties))
		require.NoError(t, pdfcheck.Claims(tt.claims...)(f), tt)
		require.Error(t, pdfcheck.Claims(append(tt.claims, domain.A3B)...)(f), tt)
		if len(tt.claims) > 0 {
			require.Error(t, pdfcheck.Claims(tt.claims[1:]...)(f), tt)
		}
	}
	require.NoError(t, pdfcheck.Claims()(pdfcheck.Open(t, document())), "a PDF without metadata")
	require.Error(t, pdfcheck.Claims(domain.UA1)(pdfcheck.Open(t, document())))
}

func TestProperties(t *testing.T) {
	f := pdfcheck.Open(t, described(`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title>`))
	require.NoError(t, pdfcheck.Properties(map[string]string{"dc:title": "A title", "dc:creator": ""})(f))
	require.ErrorContains(t, pdfcheck.Properties(map[string]string{"dc:title": "B"})(f), "A title")
	require.NoError(t, pdfcheck.Information(map[string]string{"Title": "A sample"})(pdfcheck.Open(t, document())))
	require.ErrorContains(t, pdfcheck.Information(map[string]string{"Title": "B"})(pdfcheck.Open(t, document())), "A sample")
}
