package stamper_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/adapters/internal/enginepdf"
	"platen/adapters/pdf/object"
	"platen/adapters/pdf/stamper"
	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/pdfcheck/sample"
)

// TestMetadata: what the HTML says is in Info and in XMP, on every engine.
func TestMetadata(t *testing.T) {
	about := domain.Metadata{Title: "Größe <1> & (x)", Language: "de_DE", Author: "Ann", Description: "日本", Keywords: "a, b"}
	for name, print := range enginepdf.Engines {
		t.Run(name, func(t *testing.T) {
			stamped, kept, err := stamper.Stamper{}.Stamp(t.Context(), print(t, "<title>other</title><p>x"), ports.StampChanges{Metadata: about})
			require.NoError(t, err)
			require.Equal(t, "none", kept.String())
			info, err := pdfcheck.Open(t, stamped).Info()
			require.NoError(t, err)
			for key, want := range map[string]string{"Title": about.Title, "Author": "Ann", "Subject": "日本", "Keywords": "a, b", "Metadata Stream": "yes"} {
				require.Equal(t, want, info[key], key)
			}
			require.Equal(t, object.String("de-DE"), catalogOf(t, stamped)["Lang"])
			packet := xmpOf(t, stamped)
			for _, want := range []string{
				">Größe &lt;1&gt; &amp; (x)</rdf:li></rdf:Alt></dc:title>", "<rdf:li>Ann</rdf:li></rdf:Seq></dc:creator>",
				">日本</rdf:li></rdf:Alt></dc:description>", "<rdf:li>de-DE</rdf:li>", "<pdf:Keywords>a, b<", "<pdf:Producer>Platen (", "<xmp:CreateDate>20",
			} {
				require.Contains(t, packet, want)
			}
			require.NotContains(t, packet, "pdfaid", "not even its namespace")
			require.NotContains(t, packet, "pdfuaid")
		})
	}
}

// TestMetadataOfTheEngine stays where the HTML says nothing; equal documents are equal files.
func TestMetadataOfTheEngine(t *testing.T) {
	body := sample.Pages(sample.Page{})
	stamped := stamp(t, body)
	pdfcheck.In(t, stamped, pdfcheck.Title("A sample"))
	require.Contains(t, xmpOf(t, stamped), ">A sample<")
	require.Equal(t, stamped, stamp(t, body))
	blank := bytes.Replace(body, []byte("(A sample)"), []byte("( \x01\n     )"), 1)
	f, err := object.Open(stamp(t, blank))
	require.NoError(t, err)
	require.NotContains(t, f.Info(), object.Name("Title"), "WeasyPrint writes blank titles")
}

// TestXMPIsXML: whatever the texts are, the packet is well-formed, and no string of Info is too long for PDF/A.
func TestXMPIsXML(t *testing.T) {
	body := sample.Pages(sample.Page{})
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.String().Draw(r, "text") + strings.Repeat("é", rapid.IntRange(0, 20000).Draw(r, "more"))
		stamped, _, err := stamper.Stamper{}.Stamp(t.Context(), body, ports.StampChanges{Metadata: domain.Metadata{Title: text, Author: text, Language: text}})
		require.NoError(r, err)
		decoder := xml.NewDecoder(strings.NewReader(xmpOf(t, stamped)))
		for err == nil {
			_, err = decoder.Token()
		}
		require.ErrorIs(r, err, io.EOF)
		f, err := object.Open(stamped)
		require.NoError(r, err)
		author, _ := f.Info()["Author"].(object.String)
		require.Less(r, len(author), 32768)
	})
}

func catalogOf(t *testing.T, pdf []byte) object.Dict {
	f, err := object.Open(pdf)
	require.NoError(t, err)
	return f.Catalog()
}

// xmpOf finds the packet as a program would that does not read PDF.
func xmpOf(t *testing.T, pdf []byte) string {
	_, packet, found := bytes.Cut(pdf, []byte("<?xpacket begin"))
	require.True(t, found)
	packet, _, found = bytes.Cut(packet, []byte("<?xpacket end"))
	require.True(t, found)
	return "<?xpacket begin" + string(packet)
}
