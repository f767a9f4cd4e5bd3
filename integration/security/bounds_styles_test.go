package security_test

import (
	"strconv"
	"strings"
)

// styles are short and expensive.
func styles() []greedyDocument {
	return []greedyDocument{
		{name: "variables that double", document: html("<style>:root{--v0:x x;" + doubling(60) + "}p:after{content:var(--v60)}</style><p>x"), chrome: harmless, wkhtmltopdf: late},
		{name: "sums in sums", document: html("<style>p{width:" + times(50_000, "calc(") + "1px" + times(50_000, ")") + "}</style><p>x"), chrome: harmless, wkhtmltopdf: harmless},
		{name: "selectors in selectors", document: html("<style>" + times(2000, ":is(a,b,p,:not(div,span)) ") + "{color:red}</style>" + times(2000, "<p>x")), chrome: harmless, wkhtmltopdf: harmless},
		{name: "selectors for all", document: html("<style>" + each(200, ":has(.x%n~p):has(+p)>p:nth-child(%nn){color:red}") + "</style>" + times(1000, "<p>x")), chrome: harmless, wkhtmltopdf: harmless},
		{name: "a selector of 10^5 classes", document: html("<style>" + each(100_000, ".a%n,") + "p{color:red}</style><p>x"), chrome: harmless, wkhtmltopdf: harmless},
		{name: "20,000 gradients", document: html("<style>" + each(20_000, ".g%n{background:linear-gradient(red,blue)}") + "</style><p class=g1>x"), chrome: harmless, wkhtmltopdf: harmless},
		{name: "counters in counters", document: html("<style>i{counter-reset:c;counter-increment:c}i:before{content:counters(c,'.')}</style>" + times(20_000, "<i>")), chrome: late, wkhtmltopdf: late},
		{name: "shadows", document: html("<style>p{text-shadow:" + each(1000, "%npx %npx 100px red,") + "0 0 red}</style>" + times(2000, "<p>x")), chrome: late, wkhtmltopdf: late},
		{name: "blurs", document: html(times(20, "<div style='filter:blur(1000px);width:30000px;height:30000px;background:red'>x</div>")), chrome: late, wkhtmltopdf: long},
		{name: "columns", document: html(times(50, "<div style='column-width:1px;-webkit-column-width:1px;height:1px'>") + times(5000, "word ")), chrome: late, wkhtmltopdf: late},
		{name: "a grid of 10^10 cells", document: html("<div style='display:grid;grid-template-columns:repeat(100000,1px);grid-template-rows:repeat(100000,1px)'>" + times(3000, "<i>x</i>") + "</div>"), chrome: late, wkhtmltopdf: harmless},
		{name: "10^4 web fonts", document: html("<style>" + each(10_000, "@font-face{font-family:f%n;src:url({canary}/%n.ttf)}.f%n{font-family:f%n}") + "</style>" + each(10_000, "<b class=f%n>x</b>")), chrome: late, wkhtmltopdf: late},
		{name: "40 web fonts", document: html("<style>" + each(40, "@font-face{font-family:f%n;src:url({canary}/%n.ttf)}.f%n{font-family:f%n}") + "</style>" + each(40, "<b class=f%n>x</b>")), chrome: starved, wkhtmltopdf: starved},
		{name: "imports of imports", document: html(`<style>@import "{canary}/0.css";</style>`), serve: importers, chrome: starved, wkhtmltopdf: starved},
	}
}

// doubling returns variables, each of which holds the one before it twice.
func doubling(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("{i}", strconv.Itoa(i), "{next}", strconv.Itoa(i+1)).Replace("--v{next}:var(--v{i}) var(--v{i});"))
	}
	return b.String()
}
