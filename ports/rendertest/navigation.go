package rendertest

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// navigation checks that a document cannot navigate, and that its links show no path of this machine.
func (s *suite) navigation(t *testing.T) {
	s.site.serve("/elsewhere", "text/html", []byte("<p>elsewhere</p>"))
	for name, head := range map[string]string{
		"refresh at once":  `<meta http-equiv=refresh content="0;url=%s">`,
		"refresh later":    `<meta http-equiv=refresh content="1; URL='%s'">`,
		"refresh in case":  `<META HTTP-EQUIV="ReFresh" CONTENT="0;URL=%s">`,
		"base with target": `<base target=_blank><meta http-equiv=refresh content="0;url=%s">`,
	} {
		t.Run(name, func(t *testing.T) {
			for range 2 {
				s.check(t, document(fmt.Sprintf(head, s.site.url("/elsewhere")), "<p>here</p>"),
					pdfcheck.Text("here"), pdfcheck.NoText("elsewhere"))
				s.check(t, document("", "<p>the next one</p>"), pdfcheck.Text("the next one"))
			}
			require.Empty(t, s.site.paths("/elsewhere"))
		})
	}
	t.Run("links", func(t *testing.T) {
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
