package chrome_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"
	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
	"platen/ports/rendertest"
)

// All that a document refers to is there before it is printed, however slowly it comes and however it is named.
func TestWaitsForResources(t *testing.T) {
	t.Parallel()
	site := openSite(t)
	serveSlowly(site)
	network := passThrough(t)
	network.route = site.address()
	const (
		picture = "http://site.test/slow.png?200ms"
		font    = "http://site.test/slow.ttf"
	)
	inline := "data:font/ttf;base64," + base64.StdEncoding.EncodeToString(rendertest.SquareFont())
	face := func(source string) string { return "@font-face{font-family:Square;src:url(" + source + ")}" }
	const square = `<p style="font-family:Square,monospace">squares</p>`
	style := func(css string) string { return "<style>" + css + "</style>" }
	frame := func(document string) string {
		return `<iframe srcdoc="` + strings.NewReplacer(`&`, "&amp;", `"`, "&quot;").Replace(document) + `"></iframe>`
	}
	r := start(t, with(1), network)
	for _, c := range []struct {
		name, html string
		pictures   int
		font       bool
	}{
		{"picture", `<img src="` + picture + `">`, 1, false},
		{"two pictures", `<img src="` + picture + `"><img src="http://site.test/slow.png?400ms">`, 2, false},
		{"lazy picture far below", `<div style="height:9000px"></div><img loading=lazy src="` + picture + `">`, 1, false},
		{"picture decoded later", `<img decoding=async src="` + picture + `">`, 1, false},
		{"picture for a resolution", `<img srcset="` + picture + ` 1x, ` + picture + ` 2x">`, 1, false},
		{"picture for print only", `<picture><source media=print srcset="` + picture + `"><img alt=x></picture>`, 1, false},
		{"background", style("p{background:url("+picture+")}") + `<p>x`, 1, false},
		{"background for print only", style("@media print{p{background:url("+picture+")}}") + `<p>x`, 1, false},
		{"background of a later sheet", `<link rel=stylesheet href="http://site.test/slow.css?background"><p>x`, 1, false},
		{"content", style("p::before{content:url("+picture+")}") + `<p>x`, 1, false},
		{"marker", style("ul{list-style-image:url("+picture+")}") + `<ul><li>x</ul>`, 1, false},
		{"border", style("p{border:9px solid;border-image:url("+picture+") 4}") + `<p>x`, 1, false},
		{"picture in a page margin", style("@page{margin:20mm;@top-left{content:url("+picture+")}}") + `<p>x`, 1, false},
		{"later picture in a page margin", style("@page{margin:20mm;@top-left{content:url(http://site.test/slow.png?3s)}}") + `<p>x`, 1, false},
		{"picture in SVG", `<svg width=99 height=99><image width=99 height=99 href="` + picture + `"/></svg>`, 1, false},
		{"picture in a frame", frame(`<img src="` + picture + `">`), 1, false},
		{"background in a frame", frame(style("p{background:url("+picture+")}") + "<p>x"), 1, false},
		{"object", `<object width=9 height=9 data="` + picture + `"></object>`, 1, false},
		{"field", `<input type=image src="` + picture + `">`, 1, false},
		{"still of a film", `<video width=99 height=99 poster="` + picture + `"></video>`, 1, false},

		{"font", style(face(font)) + square, 0, true},
		{"font at hand", style(face(inline)) + square, 0, true},
		{"font in capitals", "<STYLE>@FONT-FACE" + face(font)[len("@font-face"):] + "</STYLE>" + square, 0, true},
		{"font in mixed case", style("@Font-Face"+face(font)[len("@font-face"):]) + square, 0, true},
		{"font escaped", style(`@f\6fnt-face`+face(font)[len("@font-face"):]) + square, 0, true},
		{"font with references", "<svg><style>&#64;font&#x2d;face" + face(font)[len("@font-face"):] + "</style></svg>" + square, 0, true},
		{"font in an imported sheet", style("@import url(http://site.test/slow.css?font)") + square, 0, true},
		{"font at the end of imports", style("@IMPORT 'http://site.test/slow.css?import'") + square, 0, true},
		{"font in a linked sheet", `<LiNk rel=stylesheet href="http://site.test/slow.css?font">` + square, 0, true},
		{"font in a sheet at hand", `<link rel=stylesheet href="data:text/css,` + face(font) + `">` + square, 0, true},
		{"font for print only", style(face(font)+"@media print{p{font-family:Square}}") + "<p>squares", 0, true},
		{"font declared for print", style("@media print{"+face(font)+"}") + square, 0, true},
		{"font of a generated word", style(face(font)+"p::after{content:'squares';font-family:Square}") + "<p>x", 0, true},
		{"font in a page margin", style(face(font)+"@page{margin:20mm;@top-left{content:'squares';font-family:Square}}") + "<p>x", 0, true},
		{"font at hand in a page margin", style(face(inline)+"@page{margin:20mm;@top-left{content:'squares';font-family:Square}}") + "<p>x", 0, true},
		{"font in a page margin, escaped", style(face(font)+`@page{margin:20mm;@t\6fp-LEFT{content:'squares';font-family:Square}}`) + "<p>x", 0, true},
		{"font in a page margin of a sheet", `<link rel=stylesheet href="http://site.test/slow.css?margin"><p>x`, 0, true},
		{"font in a frame", frame(style(face(font)) + square), 0, true},
		{"font that blocks", style(strings.Replace(face(font), "}", ";font-display:block}", 1)) + square, 0, true},
		{"font that swaps", style(strings.Replace(face(font), "}", ";font-display:swap}", 1)) + square, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			pdf := render(t, r, printJob("<!doctype html>"+c.html)).Content
			require.Equal(t, c.pictures > 0, bytes.Contains(pdf, []byte("/Subtype /Image")), "pictures")
			require.GreaterOrEqual(t, bytes.Count(pdf, []byte("/Subtype /Image")), c.pictures)
			require.Equal(t, c.font, bytes.Contains(pdf, []byte("+Square")), "font")
		})
	}
}

// Nothing reports whether a picture that arrived during a print is in it: on a busy machine, one in four of a long document was not. A film
// is in none.
func TestPrintsAgainWithWhatArrivedDuringThePrint(t *testing.T) {
	t.Parallel()
	for kind, repeats := range map[proto.NetworkResourceType]bool{
		proto.NetworkResourceTypeImage: true, proto.NetworkResourceTypeFont: true, proto.NetworkResourceTypeMedia: false,
	} {
		again, err := chrome.RepeatsPrint(t.Context(), kind)
		require.NoError(t, err)
		require.Equal(t, repeats, again, kind)
	}
}

// serveSlowly answers slowly with a font, and with style sheets that import others.
func serveSlowly(s *site) {
	slowly := func(kind string, content func(query string) string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(200 * time.Millisecond):
			case <-r.Context().Done():
			}
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Access-Control-Allow-Origin", "*")
			w.Header().Set("Cache-Control", "no-store")
			fmt.Fprint(w, content(r.URL.RawQuery))
		}
	}
	const face = "@font-face{font-family:Square;src:url(http://site.test/slow.ttf)}"
	s.mux.HandleFunc("/slow.ttf", slowly("font/ttf", func(string) string { return string(rendertest.SquareFont()) }))
	s.mux.HandleFunc("/slow.css", slowly("text/css", func(query string) string {
		return map[string]string{
			"background": "p{background:url(slow.png)}",
			"font":       face,
			"import":     "@import 'slow.css?font';",
			"margin":     face + "@page{margin:20mm;@top-left{content:'squares';font-family:Square}}",
		}[query]
	}))
}
