package rendertest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// rounds is how often each of two documents is printed before the other, so that each worker of a pool prints both, one after the other.
const rounds = 3

// isolation checks that a document does not see what others set. integration/security tries much more on each engine of the registry.
func (s *suite) isolation(t *testing.T) {
	s.site.handle("/kept.png", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "before", Path: "/", MaxAge: 86400})
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "public, max-age=86400, immutable")
		w.Header().Set("ETag", `"one"`)
		_, _ = w.Write(pngOf(purple))
	})
	picture := `<img src="` + s.site.url("/kept.png") + `" style="display:block;width:20mm;height:20mm">`
	face := `<style>@font-face{font-family:Leaky;src:url("` + dataURI("font/ttf", SquareFont()) + `")}</style>`
	const text = `<div style="font:20mm/1 Leaky;color:#f00">X</div>`
	quirky := document("", "")
	quirky.HTML = picture + "<table><tr><td>no doctype</td></tr></table><textarea><svg><template><select>"

	// next has a green square, the picture, and a text in the font of another document.
	next := document(`<style title=First>.box{background:#008000}</style><style title=Other>.box{background:#000}</style>
		<style>@media (prefers-color-scheme:dark){.box{background:#111}} :lang(ja) .box{background:#222} body{color-scheme:normal}</style>`,
		`<div class=box style="width:20mm;height:20mm"></div>`+picture+text+
			`<div style="font-size:10mm;line-height:1"><table><tr><td>inherited</td></tr></table></div><img src="relative.png">`)
	below := func(n domain.Length) domain.Rect { return square.Move(0, n*20*mm) }
	apart := pdfcheck.All(pdfcheck.Title(""), pdfcheck.Paper(domain.A4), greenBlock(1), pdfcheck.PaintedAt(1, purple, below(1), 1*mm), inherits)
	ownFont := pdfcheck.PaintedAt(1, red, below(2), 1*mm)
	for _, tt := range []struct {
		name   string
		leaves domain.PrintJob
	}{
		{"policies", document(`<meta http-equiv=Content-Security-Policy content="style-src 'none'; img-src 'none'">
			<meta http-equiv=Content-Security-Policy content=upgrade-insecure-requests>`, "<p>x</p>")},
		{"settings", document(`<meta name=color-scheme content=dark><meta http-equiv=content-language content=ja><meta http-equiv=default-style content=Other>
			<style title=Other>p{}</style><meta name=viewport content="width=2000,initial-scale=3"><title>Theirs</title>
			<base href="`+s.site.url("/base/")+`">`, "<p>x</p>")},
		{"styles", document(face+`<style>div{background:#000 !important}html{zoom:2}@page{size:A6;margin:0}</style>`, text)},
		{"quirks and unclosed elements", quirky},
		{"nothing", next},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for range rounds {
				s.render(t, tt.leaves)
			}
			before := len(s.site.requests("/kept.png"))
			for range rounds {
				pdf := s.render(t, next)
				pdfcheck.In(t, pdf.Content, apart)
				require.Error(t, ownFont(pdfcheck.Open(t, pdf.Content)), "the other document's font is used")
			}
			asked := s.site.requests("/kept.png")[before:]
			require.Len(t, asked, rounds, "what others loaded is loaded again")
			for _, r := range asked {
				require.Empty(t, r.Header.Get("Cookie"))
				require.Empty(t, r.Header.Get("If-None-Match"), "the request of a document that knows a cached copy")
			}
			require.Empty(t, s.site.paths("/base/"))
		})
	}
	pdfcheck.In(t, s.render(t, document(face, `<div style="height:40mm"></div>`+text)).Content, ownFont)
}

// inherits checks that a table has the font size of its parent, as without quirks mode.
func inherits(f *pdfcheck.File) error {
	word, err := f.Word(1, "inherited")
	if err == nil && word.Height() < 8*mm {
		err = fmt.Errorf("the word is %v high", word.Height())
	}
	return err
}
