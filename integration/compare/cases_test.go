package compare_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/pdf/reader"
	"platen/adapters/poppler"
	"platen/app/compare"
	"platen/domain/comparison"
	"platen/ports"
)

// TestEnginesSayTheSame: both engines print the words of these documents, which their PDFs' text divides, orders and mirrors differently,
// or whose pages break elsewhere.
func TestEnginesSayTheSame(t *testing.T) {
	comparer := &compare.Comparer{Runs: 1, Report: noReport{}, Rasterizer: poppler.New(poppler.DefaultConfig(), reader.Reader{}), Reader: reader.Reader{},
		Engines: []compare.Engine{engineOf(t, "chrome"), engineOf(t, "wkhtmltopdf")}}
	var samples []ports.Sample
	for _, name := range []string{"C04-repeated-sections", "C05-price-list", "C06-arabic-brackets", "C07-ruby", "C08-japanese", "C09-watermark"} {
		body, err := os.ReadFile(filepath.Join("testdata", "cases", name+".json"))
		require.NoError(t, err)
		samples = append(samples, ports.Sample{Name: name, Body: body})
	}
	summary, err := comparer.Run(t.Context(), samples)
	require.NoError(t, err)
	for _, d := range summary.Report.Documents {
		c := d.Comparisons[0]
		t.Logf("%5.1f %-9s %s: %s", c.Score, c.Verdict, d.Name, strings.Join(c.Reasons, "; "))
		require.NotEqual(t, comparison.Broken, c.Verdict, "%s: %v", d.Name, c.Reasons)
		require.Zero(t, c.Words.Missing+c.Words.Extra, d.Name)
	}
}

// TestDrawnWordsAreTheSame: what one engine paints as a picture and the other one writes is the same to a reader, whichever is the reference.
func TestDrawnWordsAreTheSame(t *testing.T) {
	chrome, wkhtmltopdf := engineOf(t, "chrome"), engineOf(t, "wkhtmltopdf")
	sample := ports.Sample{Name: "half transparent", Body: []byte(`{
		"html": "<p style='opacity:.5'>This agreement is a draft</p><p>The supplier delivers within fourteen days.</p>",
		"css": "body{font:11pt/1.4 Liberation Sans}"}`)}
	for _, engines := range [][]compare.Engine{{wkhtmltopdf, chrome}, {chrome, wkhtmltopdf}} {
		comparer := &compare.Comparer{Runs: 1, Report: noReport{}, Rasterizer: poppler.New(poppler.DefaultConfig(), reader.Reader{}), Reader: reader.Reader{},
			Engines: engines}
		summary, err := comparer.Run(t.Context(), []ports.Sample{sample})
		require.NoError(t, err)
		c := summary.Report.Documents[0].Comparisons[0]
		require.NotEqual(t, comparison.Broken, c.Verdict, "%s: %v", c.Engine, c.Reasons)
		require.Zero(t, c.Words.Extra, "%s: %v", c.Engine, c.Reasons)
		require.NotContains(t, strings.Join(c.Reasons, "; "), "missing", c.Engine)
	}
}
