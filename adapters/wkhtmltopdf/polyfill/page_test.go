package polyfill_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/wkhtmltopdf/polyfill"
	"platen/domain"
)

const base = `<base href="http://relative.invalid/">`

// onA4 is a document on A4 with margins of 10 mm.
func onA4(html string) domain.PrintJob {
	return domain.PrintJob{HTML: html, Paper: domain.A4, Margins: domain.UniformMargins(10 * domain.Millimetre)}
}

// Anchors stand where the author's selectors do not count them, and where a parser leaves them.
func TestWhereMarksGo(t *testing.T) {
	const links = `<a href="#t">x</a>`
	for _, tt := range []struct{ name, document, want string }{
		{"into a heading", `<h1 id=t>T</h1>`, `<h1 id=t>@T</h1>`},
		{"into the first two texts", `<div id=t> <h1>T</h1><p>T<p>T</div>`, `<div id=t> <h1>@T</h1><p>@T<p>T</div>`},
		{"not into those after it", `<div id=t><h1>T</h1></div><p>T`, `<div id=t><h1>@T</h1></div><p>T`},
		{"into the text beside other text", `<p id=t>T <b>T</b>`, `<p id=t>T <b>@T</b>`},
		{"not beside other elements", `<ul id=t><li>T<i></i><li>T</ul>`, `<ul id=t><li>T<i></i><li>@T</ul>`},
		{"where it begins, before a picture", `<figure id=t><img><figcaption>T</figcaption></figure>`, `<figure id=t>@<img><figcaption>T</figcaption></figure>`},
		{"where it begins, without text", `<p id=t></p>`, `<p id=t>@</p>`},
		{"where it begins, if all is a link", `<h2 id=t><a href=x>T</a></h2>`, `<h2 id=t>@<a href=x>T</a></h2>`},
		{"before an image", `<p><img id=t></p>`, `<p>@<img id=t></p>`},
		{"before a named anchor", `<p><a name=t>T</a></p>`, `<p>@<a name=t>T</a></p>`},
		{"before the link around it", `<a href=x><b><i id=t>T</i></b></a>`, `@<a href=x><b><i id=t>T</i></b></a>`},
		{"into a row's cells", `<table><tr id=t><td>T<td>T<td>T</table>`, `<table><tr id=t><td>@T<td>@T<td>T</table>`},
		{"into a row's cell of pictures", `<table><tr id=t><td><img></table>`, `<table><tr id=t><td>@<img></table>`},
		{"into a table", `<table id=t><caption>T</caption><tr><td>T</table>`, `<table id=t><caption>@T</caption><tr><td>@T</table>`},
		{"before a table without text", `<table id=t><tr><td></table>`, `@<table id=t><tr><td></table>`},
		{"after the line's end that is no text", "<pre id=t>\nT</pre>", "<pre id=t>\n@T</pre>"},
		{"only at the first", `<p id=t>T</p><p id=t>T</p>`, `<p id=t>@T</p><p id=t>T</p>`},
		{"not into a picture", `<svg><g id=t></g></svg>`, `<svg><g id=t></g></svg>`},
		{"not into a template", `<template><p id=t></template>`, `<template><p id=t></template>`},
		{"not into the head", `<head><meta id=t></head>`, `<head><meta id=t></head>`},
		{"not into a comment", `<!-- <p id=t> -->`, `<!-- <p id=t> -->`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, texts := polyfill.Edited(links + tt.document)
			require.Len(t, texts, 1+strings.Count(tt.want, "@"))
			for _, text := range texts[1:] {
				got = strings.Replace(got, text, "@", 1)
			}
			require.Equal(t, base+links+tt.want, got)
		})
	}
}

func TestWhereTextIsCut(t *testing.T) {
	for document, want := range map[string]string{
		"plain, 12 %":             "plain, 12 %",
		"שלום":                    "שלום",
		"שלום עולם":               "שלום| |עולם",
		"שלום abc def":            "שלום| |abc def",
		"עד 1,234.50 %.":          "עד| |1,234.50| |%|.",
		"م\u200cن e\u0301s":       "م\u200cن| |e\u0301s",
		"א&nbsp;ב":                "א|&nbsp;|ב",
		"<title>א ב</title>א":     "<title>א ב</title>א",
		"<style>/*א ב*/</style>א": "<style>/*א ב*/</style>א",
		"<!-- א ב -->א":           "<!-- א ב -->א",
		"<p title='א ב'>a b":      "<p title='א ב'>a b",
	} {
		got, _ := polyfill.Edited(document)
		require.Equal(t, base+strings.ReplaceAll(want, "|", "<!---->"), got)
	}
}

func TestSVGFramesBecomeImages(t *testing.T) {
	for document, image := range map[string]bool{
		`<object type="image/svg+xml" data="https://platen.example/x">x</object>`: true,
		`<OBJECT DATA="logo.SVG?v=1"></OBJECT>`:                                   true,
		`<embed src="data:image/svg+xml;base64,PHN2Zz4=">`:                        true,
		`<iframe src="https://platen.example/chart.svg#x"></iframe>`:              true,
		`<iframe src="https://platen.example/page.html"></iframe>`:                false,
		`<iframe srcdoc="<p>.svg"></iframe>`:                                      false,
		`<object type="application/pdf" data="x.pdf"></object>`:                   false,
		`<img src="x.svg">`: false,
	} {
		got, _ := polyfill.Edited(document)
		require.Equal(t, image, strings.Contains(got, `<img src="`) && strings.Contains(got, `style="display:none"`), got)
	}
}

// FuzzPage: whatever a document holds, the edits only add to it.
func FuzzPage(f *testing.F) {
	for _, seed := range []string{
		"", "<p>x", "<!DOCTYPE html><title>T</title><a href=#x>y</a><p id=x>", `<a href="#t"><table><tr id=t><td><a name=t>`,
		`<object data=x.svg id=t><a href='#t'>`, "<base href=x><svg><title>", `<a href="#%zz%41"><i id="%zz%41"><i id=A>`,
		`<object data=x.svg style="width:5vw" media="width:5vw">`, "<style>@media (min-width:1px){p{width:5vw}}</style><p style='width:5vh'>", "<p>שלום, abc 1.5% &amp; e\u0301 م\u200cن",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, document string) {
		document = strings.TrimPrefix(document, "\ufeff")
		edited, texts := polyfill.Edited(document)
		if polyfill.Replaces(document) {
			return
		}
		for _, text := range texts {
			require.Contains(t, edited, text)
			edited = strings.Replace(edited, text, "", 1)
		}
		if !strings.Contains(document, base) && !strings.Contains(document, "<!---->") && !strings.Contains(document, `http://relative.invalid/#=`) {
			require.Equal(t, document, strings.ReplaceAll(edited, "<!---->", ""))
		}
	})
}

// Widths and heights are those of the page's content: 190 by 277 mm, 718 by 1047 pixels.
func TestViewport(t *testing.T) {
	const yes, no = "(min-width:0)", "(min-width:1px)"
	for css, want := range map[string]string{
		"@media (max-width: 600px){p{}}":                                                         "@media " + no + "{p{}}",
		"@media screen and (min-width:700px) and (max-width:50em){p{}}":                          "@media screen and " + yes + " and " + yes + "{p{}}",
		"@MEDIA (MIN-WIDTH:7.5in){p{}}":                                                          "@MEDIA " + no + "{p{}}",
		"@media (width>=20cm),(height < 1048px){p{}}":                                            "@media " + no + "," + yes + "{p{}}",
		"@media (orientation: portrait){p{}}":                                                    "@media " + yes + "{p{}}",
		"@media (orientation: landscape){p{}}":                                                   "@media " + no + "{p{}}",
		"@media (color) and (min-width:1x){p{}}":                                                 "@media (color) and (min-width:1x){p{}}",
		`@import "x.css" (min-width: 900px);`:                                                    `@import "x.css" ` + no + `;`,
		"p{width:calc(50vw - 1px);height:10VH}":                                                  "p{width:calc(359.055px - 1px);height:104.693px}",
		"@media print{p{}}@media not print{p{}}@media screen,print and (min-width:1px){print{}}": "@media all{p{}}@media not all{p{}}@media screen,all and " + yes + "{print{}}",
		"p{width:1e300vw;height:-1E305vw}":                                                       "p{width:7181102.362px;height:-7181102.362px}",
		"p{margin:1.5vmin 1dvmax -2svw}":                                                         "p{margin:10.772px 10.469px -14.362px}",
		`p{content:"50vw";background:url(50vw.png)}/* 50vw */`:                                   `p{content:"50vw";background:url(50vw.png)}/* 50vw */`,
		"p{max-width:600px;color:red(max-width:600px)}":                                          "p{max-width:600px;color:red(max-width:600px)}",
	} {
		got, _ := polyfill.EditedOn(onA4("<style>" + css + "</style><p title='50vw'>50vw"))
		require.Equal(t, base+"<style>"+want+"</style><p title='50vw'>50vw", got)
	}
	got, _ := polyfill.EditedOn(onA4(`<style media="(min-width:800px)"></style><p style="width:100vw">x`))
	require.Equal(t, base+`<style media="`+no+`"></style><p style="width:718.110px">x`, got)
	got, _ = polyfill.EditedOn(onA4(`<p title="style='5vw'" hidden STYLE = '/*style=*/width:5vw' style="width:6vw"/><p/style=width:100vw>`))
	require.Equal(t, base+`<p title="style=&#39;5vw&#39;" hidden="" style="/*style=*/width:35.906px"><p style="width:718.110px">`, got)
	got, _ = polyfill.EditedOn(onA4(`<svg><rect style=width:100vw/><rect style="width:100vw"/><g style="width:100vw"></g></svg>`))
	const want = `<svg><rect style="width:718.110px/"><rect style="width:718.110px"/><g style="width:718.110px"></g></svg>`
	require.Equal(t, base+want, got, "only elements that close themselves are written so")
	got, _ = polyfill.EditedOn(onA4(`<link rel=stylesheet href="print.css" media=print><b title=" media='print' 5vw">`))
	require.Equal(t, base+`<link rel="stylesheet" href="print.css" media="all"><b title=" media='print' 5vw">`, got)
}

// The image in a frame's place has the author's width.
func TestOverlappingEdits(t *testing.T) {
	const width = `style="width:35.906px"`
	got, _ := polyfill.EditedOn(onA4(`<object data="x.svg" style="width:5vw"></object>`))
	require.Equal(t, base+`<img src="x.svg" data="x.svg" `+width+`><object data="" type="" style="display:none" data="x.svg" `+width+`></object>`, got)
}

func TestFirstAndLastElements(t *testing.T) {
	const before, after = "{page-break-before:auto!important}", "{page-break-after:auto!important}"
	margin := func(n int) string {
		return fmt.Sprintf("body,body>:nth-last-child(%d){margin-bottom:0!important}", n)
	}
	for document, want := range map[string]string{
		"x":        "",
		"<p>x</p>": margin(1),
		"<style>body { border: 1px solid }</style><p>x</p>":                                     "",
		"<body style='border:1px solid'><p>x</p>":                                               "",
		"<p style=break-after:page>x</p>":                                                       "body>:nth-last-child(1)" + after + margin(1),
		"<p style=break-after:page>x</p> y":                                                     "",
		"<i></i><p style=break-after:page>x</p><script></script>":                               "body>:nth-last-child(2)" + after + margin(2),
		"<div><p style=break-after:page>x</p></div>":                                            "body>:nth-last-child(1)" + after + "body>:nth-last-child(1)>:nth-last-child(1)" + after + margin(1),
		"<h1 style=break-before:page>x":                                                         "body>:nth-child(1)" + before + margin(1),
		"x <h1 style=break-before:page>x":                                                       margin(1),
		"<img><h1 style=break-before:page>x":                                                    "body>:nth-child(1)" + before + margin(1),
		"<!doctype html><style></style> <h1 style=break-before:page>x":                          "body>:nth-child(1)" + before + margin(1),
		"<html><head><title>t</title></head><body><style></style><h1 style=BREAK-BEFORE:page>x": "body>:nth-child(2)" + before + margin(1),
		"<body><!-- c --><div><link><meta><p style=break-before:page>x": "body>:nth-child(1)" + before + "body>:nth-child(1)>:nth-child(3)" + before +
			"body>:nth-last-child(1)" + after + "body>:nth-last-child(1)>:nth-last-child(1)" + after + margin(1),
		"<svg><text>x</text></svg><h1 style=break-before:page>x": "body>:nth-child(1)" + before + margin(1),
	} {
		require.Equal(t, want, polyfill.WithoutEmptyPages(document), document)
	}
}
