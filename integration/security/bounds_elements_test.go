package security_test

import (
	"fmt"
	"strings"
)

func times(n int, text string) string { return strings.Repeat(text, n) }

// each repeats a text with a number in it.
func each(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, strings.ReplaceAll(format, "%n", "%[1]d"), i)
	}
	return b.String()
}

// elements have too many elements, or too deeply nested ones.
func elements() []greedyDocument {
	return []greedyDocument{
		{name: "10^5 nested blocks", document: html(times(100_000, "<div>")), chrome: late, wkhtmltopdf: late},
		{name: "an enormous table", document: html("<table>" + times(49_000, "<tr><td>a row of<td>one enormous<td>table</tr>")), chrome: late, wkhtmltopdf: late},
		{name: "cells across everything", document: html("<table><tr>" + times(500, "<td colspan=1000 rowspan=65534>x") + "</table>"), chrome: harmless, wkhtmltopdf: late},
		{name: "open formatting", document: html("<p>" + times(1500, "<font>") + times(1500, "<p>x")), chrome: harmless, wkhtmltopdf: harmless},
		{name: "floats", document: html("<style>i{float:left;width:30%;height:1px}</style>" + times(60_000, "<i>x</i>")), chrome: late, wkhtmltopdf: late},
		{name: "30,000 empty frames", document: html(times(30_000, "<iframe></iframe>")), chrome: late, wkhtmltopdf: late},
		{name: "frames in frames", document: html(`<iframe src="{canary}/0"></iframe>`), serve: mirrors, chrome: starved, wkhtmltopdf: starved},
		{name: "a header of too much", document: document{HTML: "<p>{own}", Header: "<style>i{float:left;width:30%;height:1px}</style>" + times(60_000, "<i>x</i>")}, chrome: late, wkhtmltopdf: late},
		{name: "a header for each page", document: document{
			HTML:   "<p>{own}" + times(150, "<p style='page-break-before:always'>x"),
			Header: "<div style='height:5mm;overflow:hidden'><span class=pageNumber></span>" + times(5000, "<b>x</b> ") + "</div>",
		}, chrome: late, wkhtmltopdf: late},
		{name: "5 MB of opening braces", document: html("<p>{own}<p hidden>" + times(5<<19-70, "{{")), chrome: harmless, wkhtmltopdf: harmless},
	}
}
