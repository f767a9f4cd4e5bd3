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
	for _, tt := range []struct {
		name     string
		declared bool
		works    func(*testing.T) bool
	}{
		{"PageRules", about.Capabilities.PageRules, s.namedPages},
		{"MarginBoxes", about.Capabilities.MarginBoxes, s.marginBoxes},
		{"Grid", about.Capabilities.Grid, s.grid},
		{"WebFontText", about.Capabilities.WebFontText, s.webFontText},
		{"PrintOnlyResources", about.Capabilities.PrintOnlyResources, s.printOnlyResources},
		{"ColourEmoji", about.Capabilities.ColourEmoji, s.colourEmoji},
		{"Frames", about.Capabilities.Frames, s.frames},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.declared, tt.works(t), "declared, and found")
		})
	}
	if about.Capabilities.PageRules {
		t.Run("PageBoxes", s.pageBoxes)
	}
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

func (s *suite) marginBoxes(t *testing.T) bool {
	style := `<style>@page{margin:20mm;@top-center{content:"boxed"}}</style>`
	return s.passes(t, document(style, "<p>x</p>"), pdfcheck.Text("boxed"))
}

func (s *suite) grid(t *testing.T) bool {
	body := `<div style="display:grid;grid-template-columns:100px 100px"><div>left</div><div>right</div></div>`
	left, right := s.twoWords(t, document("", body))
	return left.Top == right.Top
}

// webFontText checks for text; the font's squares are painted in any case.
func (s *suite) webFontText(t *testing.T) bool {
	head := `<style>@font-face{font-family:Square;src:url("` + dataURI("font/ttf", SquareFont()) + `")}</style>`
	pdf := s.check(t, document(head, `<div style="font:20mm/1 Square;color:#008000">Xy</div>`),
		pdfcheck.PaintedAt(1, green, domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 50 * mm, Bottom: 30 * mm}, 1*mm))
	return pdfcheck.Text("Xy")(pdfcheck.Open(t, pdf.Content)) == nil
}

func (s *suite) printOnlyResources(t *testing.T) bool {
	s.site.serve("/print-only.png", "image/png", pngOf(green))
	style := `<style>@media print{.box{background:url(` + s.site.url("/print-only.png") + `);background-size:cover}}</style>`
	return s.passes(t, document(style, `<div class=box style="width:20mm;height:20mm"></div>`), greenBlock(1))
}

func (s *suite) frames(t *testing.T) bool {
	s.site.serve("/frame.html", "text/html", []byte(`<p>framed</p>`))
	return s.passes(t, document("", `<iframe src="`+s.site.url("/frame.html")+`"></iframe>`), pdfcheck.Text("framed"))
}

// colourEmoji checks for a yellow face and a blue heart.
func (s *suite) colourEmoji(t *testing.T) bool {
	f := pdfcheck.Open(t, s.check(t, document("", `<p style="font-size:20mm">😀💙</p>`)).Content)
	picture, err := f.Picture(1)
	require.NoError(t, err)
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y++ {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x++ {
			if c := picture.At(x, y); max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > 0x40 {
				return true
			}
		}
	}
	return false
}
