package rendertest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// capabilities checks that declared capabilities work, and that undeclared ones are missing.
func (s *suite) capabilities(t *testing.T) {
	about := s.engine.Info()
	require.NotEmpty(t, about.Name)
	require.NotEmpty(t, about.Version, "known after Start")
	t.Run("PageRules", func(t *testing.T) {
		require.Equal(t, about.Capabilities.PageRules, s.namedPages(t), "declared, and found")
		if about.Capabilities.PageRules {
			s.pageBoxes(t)
		}
	})
	t.Run("Frames", func(t *testing.T) { require.Equal(t, about.Capabilities.Frames, s.frames(t), "declared, and found") })
	// The port has no option for it, so the adapter's own test checks that it works.
	t.Run("Tagged", func(t *testing.T) {
		if !about.Capabilities.Tagged {
			s.check(t, document("", "<p>x</p>"), pdfcheck.Tagged(false))
		}
	})
}

// passes prints a document and reports whether it passes all checks.
func (s *suite) passes(t *testing.T, job domain.PrintJob, checks ...pdfcheck.Check) bool {
	f := pdfcheck.Open(t, s.check(t, job).Content)
	err := pdfcheck.All(checks...)(f)
	t.Logf("found: %v", err)
	return err == nil
}

func (s *suite) namedPages(t *testing.T) bool {
	style := `<style>@page{margin:10mm} @page:first{margin-top:100mm} @page wide{size:A4 landscape} .wide{page:wide}</style>`
	return s.passes(t, document(style, `<p>one</p><p class=wide>two</p>`), pdfcheck.Pages(2), pdfcheck.PaperOn(1, domain.A4),
		pdfcheck.PaperOn(2, landscape(domain.A4)), pdfcheck.WordsWithin(1, domain.Rect{Top: 100 * mm, Right: 210 * mm, Bottom: 297 * mm}))
}

// pageBoxes checks the links that mark the content of pages: they change nothing else of the document.
func (s *suite) pageBoxes(t *testing.T) {
	style := `<style>@page{margin:20mm;border:5mm solid #0f0} @page:first{margin:100mm 20mm 90mm} @page wide{size:A4 landscape;margin-right:60mm;padding:10mm 0}
		.wide{page:wide;break-after:page} body{transform:rotate(0)} a[href]::after{content:attr(href)} :last-child{color:#00f}</style>`
	job := document(style, `<p>one</p><p class=wide>two</p>`)
	job.PageBoxes = true
	f := pdfcheck.Open(t, s.check(t, job, pdfcheck.Pages(2), pdfcheck.Text("one two")).Content)
	for page, want := range []domain.Rect{
		{Left: 25 * mm, Top: 105 * mm, Right: 185 * mm, Bottom: 202 * mm},
		{Left: 25 * mm, Top: 35 * mm, Right: 232 * mm, Bottom: 175 * mm},
	} {
		links, err := f.Links(page + 1)
		require.NoError(t, err)
		var box domain.Rect
		for _, link := range links {
			require.Equal(t, domain.PageBoxURI, link.URI)
			if link.Rect.Width()*link.Rect.Height() > box.Width()*box.Height() {
				box = link.Rect
			}
		}
		for _, edges := range [][2]domain.Length{{want.Left, box.Left}, {want.Top, box.Top}, {want.Right, box.Right}, {want.Bottom, box.Bottom}} {
			require.InDelta(t, edges[0].Millimetres(), edges[1].Millimetres(), 0.7, "page %d: %v", page+1, box)
		}
	}
}

func (s *suite) frames(t *testing.T) bool {
	s.site.serve("/frame.html", "text/html", []byte(`<p>framed</p>`))
	return s.passes(t, document("", `<iframe src="`+s.site.url("/frame.html")+`"></iframe>`), pdfcheck.Text("framed"))
}
