package headerfooter_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"platen/domain"
	"platen/domain/headerfooter"
)

// parse reads a header.
func parse(t require.TestingT, text string) *headerfooter.HeaderFooter {
	h, err := headerfooter.Parse(context.Background(), headerfooter.Header, text, false)
	require.NoError(t, err)
	return h
}

// pagesFrom returns the numbers of pages in a row.
func pagesFrom(first, last int) (pages []int) {
	for page := first; page <= last; page++ {
		pages = append(pages, page)
	}
	return pages
}

// a4 is for a page of that paper with margins of a centimetre at its sides.
var a4 = headerfooter.NewOverlayPage(190*domain.Millimetre, domain.Centimetre, domain.A4.Height)

// overlay makes the document of copies for the pages first to last.
func overlay(t require.TestingT, text string, first, last, total int) string {
	job, err := parse(t, text).OverlayDocument(a4, pagesFrom(first, last), total)
	require.NoError(t, err)
	require.Equal(t, a4.Paper(), job.Paper)
	require.Zero(t, job.Margins)
	return job.HTML
}

// copies returns the content of an overlay document's copies.
func copies(t require.TestingT, overlay string) []string {
	parts := strings.Split(overlay, "<platen-copy style=")[1:]
	for i := range parts {
		_, parts[i], _ = strings.Cut(parts[i], "<platen-head></platen-head>")
		content, _, found := strings.Cut(parts[i], `</platen-copy><a href="`+headerfooter.EndLinkURI+`">`)
		require.True(t, found)
		parts[i] = strings.TrimSuffix(content, "</platen-body></platen-html>")
	}
	return parts
}

// first returns the first copy of page 7 of 12, without the element in place of the body.
func first(t require.TestingT, text string) string {
	return strings.TrimPrefix(copies(t, overlay(t, text, 7, 7, 12))[0], "<platen-body>")
}

func TestPageNumbers(t *testing.T) {
	for text, want := range map[string]string{
		`<b class="pageNumber"></b>/<i class="totalPages"></i>`:                   `<b class="pageNumber">7</b>/<i class="totalPages">12</i>`,
		`<b class=pageNumber></b><b class=pageNumber></b>`:                        `<b class="pageNumber">7</b><b class="pageNumber">7</b>`,
		"<b class='a  pageNumber\tb'>":                                            "<b class=\"a  pageNumber\tb\">7</b>",
		`<b class="pageNumber">9<i>of</i><!-- x --></b>`:                          `<b class="pageNumber">7</b>`,
		`<b class="pageNumber">9<i class=totalPages>of</i></b>`:                   `<b class="pageNumber">7</b>`,
		`<p class=a>x <b class="pageNumber"></b> y</p>`:                           `<p class="a">x <b class="pageNumber">7</b> y</p>`,
		`<b class="totalPages pageNumber"></b>`:                                   `<b class="totalPages pageNumber">7</b>`,
		`<b class="pagenumber"></b><b class="pageNumbers"></b>`:                   `<b class="pagenumber"></b><b class="pageNumbers"></b>`,
		`<b id="pageNumber"></b>pageNumber`:                                       `<b id="pageNumber"></b>pageNumber`,
		`<img class=pageNumber><br class=totalPages>`:                             `<img class="pageNumber"/><br class="totalPages"/>`,
		`<svg><text class="totalPages">0</text></svg>`:                            `<svg><text class="totalPages">12</text></svg>`,
		`<textarea class="pageNumber"></textarea>`:                                `<textarea class="pageNumber">7</textarea>`,
		`<table><tr><td class="pageNumber"></table>`:                              `<table><tbody><tr><td class="pageNumber">7</td></tr></tbody></table>`,
		`x<noscript><b class="pageNumber"></b></noscript>`:                        `x<platen-noscript><b class="pageNumber">7</b></platen-noscript>`,
		`x<template><b class="pageNumber"></b></template>`:                        `x<template><b class="pageNumber"></b></template>`,
		"a\x00b<b class=pageNumber title='\x00p'></b>":                            "ab<b class=\"pageNumber\" title=\"p\">7</b>",
		`&lt;b class="pageNumber"&gt;&amp;`:                                       `&lt;b class=&#34;pageNumber&#34;&gt;&amp;`,
		`<!doctype html><html><head><title>x</title></head><body>x</body></html>`: `x`,
		`plain`: `plain`,
		``:      ``,
	} {
		require.Equal(t, want, first(t, text), text)
	}
}

func TestNumbering(t *testing.T) {
	for text, want := range map[string]headerfooter.Numbering{
		`x`:                             headerfooter.Unnumbered,
		`<!-- <b class=pageNumber> -->`: headerfooter.Unnumbered,
		`<input type=radio name=a>`:     headerfooter.Unnumbered,
		`<b class=totalPages>`:          headerfooter.TotalOnly,
		`<b class=pageNumber>`:          headerfooter.PerPage,
		`<b class=pageNumber></b><b class=totalPages>`: headerfooter.PerPage,
		`<b class=totalPages></b><b class=pageNumber>`: headerfooter.PerPage,
		`<b class=totalPages><b class=pageNumber>`:     headerfooter.TotalOnly,
	} {
		require.Equal(t, want, parse(t, text).Numbering(), text)
	}
}

// TestStylesOfTheViewport: an empty page as wide as the copies precedes them if styles may depend on it.
func TestStylesOfTheViewport(t *testing.T) {
	for text, want := range map[string]int{
		"<p style='width:50.5vw'>": 1, "<p style='width:50cqi'>": 1, "<style>@media(width>9px){}</style>": 1, "<link rel=stylesheet href=a>": 1, "<style media=print></style>": 1,
		"<style>p{width:50%}</style> 10vw": 0,
	} {
		require.Equal(t, want, parse(t, text).EmptyPages(), text)
		require.Equal(t, want, strings.Count(overlay(t, text, 1, 9, 9), "<platen-empty>"), text)
	}
}

func TestACopyForEachPage(t *testing.T) {
	got := copies(t, overlay(t, `<b class=pageNumber></b> of <b class=totalPages></b>`, 9, 11, 95))
	require.Len(t, got, 3)
	for i, number := range []string{"9", "10", "11"} {
		require.Equal(t, `<platen-body><b class="pageNumber">`+number+`</b> of <b class="totalPages">95</b>`, got[i])
	}
}

func TestWhatCopiesShareStandsInTheHead(t *testing.T) {
	got := overlay(t, `<!doctype html><html lang=de class="a&quot;b" style="color:red"><head><meta charset=latin1>
		<title>no</title><meta http-equiv=content-security-policy content="default-src 'none'"><base href="https://example.com/">
		<link rel=icon href=a.png><link rel=stylesheet href=a.css><script>no</script></head>
		<body id=b class=c><p>x<style media=print>p{}</style></p><link rel=preload href=b.css></body></html>`, 1, 2, 2)
	head, body, found := strings.Cut(got, "<body>")
	require.True(t, found)
	require.Contains(t, head, `<html lang="de" class="a&#34;b" style="color:red">`)
	require.Contains(t, head, `<base href="https://example.com/"/><link rel="stylesheet" href="a.css"/><style media="print">p{}</style>`)
	require.Equal(t, 2, strings.Count(body, `<platen-body id="b" class="c platen-`))
	require.Contains(t, overlay(t, `<body bgcolor=red class=c text=blue>x`, 1, 1, 1), `<body bgcolor="red" text="blue">`)
	for _, gone := range []string{"latin1", "title", "content-security", "icon", "preload", "script", "no<"} {
		require.NotContains(t, got, gone)
	}
}

func TestStylesOfTheBodyGoToItsCopies(t *testing.T) {
	for css, want := range map[string]string{
		"body{margin:0}":                              "platen-body{margin:0}",
		"BODY.a:hover,x body,body>p{}":                "platen-body.a:hover,x platen-body,platen-body>p{}",
		"html > body p{}":                             "html > platen-body p,platen-html > platen-body p{}",
		":root>/**/body{}":                            ":root>/**/platen-body,[platen-root]>/**/platen-body{}",
		"p > b{}":                                     "p > b{}",
		`b\6f dy,\000062ody{}`:                        "platen-body,platen-body{}",
		"head+body,x>HEAD ~ body{}":                   "platen-head+platen-body,x>platen-head ~ platen-body{}",
		"@font-face{src:url(#a)}":                     "@font-face{src:url(#a)}",
		"html{font-size:10px}:ROOT{--a:1}":            "html,platen-html{font-size:10px}:ROOT,[platen-root]{--a:1}",
		`HT\4d L.a,p{html &{}}`:                       `HTML.a,p,platen-html.a,p{html &,platen-html &{}}`,
		".html,[html]:not(html,:root),a|html{}":       ".html,[html]:not(html,:root),a|html{}",
		".body,#body,[body],[a=body],a:body,a|body{}": ".body,#body,[body],[a=body],a:body,a|body{}",
		":is(body,main) x:not(body){}":                ":is(platen-body,main) x:not(platen-body){}",
		"p{grid-area:body;animation:body}":            "p{grid-area:body;animation:body}",
		"p{grid-area:body}":                           "p{grid-area:body}",
		"@media print{body{a:b}p{a:body}}":            "@media print{platen-body{a:b}p{a:body}}",
		"@font-face{font-family:body}body{}":          "@font-face{font-family:body}platen-body{}",
		"@keyframes body{from{}}":                     "@keyframes body{from{}}",
		"@scope (body){p{}}":                          "@scope (platen-body){p{}}",
		"@page{margin:1mm}@PAGE :first{size:a5}":      "@platen-page{margin:1mm}@platen-page :first{size:a5}",
		"@import 'body';body{}":                       "@import 'body';platen-body{}",
		"/* body{} */body{}":                          "/* body{} */platen-body{}",
		"p{content:'body{'}body{}":                    "p{content:'body{'}platen-body{}",
		".a{body &{}}":                                ".a{platen-body &{}}",
		".a{--x:{body{}}}":                            ".a{--x:{platen-body{}}}",
		"p{a:url(body{)}body{}":                       "p{a:url(body{)}platen-body{}",
		"body":                                        "body",
		"body{":                                       "platen-body{",
	} {
		require.Contains(t, overlay(t, "<style>"+css+"</style>", 1, 1, 1), "<style>"+want+"</style><style>@page{size:", css)
		require.Contains(t, overlay(t, "<svg><style><![CDATA["+css+"]]></style></svg>", 1, 1, 1), "<style>"+want+"</style><style>@page{size:", css)
	}
	require.Contains(t, overlay(t, "<svg><style><![CDATA[</style><p>]]></style></svg>", 1, 1, 1), `<style><\/style><p></style><style>@page{size:`)
}

func TestCopiesDoNotShareNames(t *testing.T) {
	got := copies(t, overlay(t, `<input type=radio name=a checked><details name=b open></details><a name=c></a>`, 1, 2, 2))
	require.Contains(t, got[0], `name="ah1"`)
	require.Contains(t, got[1], `name="ah2"`)
	require.Contains(t, got[1], `<details name="bh2"`)
	require.Contains(t, got[1], `<a name="c"`)
}

func TestALargeImageIsThereOnce(t *testing.T) {
	source := "data:image/svg+xml,<svg title='\"\\'></style>" + strings.Repeat("\n x", 300)
	img := `<img alt=a src="` + html.EscapeString(source) + `">`
	got := overlay(t, img+img+`<img src="data:,small">`, 1, 5, 5)
	require.Equal(t, 1, strings.Count(got, strings.Repeat(" x", 300)))
	require.Contains(t, got, `img[data-platen-image="h0"]:not(#_):not(#_){content:url("data:image/svg+xml,<svg title='\"\\'><\/style> x x`)
	require.Equal(t, 10, strings.Count(got, `src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-platen-image="h0"`))
	require.Equal(t, 5, strings.Count(got, `<img src="data:,small"/>`))
	require.NotContains(t, overlay(t, `<img srcset="`+source[:20]+`" src="`+html.EscapeString(source)+`">`, 1, 1, 1), "data-platen-image")
}

func TestNoCopyTakesInTheNext(t *testing.T) {
	for _, text := range []string{
		"<plaintext>x", "<style>x", "<textarea>x", "<title>x", "<!-- x", "<p title='x", "<svg><style>x", "<xmp>x", "<iframe>x",
		"<table><tr><td>x", "<select><option>x", "</body></html>x", "</platen-copy></platen-page>x", "<template>x", "<frameset>x",
		"<noscript>x", "<math><mi>x", "<svg><desc>x", "<button>x", "<b><i><p>x", "<a href=x>x", "<form>x", "<nobr>x", "<svg><![CDATA[x",
	} {
		got := overlay(t, text, 1, 3, 3)
		root, err := html.ParseWithOptions(strings.NewReader(got), html.ParseOptionEnableScripting(false))
		require.NoError(t, err)
		pages := 0
		for n := range root.Descendants() {
			if n.Data == "platen-page" {
				pages++
				require.Equal(t, "body", n.Parent.Data, text)
				require.Equal(t, "a", n.LastChild.Data, text)
				require.Equal(t, "platen-copy", n.FirstChild.Data, text)
			}
		}
		require.Equal(t, 3, pages, text)
	}
}

func TestOverlayNavigatesNowhere(t *testing.T) {
	require.NotContains(t, overlay(t, `<meta http-equiv=refresh content=0><svg><meta http-equiv=refresh content=0></svg>`, 1, 1, 1), "refresh")
	require.Contains(t, overlay(t, `<textarea><meta http-equiv=refresh></textarea>`, 1, 1, 1), "&lt;meta")
}

func TestTooMuchOfAHeader(t *testing.T) {
	_, err := headerfooter.Parse(context.Background(), headerfooter.Header, strings.Repeat("<b>", 100_000), false)
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.Contains(t, domain.AsError(err).Message, "headerHtml")

	r := parse(t, strings.Repeat("x", 1<<20))
	_, err = r.OverlayDocument(a4, pagesFrom(1, 60), 60)
	require.NoError(t, err)
	_, err = r.OverlayDocument(a4, pagesFrom(1, 70), 70)
	require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
	require.Contains(t, domain.AsError(err).Message, "headerHtml, of 1024 KiB, is too large to stand on 70 pages")
}

// TestNoscriptIsMarkup: what stands in for scripts stays what it is, text or element.
func TestNoscriptIsMarkup(t *testing.T) {
	job, err := parse(t, `<noscript><i>x</i> &lt;b&gt;</noscript>`).OverlayDocument(a4, []int{1}, 1)
	require.NoError(t, err)
	require.Contains(t, job.HTML, "<i>x</i> &lt;b&gt;")
}

func TestEveryPageHasItsCopy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkCopies(t, markup().Draw(t, "html"))
	})
}

func FuzzParse(f *testing.F) {
	f.Add(`<svg><style>.a{fill:url("#\\31 ")} #\\31  stop{}</style><g id=1 style="mask:url(#1)"><use href="#%31">`)
	f.Add(`<style>body{counter-reset:a}</style><b class="pageNumber">x</b><svg><style>html>body{}`)
	f.Add("<html style=a><body class=b><plaintext>\x00p")
	f.Add("<table><a><tr><form><b class=totalPages><math><mi><style>@page{")
	f.Fuzz(func(t *testing.T, text string) { checkCopies(t, text) })
}

// checkCopies holds what is true of every header: each page has one copy, and one end of it.
func checkCopies(t require.TestingT, text string) {
	r, err := headerfooter.Parse(context.Background(), headerfooter.Header, text, false)
	if err != nil {
		require.Equal(t, domain.InvalidRequest, domain.AsError(err).Code)
		return
	}
	job, err := r.OverlayDocument(a4, pagesFrom(1, 3), 3)
	require.NoError(t, err)
	if strings.Contains(text, "platen") {
		return // it may hold marks of its own
	}
	require.Equal(t, 3, strings.Count(job.HTML, "<platen-copy style="))
	require.Equal(t, 3, strings.Count(job.HTML, "<a href=\""+headerfooter.EndLinkURI+"\">"))
	require.NotContains(t, job.HTML, "\x00")
	require.False(t, refreshes(job.HTML))
}

func BenchmarkOverlayDocument(b *testing.B) {
	r, err := headerfooter.Parse(context.Background(), headerfooter.Header, `<style>body{font:10px sans-serif}</style><table><tr><td><img src="data:image/png;base64,`+
		strings.Repeat("A", 20_000)+`"><td>Acme<td>Page <b class=pageNumber></b> of <b class=totalPages></b></table>`, false)

	require.NoError(b, err)
	for b.Loop() {
		_, err := r.OverlayDocument(a4, pagesFrom(1, 95), 95)
		require.NoError(b, err)
	}
}

// markup is text of which tags, comments and styles are likely.
func markup() *rapid.Generator[string] {
	pieces := rapid.SampledFrom([]string{
		"<!doctype html>", "<html>", "<head>", "</head>", "<body>", "</body>", "<title>", "</title>", "<style>",
		"</style>", "<STYLE media='>'>", "<link rel=stylesheet>", "<svg>", "</svg>", "<math>", "</math>",
		"<foreignObject>", "</foreignObject>", "<template>", "</template>", "<noscript>", "</noscript>",
		"<textarea>", "</textarea>", "<select>", "</select>", "<table>", "<td>", "</table>", "<frameset>",
		"<iframe>", "</iframe>", "<xmp>", "</xmp>", "<plaintext>", "<![CDATA[", "]]>", "<!--", "-->", "--!>",
		"<!-->", "<p a='", "' b=\"", "\" c=", ">", "/>", "<br/>", "</p>", " ", "x", "\x00", "\ufeff", "é", "{}",
		"<meta http-equiv=refresh content='0;url=about:blank'>", "<meta x='", "<META content=0 HTTP-EQUIV=\"ReFresh\"",
		"<meta/http-equiv='&#114;efresh'>", "http-equiv=refresh", "<meta ", "@page{size:A5}",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(pieces, 0, 30).Draw(t, "pieces"), "")
	})
}

// refreshes reports whether a document, parsed as a browser without scripts does, has a refresh meta.
func refreshes(document string) bool {
	root, err := html.ParseWithOptions(strings.NewReader(document), html.ParseOptionEnableScripting(false))
	if err != nil {
		// The parser refuses documents nested too deep; so do engines.
		return false
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "meta" {
			continue
		}
		for _, a := range n.Attr {
			if a.Key == "http-equiv" && strings.EqualFold(strings.TrimSpace(a.Val), "refresh") {
				return true
			}
		}
	}
	return false
}
