package htmldoc_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain/stylesheet"
)

// TestStylesheets: which style elements are the document's, and what their text is.
func TestStylesheets(t *testing.T) {
	for document, want := range map[string][]string{
		"<style>a</style><p><style>b</style>":          {"a", "b"},
		"<style media='screen, PRINT'>a</style>":       {"screen, PRINT:a"},
		"<style type=text/plain>a</style>":             nil,
		"<style type=TEXT/CSS>a</style>":               {"a"},
		"<style>a{":                                    {"a{"},
		"<style>@media print{</style><style>a</style>": {"@media print{", "a"},
		"<template><style>a</style></template>":        nil,
		"<template><div><style>a</style></template>":   nil,
		"<style><![CDATA[a{}]]></style>":               {"<![CDATA[a{}]]>"},
		"<style title=X>a</style><style>b</style>":     {"a", "b"},
		"<!-- <style>a</style> -->":                    nil,
		"<noscript><style>a</style></noscript>":        {"a"},
		"<svg><style>a</style></svg>":                  {"a"},
		"<svg><style>&#97;{}</style></svg>":            {"a{}"},
		"<style>&#97;{}</style>":                       {"&#97;{}"},
		"<svg><style><![CDATA[a{}]]></style></svg>":    {"a{}"},
		"<svg><style>a/*<b>x</b>*/a{}</style></svg>":   {"a/*"},
		`<link rel="Stylesheet x" href="https://a.example/b.css" media=print><style>a</style>`:                                    {"print:https://a.example/b.css", "a"},
		`<base href="https://a.example/c/"><link rel=stylesheet href="../b.css">`:                                                 {"https://a.example/b.css"},
		`<link rel=stylesheet href="b.css"><link rel="alternate stylesheet" href="https://a.example/">`:                           nil,
		`<base href="https://a.example/c/"><style></style>`:                                                                       nil,
		`<link disabled rel=stylesheet href="https://a.example/"><link type=text/less rel=stylesheet href="https://a.example/">`:  nil,
		`<link type=" TEXT/css; charset=x" rel=stylesheet href="https://a.example/">`:                                             {"https://a.example/"},
		`<style>a</style><link title=X rel=stylesheet href="https://a.example/"><style title=Y>b</style><style title=X>c</style>`: {"a", "https://a.example/", "c"},
		"<link rel=stylesheet href='data:text/css;base64,\naaaa'>":                                                                {"data:text/css;base64,aaaa"},
		`<link rel=icon href="https://a.example/"><link rel=stylesheet>`:                                                          nil,
	} {
		var got []string
		for _, sheet := range parse(document, "css").Stylesheets() {
			text := sheet.Text
			if text == "" {
				text = sheet.URL
			}
			if sheet.Media != "" {
				text = sheet.Media + ":" + text
			}
			got = append(got, text)
		}
		require.Equal(t, append(want, "css"), got, document)
	}
}

// TestAddressesOfSheets: the base of a style element is that of its document.
func TestAddressesOfSheets(t *testing.T) {
	const base = "https://a.example/c/"
	require.Equal(t, []stylesheet.Sheet{{Text: "a", URL: base}, {External: true, URL: base + "b.css"}, {Text: "css", URL: base}},
		parse(`<base href="`+base+`"><style>a</style><link rel=stylesheet href="b.css">`, "css").Stylesheets())
}

// TestRoot: the attributes of the root element are those of all html tags, the first ones first.
func TestRoot(t *testing.T) {
	document := `<html class=a STYLE="--m:&#49;mm"><template><html dir=rtl></template><svg><html lang=x></svg><html class=b id=c>`
	require.Equal(t, map[string]string{"class": "a", "style": "--m:1mm", "id": "c"}, parse(document, "").RootAttributes())
	require.Empty(t, parse("<p>", "").RootAttributes())
}
