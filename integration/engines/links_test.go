package engines_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/domain/htmldoc"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// onEngines runs a test on each engine.
func onEngines(t *testing.T, try func(t *testing.T, service *harness.Service, engine string)) {
	for _, engine := range engines {
		t.Run(engine, func(t *testing.T) { try(t, start(t, engine), engine) })
	}
}

// TestLinksWithinADocument: they lead to where their targets came to lie, hidden beginnings of targets or not.
func TestLinksWithinADocument(t *testing.T) {
	const html = `<style>@page{size:600pt 800pt;margin:100pt}p,h1{margin:0;font-size:10pt}</style>
		<p><a href="#two">to two</a> <a href="#nowhere">nowhere</a> <a href="#Ä%20b">umlaut</a> <a href="#50%25">percent</a> <a href="#hidden">hidden</a></p>
		<h1 style="page-break-before:always;height:100pt">One</h1><h1 id=two style="height:40pt">Two</h1><p id="Ä b" style="height:60pt">Three</p>
		<p id="50%" style="height:50pt">Four</p><section id=hidden><i style="display:none">hidden</i><p>Five</p></section>`
	on := func(above ...domain.Length) (places []pdfcheck.Place) {
		for _, a := range above {
			places = append(places, pdfcheck.Place{Page: 2, Above: a * domain.Point})
		}
		return places
	}
	places := map[string][]pdfcheck.Place{
		"wkhtmltopdf": on(600, 560, 500, 450), // other engines make destinations themselves
	}
	onEngines(t, func(t *testing.T, service *harness.Service, engine string) {
		pdf := print(t, service, html)
		pdfcheck.In(t, pdf, pdfcheck.Sound(), pdfcheck.Pages(2), pdfcheck.Links(1), pdfcheck.Links(2), pdfcheck.NoTrace(htmldoc.RelativeHost))
		if want := places[engine]; want != nil {
			pdfcheck.In(t, pdf, pdfcheck.LinksTo(1, want...))
		}
	})
}

// TestLinksLeadOut: no link shows a folder of the server or the address that stands for relative ones, runs a script or attaches a file,
// in the body and in a header.
func TestLinksLeadOut(t *testing.T) {
	documents := map[string]string{
		"relative":         `<a href="x.html">x</a> <a href="#y">y</a> <a href="">z</a> <a href="?q">q</a> <a href="/r">r</a> <a href="//h/x">h</a>`,
		"own base":         `<base href="file:///etc/"><a href="passwd">x</a> <a href="#y">y</a>`,
		"hidden base":      `<svg><base href="https://platen.example/"></base></svg><a href="x.html">x</a> <a href="#y">y</a>`,
		"template's base":  `<template><base href="https://platen.example/"></template><a href="../x.html">x</a> <a href="#y">y</a>`,
		"select's base":    `<select><base href="https://platen.example/"></select><a href="../../../z">x</a> <a href="#y">y</a>`,
		"math's base":      `<math><base href="https://platen.example/"/></math><a href="x.html">x</a> <a href="#y">y</a>`,
		"base of no port":  `<base href="https://platen.example:99999/"><a href="x.html">x</a> <a href="#y">y</a>`,
		"forbidden base":   `<meta http-equiv="content-security-policy" content="base-uri 'none'"><base href="https://platen.example/"><a href="x.html">x</a> <a href="#y">y</a>`,
		"file":             `<a href="file:///z">x</a> <a href=" FILE:/z">y</a> <a href="fi&#9;le:///z">z</a>`,
		"frame's base":     `<iframe srcdoc="<base href='FILE:///etc/'><a href=x.html>x</a>"></iframe><iframe srcdoc="<a href=../x.html>x</a>"></iframe>`,
		"frame":            `<iframe srcdoc="<a href=x.html>x</a> <a href=#y>y</a>"></iframe>`,
		"frame of nothing": `<iframe src=""></iframe><iframe src="x.html"></iframe><object data="x.html"></object>`,
		"attachments":      `<a rel=attachment href="x.html" download>x</a> <a rel=attachment href="file:///z">y</a> <a rel=attachment href="javascript:alert(1)">z</a>`,
		"attached":         `<link rel=attachment href="x.html"><link rel=attachment href="file:///z">`,
		"script":           `<a href="javascript:alert('(1)\')">x</a> <a href=" Java&#10;Script:alert(2)">y</a>`,
	}
	onEngines(t, func(t *testing.T, service *harness.Service, _ string) {
		for name, html := range documents {
			t.Run(name, func(t *testing.T) {
				for _, place := range []string{"html", "headerHtml"} {
					fields := map[string]string{"html": "<p>body</p>"}
					fields[place] = "<!doctype html><p>here</p>" + html + ` <a href="https://platen.example/">site</a>`
					pdf := request(t, service, fields)
					pdfcheck.In(t, pdf, pdfcheck.Sound(), pdfcheck.Text("here"),
						pdfcheck.NoTrace(service.Temp, "process-", "avascript", "avaScript", "alert", "file:", "FILE:", "EmbeddedFile", htmldoc.RelativeHost))
					links, err := pdfcheck.Open(t, pdf).Links(1)
					require.NoError(t, err)
					require.Contains(t, fmt.Sprint(links), "https://platen.example/", place)
				}
			})
		}
	})
}

// TestTitles: the PDF has the title of the HTML, and none if the HTML has none.
func TestTitles(t *testing.T) {
	onEngines(t, func(t *testing.T, service *harness.Service, _ string) {
		for _, title := range []string{"Invoice 2026-0417", "Rechnung für Zoë & Søn", "請求書", ""} {
			pdfcheck.In(t, print(t, service, "<title>"+title+"</title><p>x</p>"), pdfcheck.Title(title))
		}
	})
}
