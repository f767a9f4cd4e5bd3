package rendertest

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// links checks that links lead out of the document, are where their texts are, and show no path of this machine.
func (s *suite) links(t *testing.T) {
	t.Run("addresses", func(t *testing.T) {
		body := `<a href="https://platen.example/page?a=1&amp;b=2">out</a> <a href="next.html">next</a> <a href="/root.html">root</a>
			<a href="?query">query</a> <a href="#there">there</a> <a href="">here</a> <a href="//platen.example/x">host</a>
			<img src="relative.png"><p id=there>target</p>`
		pdf := s.render(t, document("", body))
		pdfcheck.In(t, pdf.Content, pdfcheck.NoTrace("file:", os.TempDir()))
		links, err := pdfcheck.Open(t, pdf.Content).Links(1)
		require.NoError(t, err)
		leads := func(l domain.Link) bool { return l.URI == "https://platen.example/page?a=1&b=2" }
		require.True(t, slices.ContainsFunc(links, leads), "%v", links)
	})
	t.Run("a link is where its text is", func(t *testing.T) {
		body := `<a style="position:absolute;left:50mm;top:60mm;width:30mm;height:10mm;display:block" href="https://platen.example/">x</a>`
		region := domain.Rect{Right: 30 * mm, Bottom: 10 * mm}.Move(60*mm, 70*mm)
		s.check(t, document("", body), pdfcheck.LinkAt(1, "https://platen.example/", region, 1*mm))
	})
}
