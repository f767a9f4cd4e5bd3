package security_test

import (
	"encoding/base64"
	"slices"

	"platen/ports/rendertest"
)

// leftovers are things that a document could leave behind. {at} is the URL of a memory, {host} the same without scheme. {later} is a number of seconds.
var leftovers = slices.Concat(ofNetwork, ofDocuments)

// ofNetwork are kept by addresses, or a name of a font, that no other of these rows has: so they do not affect each other.
var ofNetwork = []leftover{
	{"cached picture", image("/kept.svg"), image("/kept.svg"), ""},
	{"cached picture as a background", image("/kept.svg"), html(`<p style="background:url({at}/kept.svg)">x`), ""},
	{"cached picture in a header", image("/kept.svg"), document{HTML: "<p>x", Header: `<img src="{at}/kept.svg">`}, ""},
	{"cached picture of a header", document{HTML: "<p>x", Header: `<img src="{at}/kept.svg">`}, image("/kept.svg"), ""},
	{"cached picture of SVG", image("/kept.svg"), html(`<svg width=90 height=90><image width=90 height=90 xlink:href="{at}/kept.svg"/></svg>`), ""},
	{"cached style sheet", html(`<link rel=stylesheet href="{at}/kept.css"><p>x`), html(`<link rel=stylesheet href="{at}/kept.css"><p>x`), ""},
	{"cached style sheet of an import", html(`<link rel=stylesheet href="{at}/kept.css"><p>x`), html(`<style>@import "{at}/kept.css";</style><p>x`), ""},
	{"cached style sheet of the css field", document{HTML: "<p>x", CSS: `@import "{at}/kept.css";`}, document{HTML: "<p>x", CSS: `@import "{at}/kept.css";`}, ""},
	{"cached font", html(keptFont), html(keptFont), ""},
	{"cached frame", html(`<iframe src="{at}/kept-page"></iframe>`), html(`<iframe src="{at}/kept-page"></iframe>`), ""},
	{"cached object", html(`<object data="{at}/kept.svg"></object>`), html(`<object data="{at}/kept.svg"></object>`), ""},
	{"cached redirect", image("/kept-move"), image("/kept-move"), ""},
	{"cached absence", image("/kept-absence"), image("/kept-absence"), both},
	{"preloaded picture", html(`<link rel=preload as=image href="{at}/kept.svg"><img src="{at}/slow">`), image("/kept.svg"), wkhtmltopdf},
	{"prefetched picture", html(`<link rel=prefetch href="{at}/kept.svg"><img src="{at}/slow">`), image("/kept.svg"), ""},
	{"entity tag", image("/tagged"), image("/tagged"), chrome},
	{"date of change", image("/dated"), image("/dated"), chrome},
	{"cookie", image("/cookie"), image("/cookie?2"), ""},
	{"cookie of a style sheet", html(`<link rel=stylesheet href="{at}/cookie.css">`), html(`<link rel=stylesheet href="{at}/cookie.css"><p>x`), ""},
	{"cookie of a frame", html(`<iframe src="{at}/cookie"></iframe>`), html(`<iframe src="{at}/cookie"></iframe>`), wkhtmltopdf},
	{"cookie of a header", document{HTML: "<p>x", Header: `<img src="{at}/cookie">`}, image("/cookie?2"), ""},
	{"cookie of a meta element", meta(`http-equiv=Set-Cookie content="seen=before; path=/"`), image("/cookie"), both},
	{"password of an address", html(`<img src="http://user:word@{host}/closed">`), image("/closed"), both},
	{"client hints", image("/hints"), image("/hints"), both},
	{"client hints of a meta element", meta(`http-equiv=Accept-CH content="Viewport-Width, DPR"`), image("/hints"), both},
	{"referrer", html(`<meta name=referrer content=unsafe-url><base href="{at}/secret">`), image("/referrer"), both},
	{"picture that never came", image("/never"), image("/green.svg"), both},
	{"early connection", html(`<link rel=preconnect href="{at}">`), image("/green.svg"), both},
}

var ofDocuments = []leftover{
	// Policies.
	{"policy against styles", meta(`http-equiv=Content-Security-Policy content="style-src 'none'"`), html(styled), wkhtmltopdf},
	{"policy against pictures", meta(`http-equiv=Content-Security-Policy content="img-src 'none'"`), image("/green.svg"), wkhtmltopdf},
	{"policy against fonts", meta(`http-equiv=Content-Security-Policy content="font-src 'none'"`), html(`<style>@font-face{font-family:D;src:local("DejaVu Sans Mono"),url({at}/green.svg)}</style><p style="font-family:D">x`), both},
	{"policy against frames", meta(`http-equiv=Content-Security-Policy content="frame-src 'none'"`), html(`<iframe src="{at}/green.svg"></iframe>`), wkhtmltopdf},
	{"policy against objects", meta(`http-equiv=Content-Security-Policy content="object-src 'none'"`), html(`<object data="{at}/green.svg"></object>`), wkhtmltopdf},
	{"policy against a base", meta(`http-equiv=Content-Security-Policy content="base-uri 'none'"`), html(`<base href="{at}/"><img src="green.svg">`), wkhtmltopdf},
	{"policy of defaults", meta(`http-equiv=Content-Security-Policy content="default-src 'none'"`), html(styled), wkhtmltopdf},
	{"policy of before", meta(`http-equiv=X-WebKit-CSP content="style-src 'none'"`), html(styled), both},
	{"policy in a header", document{HTML: "<p>x", Header: policy + "h"}, html(styled), both},
	{"policy before a header", html(policy + "<p>x"), document{HTML: "<p>x", Header: styled}, wkhtmltopdf},
	{"policy of the body on its header", html("<p>x"), document{HTML: policy + "<p>x", Header: styled}, wkhtmltopdf},
	{"policy of a header on its body", html("<p>x"), document{HTML: styled, Header: policy + "h"}, both},
	{"policy of a header on the footer", html("<p>x"), document{HTML: "<p>x", Header: policy + "h", Footer: styled}, both},
	{"upgraded addresses", meta(`http-equiv=Content-Security-Policy content=upgrade-insecure-requests`), html(`<img src="http://upgraded.test/x.svg" width=90 height=90 alt=x><a href="http://upgraded.test/">x</a>`), both},
	{"permissions", meta(`http-equiv=Permissions-Policy content="sync-xhr=()"`), html(styled), both},

	// Navigation.
	{"pending refresh", html(`<meta http-equiv=refresh content=".4;url=about:blank"><p>x`), image("/slow"), both},
	{"pending refresh to a page", html(`<meta http-equiv=refresh content=".4;url={at}/kept-page"><p>x`), image("/slow"), both},
	{"pending refresh of a header", document{HTML: "<p>x", Header: `<meta http-equiv=refresh content=".4;url=about:blank">h`}, image("/slow"), both},
	{"target", html(`<meta http-equiv=refresh content="{later};url={at}/elsewhere#t"><p>x`), html(`<style>:target{color:red}</style><p id=t>T`), wkhtmltopdf},
	{"visited frame", html(`<iframe src="{at}/kept-page"></iframe>`), html(`<style>:visited{color:red}</style><a href="{at}/kept-page">V</a>`), chrome},
	{"visited frame at hand", html(`<iframe src="data:text/html,<p>secret"></iframe>`), html(`<style>:visited{color:red}</style><a href="data:text/html,<p>secret">V</a>`), both},
	{"visited refresh", html(`<meta http-equiv=refresh content="0;url={at}/kept-page"><img src="{at}/slow">`), html(`<style>:visited{color:red}</style><a href="{at}/kept-page">R</a>`), chrome},

	// Settings of the document.
	{"preferred styles", meta(`http-equiv=default-style content=b`), html(titled), wkhtmltopdf},
	{"titled style", html(`<style title=b>p{color:red}</style><p>S`), html(titled), wkhtmltopdf},
	{"titled style sheet", html(`<link rel=stylesheet title=b href="data:text/css,p{color:red}"><p>S`), html(titled), wkhtmltopdf},
	{"colour scheme", meta(`name=color-scheme content=dark`), html(canvas), wkhtmltopdf},
	{"colour scheme of the root", html(`<style>:root{color-scheme:dark}</style><p>x`), html(canvas), both},
	{"language", meta(`http-equiv=content-language content=tr`), html(`<p style="text-transform:uppercase">iii`), wkhtmltopdf},
	{"language of the root", html(`<html lang=tr dir=rtl><p>L`), html(`<p style="text-transform:uppercase">iii`), both},
	{"character set", meta(`charset=windows-1251`), html(`<a href="http://site.test/?q=ж">Q</a>`), both},
	{"declared type", meta(`http-equiv=content-type content="text/html; charset=windows-1251"`), html(`<a href="http://site.test/?q=ж">Q</a>`), both},
	{"quirks mode", html(`<p>no doctype`), html(`<!doctype html><table style="font-size:30px"><tr><td>T</table><div style="width:100">W</div>`), both},
	{"standards mode", html(`<!doctype html><p>doctype`), html(`<table style="font-size:30px"><tr><td>T</table><div style="width:100">W</div>`), both},
	{"viewport", meta(`name=viewport content="width=300, initial-scale=3"`), html(`<div style="width:50vw;height:50vh;background:red">V</div>`), both},
	{"text scale", meta(`name=text-scale content=scale`), html(styled), both},
	{"base", html(`<base href="http://elsewhere.test/deep/" target=x><p>B`), html(`<a href=x>A</a><a href="#y">B</a><p id=y>x`), both},
	{"title", html(`<title>First</title><p>x`), html(`<p>no title`), both},
	{"colour of links", html(`<body link=lime vlink=lime alink=lime>B`), html(`<a href="http://site.test/">B</a>`), wkhtmltopdf},
	{"colour of text", html(`<body text=red bgcolor=red topmargin=99>B`), html(`<p>T<table><tr><td>T</table>`), both},

	// Styles.
	{"page rules", html(`<style>@page{size:A3 landscape;margin:50mm}@page:first{margin-top:90mm}@page x{size:A6}</style><p>P`), html(`<p style="page:x">P`), both},
	{"page rules of the css field", document{HTML: "<p>P", CSS: `@page{size:A5;margin:30mm}`}, html(`<p>P`), both},
	{"margin boxes", html(`<style>@page{@top-center{content:"secret"}}</style><p>M`), html(`<p>M`), both},
	{"css field", document{HTML: "<p>x", CSS: `p{color:red}`}, html(`<p>x`), both},
	{"zoom", html(`<html style="zoom:3"><body style="zoom:2;transform:rotate(9deg)">Z`), html(`<p>Z`), both},
	{"text size", html(`<html style="font-size:60px;-webkit-text-size-adjust:300%"><p>T`), html(`<p style="font-size:2rem">T`), both},
	{"font by name", html(`<style>@font-face{font-family:Own;src:local("DejaVu Sans Mono")}</style><p style="font-family:Own">F`), html(`<p style="font-family:Own,serif">F`), both},
	{"font by address", html(`<style>@font-face{font-family:Square;src:url({at}/kept.ttf)}</style><p style="font-family:Square">F`), html(`<p style="font-family:Square,serif">F`), both},
	{"font over another", html(`<style>@font-face{font-family:serif;src:local("DejaVu Sans Mono")}@font-face{font-family:"DejaVu Sans";src:url({at}/kept.ttf)}</style><p style="font-family:serif">F`), html(`<p style="font-family:serif">F<p style="font-family:DejaVu Sans">F`), both},
	{"font at hand", html(`<style>@font-face{font-family:Square;src:` + squareFont + `}</style><p style="font-family:Square">F`), html(`<p style="font-family:Square,serif">F`), both},
	{"font at hand over another", html(`<style>@font-face{font-family:"DejaVu Sans";src:` + squareFont + `}</style><p style="font-family:DejaVu Sans">F`), html(`<p style="font-family:DejaVu Sans">F`), both},
	{"key frames", html(`<style>@keyframes own{to,from{margin-left:9cm}}p{animation:own 1s infinite}</style><p>K`), html(`<style>p{animation:own 1s infinite}</style><p>K`), both},
	{"layers", html(`<style>@layer b,a;@layer a{p{color:red}}@layer b{p{color:blue}}</style><p>L`), html(`<style>@layer a{p{color:red}}@layer b{p{color:blue}}</style><p>L`), both},
	{"registered property", html(`<style>@property --own{syntax:"<color>";inherits:true;initial-value:red}</style><p style="color:var(--own)">P`), html(`<p style="color:var(--own,blue)">P`), both},
	{"counters", html(`<style>p{counter-increment:own}</style><p>1<p>2<p>3`), html(`<style>p:before{counter-increment:own;content:counter(own)}</style><p>C`), both},
	{"counter style", html(`<style>@counter-style own{system:cyclic;symbols:"X"}</style><ol style="list-style:own"><li>C</ol>`), html(`<ol style="list-style:own"><li>C</ol>`), both},

	// Elements.
	{"element by its id", html(`<svg><linearGradient id=own><stop stop-color=red /></linearGradient></svg>`), html(`<svg><rect width=99 height=99 fill="url(#own) blue"/></svg>`), both},
	{"named frame", html(`<iframe name=own srcdoc="<p>inside"></iframe>`), html(`<a target=own href="http://site.test/">N</a>`), both},
	{"frame set", html(`<frameset cols="50%,50%"><frame src="about:blank"><frame src="about:blank"></frameset>`), html(`<p>F`), both},
	{"frame that refreshes", html(`<iframe srcdoc='<meta http-equiv=refresh content=".4;url={at}/kept-page">'></iframe>`), html(`<iframe srcdoc="<p>inside"></iframe><img src="{at}/slow">`), both},
	{"scroll position", html(`<div style="height:9000px"></div><input autofocus>`), html(`<p style="position:fixed;top:0">S`), both},
	{"form", html(`<form><input name=a value=secret autofocus><textarea>secret</textarea></form>`), html(`<form><input name=a><textarea></textarea></form>`), both},
	{"open group of details", html(`<details open name=own><summary>A</summary>x</details>`), html(`<details open name=own><summary>B</summary>y</details>`), both},
	{"shadow of the body", html(`<body><template shadowrootmode=open><b>shadow</b></template>`), html(`<body>light`), both},
	{"unfinished comment", html(`<p>C<!-- never ended`), html(`<p>C`), both},
	{"unfinished text", html(`<textarea>never ended`), html(`<p>T`), both},
	{"plain text", html(`<plaintext>never ended`), html(`<p>T`), both},
	{"timer of SVG", html(`<svg><rect width=99 height=99><set attributeName=fill to=red begin=0s /></rect></svg>`), html(`<svg><rect width=99 height=99 fill=blue><set attributeName=fill to=red begin=60s /></rect></svg>`), both},
	{"links", html(`<a href="#t">x</a><a href="http://site.test/secret">y</a><p id=t>T`), html(`<p id=t>T<a href="#u">x</a>`), both},
	{"header", document{HTML: "<p>x", Header: `<style>*{color:red}</style><p>secret`}, document{HTML: "<p>x", Header: `<p>h`}, both},
	{"footer", document{HTML: "<p>x", Footer: `<b class=totalPages></b>secret`}, html(`<p>x<b class=totalPages></b>`), both},
}

const (
	styled   = `<style>p{color:red;font-size:40px}</style><p style="margin-left:3cm">S`
	titled   = `<style title=a>p{color:red}</style><style title=b>p{color:blue}</style><p>S`
	canvas   = `<p style="color:CanvasText;background:Canvas">C<input value=I>`
	policy   = `<meta http-equiv=Content-Security-Policy content="style-src 'none'">`
	keptFont = `<style>@font-face{font-family:Kept;src:url({at}/kept.ttf)}</style><p style="font-family:Kept,serif">F`
)

// squareFont is a font that a document brings along.
var squareFont = "url(data:font/ttf;base64," + base64.StdEncoding.EncodeToString(rendertest.SquareFont()) + ")"

// meta is a document with a meta element in its head.
func meta(attributes string) document {
	return html("<!doctype html><html><head><meta " + attributes + "></head><body><p>M</body>")
}

// image is a document with an image of the memory.
func image(path string) document {
	return html(`<!doctype html><img width=90 height=90 alt=I src="{at}` + path + `">`)
}
