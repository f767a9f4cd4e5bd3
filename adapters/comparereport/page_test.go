package comparereport_test

import (
	"image"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/comparereport"
	"platen/domain/comparison"
	"platen/ports/machine"
)

// summary is a comparison of one document with a hostile name, and one that failed.
func summary() comparison.Summary {
	message := "out of ink"
	box := &[4]float64{10, 20, 30, 5}
	render := comparison.Render{Pages: 1, Bytes: 1000, P50: 2, Fonts: []string{"Serif"}, Paper: [][2]float64{{210, 297}}}
	return comparison.Summary{
		Headline: "b against a: </script><b>1 of 2</b> documents say the same.",
		Report: comparison.Report{
			Schema: 1, Reference: "a", Engines: []comparison.Engine{{Name: "a", Version: "1"}, {Name: "b", Version: "2"}},
			Documents: []comparison.Document{
				{Name: "invoice", Renders: map[string]comparison.Render{"a": render, "b": render},
					Comparisons: []comparison.Comparison{{Engine: "b", Score: 12.5, Verdict: comparison.Different, Reasons: []string{"page 1: “</script><i>” became “&”"},
						Words: comparison.Words{Matched: 9, Moved: 1}, Pages: []comparison.Page{{Page: 1, Score: 12.5}},
						Rows:  []comparison.Row{{Reference: 1, Candidate: 1, Size: [2]float64{210, 297}, Score: 12.5, Gutter: []float64{0, 0.5}}},
						Marks: []comparison.Mark{{Kind: comparison.MovedWord, Text: "sum", From: box, To: &[4]float64{10, 40, 30, 5}}, {Kind: comparison.MissingWord, Text: "tax", From: box}}}}},
				{Name: "letter", Renders: map[string]comparison.Render{"a": {Error: &message}, "b": {Error: &message}},
					Comparisons: []comparison.Comparison{{Engine: "b", Score: 100, Verdict: comparison.Broken, Reasons: []string{"b gave no PDF: out of ink"}}}},
			},
		},
	}
}

// dom is the page as a browser has it when its scripts have run.
func dom(t *testing.T, folder, hash string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), machine.Program(t, "chromium-headless-shell"), "--no-sandbox", "--user-data-dir="+t.TempDir(),
		"--virtual-time-budget=2000", "--dump-dom", "file://"+filepath.Join(folder, "index.html")+"#"+hash)
	out, err := command.Output()
	require.NoError(t, err)
	_, shown, found := strings.Cut(string(out), "<body>")
	require.True(t, found)
	return shown
}

func TestPageInABrowser(t *testing.T) {
	folder := t.TempDir()
	writer, err := comparereport.New(folder)
	require.NoError(t, err)
	defer func() { _ = writer.Close() }()
	for _, p := range []comparison.Picture{
		{Engine: "a", Kind: comparison.DrawnPage}, {Engine: "b", Kind: comparison.DrawnPage}, {Engine: "b", Kind: comparison.HeatMap},
	} {
		p.Document, p.Page, p.Image = "invoice", 1, image.NewRGBA(image.Rect(0, 0, 210, 297))
		require.NoError(t, writer.Picture(p))
	}
	require.NoError(t, writer.Finish(summary()))

	overview := dom(t, folder, "")
	require.Contains(t, overview, "b against a: &lt;/script&gt;&lt;b&gt;1 of 2&lt;/b&gt; documents say the same.")
	require.Contains(t, overview, "page 1: “&lt;/script&gt;&lt;i&gt;” became “&amp;”")
	require.Contains(t, overview, `<span class="badge">broken</span>`)
	require.Contains(t, overview, "pages/invoice/b-1.png")
	require.Less(t, strings.Index(overview, ">letter<"), strings.Index(overview, ">invoice<"), "the worst comes first")

	for hash, wants := range map[string][]string{
		"at=invoice%2Fb":                        {"pages/invoice/a-1.png", "pages/invoice/b-1.png", "<polygon", "missing: tax", "12.5 of 100"},
		"at=invoice%2Fb&view=overlay&heat=true": {"opacity:0.5", "pages/invoice/b-1-heat.png"},
		"at=invoice%2Fb&view=blink&marks=false": {`id="stage" aria-live="polite" class="blink"`},
		"at=letter%2Fb":                         {"Neither engine gave a PDF", "out of ink"},
		"only=different":                        {"1 of 2"},
		"sort=name&find=let":                    {"1 of 2", ">letter<"},
		"at=nowhere&sort=bad&view=bad":          {"2 of 2"},
	} {
		shown := dom(t, folder, hash)
		for _, want := range wants {
			require.Contains(t, shown, want, hash)
		}
	}
}
