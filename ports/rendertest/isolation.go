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

// isolation checks that a document does not see what another one set.
func (s *suite) isolation(t *testing.T) {
	box := func(style string) string { return `<div class=box style="width:20mm;height:20mm;` + style + `"></div>` }
	clean := greenBlock(1)
	s.site.serve("/insecure.png", "image/png", pngOf(green))
	for _, tt := range []struct {
		name         string
		leaves, next domain.PrintJob
		want         pdfcheck.Check
	}{
		{"policy", document(`<meta http-equiv=Content-Security-Policy content="style-src 'none'; img-src 'none'">`, "<p>x</p>"),
			document(`<style>.box{background:#008000}</style>`, box("")), clean},
		{"settings", document(`<meta name=color-scheme content=dark><meta http-equiv=content-language content=ja><meta http-equiv=default-style content=Other>
				<style title=Other>p{}</style><meta name=viewport content="width=2000,initial-scale=3"><title>Theirs</title>`, "<p>x</p>"),
			document(`<style title=First>.box{background:#008000}</style><style title=Other>.box{background:#000}</style>
				<style>@media (prefers-color-scheme:dark){.box{background:#111}} :lang(ja) .box{background:#222} body{color-scheme:normal}</style>`, box("")),
			pdfcheck.All(clean, pdfcheck.Title(""))},
		{"styles", document(`<style>div{background:#000 !important}html{zoom:2}@page{size:A6;margin:0}</style>`, "<p>x</p>"),
			document("", box("background:#008000")), pdfcheck.All(clean, pdfcheck.Paper(domain.A4))},
		{"secure requests", document(`<meta http-equiv=Content-Security-Policy content=upgrade-insecure-requests>`, "<p>x</p>"),
			document("", `<img src="`+s.site.url("/insecure.png")+`" style="display:block;width:20mm;height:20mm">`), clean},
		{"quirks", quirky(), document("", `<div style="font-size:10mm;line-height:1"><table><tr><td>inherited</td></tr></table></div>`), inherits},
		{"unclosed elements", document("", "<textarea><svg><template><select>"), document("", box("background:#008000")), clean},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s.oneAfterTheOther(t, tt.leaves, tt.next, func(pdf domain.PDF) { pdfcheck.In(t, pdf.Content, tt.want) })
		})
	}
	t.Run("font by name", s.fontByName)
	t.Run("base", s.base)
	t.Run("cache", s.cache)
	t.Run("cookies", s.cookies)
}

// oneAfterTheOther prints one document in all workers, and then another one, which it checks.
func (s *suite) oneAfterTheOther(t *testing.T, first, second domain.PrintJob, check func(domain.PDF)) {
	t.Helper()
	for range rounds {
		s.render(t, first)
	}
	for range rounds {
		check(s.render(t, second))
	}
}

func quirky() domain.PrintJob {
	s := document("", "")
	s.HTML = "<table><tr><td>no doctype</td></tr></table>"
	return s
}

// inherits checks that a table has the font size of its parent, as without quirks mode.
func inherits(f *pdfcheck.File) error {
	word, err := f.Word(1, "inherited")
	if err == nil && word.Height() < 8*mm {
		err = fmt.Errorf("the word is %v high", word.Height())
	}
	return err
}

// fontByName checks that a document cannot use a font that another one loaded.
func (s *suite) fontByName(t *testing.T) {
	face := `<style>@font-face{font-family:Leaky;src:url("` + dataURI("font/ttf", SquareFont()) + `")}</style>`
	text := `<div style="font:20mm/1 Leaky;color:#008000">X</div>`
	pdfcheck.In(t, s.render(t, document(face, text)).Content, greenBlock(1))
	s.oneAfterTheOther(t, document(face, text), document("", text), func(pdf domain.PDF) {
		require.Error(t, greenBlock(1)(pdfcheck.Open(t, pdf.Content)), "the other document's font is used")
	})
}

// base checks that the base address of a document does not apply to the next one.
func (s *suite) base(t *testing.T) {
	s.oneAfterTheOther(t, document(`<base href="`+s.site.url("/base/")+`">`, `<p>x</p>`), document("", `<img src="relative.png"><p>x</p>`), func(domain.PDF) {})
	require.Empty(t, s.site.paths("/base/"))
}

// cache checks that what one document loaded is requested again for the next one, without a condition.
func (s *suite) cache(t *testing.T) {
	for _, colour := range []struct {
		name string
		png  []byte
		want pdfcheck.Check
	}{
		{"red", pngOf(red), pdfcheck.PaintedAt(1, red, square, 1*mm)},
		{"green", pngOf(green), greenBlock(1)},
	} {
		s.site.handle("/cached.png", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			w.Header().Set("Cache-Control", "public, max-age=86400, immutable")
			w.Header().Set("ETag", `"one"`)
			_, _ = w.Write(colour.png)
		})
		body := `<img src="` + s.site.url("/cached.png") + `" style="display:block;width:20mm;height:20mm">`
		for range rounds {
			pdf := s.render(t, document("", body))
			pdfcheck.In(t, pdf.Content, colour.want)
			require.Equal(t, 1, pdf.Traffic.Requests, colour.name)
		}
	}
	for _, r := range s.site.requests("/cached.png") {
		require.Empty(t, r.Header.Get("If-None-Match"), "the request of a document that knows a cached copy")
	}
}

// cookies checks that a cookie of one document is not sent with the next one.
func (s *suite) cookies(t *testing.T) {
	s.site.handle("/cookie.png", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "before", Path: "/", MaxAge: 86400})
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(pngOf(green))
	})
	asks := document("", `<img src="`+s.site.url("/cookie.png")+`">`)
	s.oneAfterTheOther(t, asks, asks, func(domain.PDF) {})
	asked := s.site.requests("/cookie.png")
	require.Len(t, asked, 2*rounds)
	for _, r := range asked {
		require.Empty(t, r.Header.Get("Cookie"))
	}
}
