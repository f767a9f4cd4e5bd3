package chrome_test

import (
	"fmt"
	"net/http"
	"testing"

	"platen/ports/pdfcheck"
)

// Only a layout requests the documents that SVG refers to, and Chrome makes none while it loads: without a forced one,
// loading would not end.
func TestSVGReferencesDelayNothing(t *testing.T) {
	site := openSite(t)
	serve := func(path, kind, content string) {
		site.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			fmt.Fprint(w, content)
		})
	}
	serve("/shapes.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><text id="a" y="20">shape</text></svg>`)
	serve("/frame.html", "text/html", `<svg width=99 height=99><use href="/shapes.svg#a"/></svg>`)
	network := passThrough(t)
	network.route = site.address()
	r := start(t, with(1), network)
	for _, c := range []struct{ name, html, text string }{
		{"in the document", `<p>own<svg><text id=b y=20>shape</text><use href="#b"/></svg>`, "shape"},
		{"to another site", `<p>own<svg><use href="http://site.test/shapes.svg#a"/></svg>`, "own"},
		{"to a file", `<p>own<svg><use xlink:href="file:///shapes.svg#a"/></svg>`, "own"},
		{"to nowhere", `<p>own<svg><use href="nothing:x"/></svg>`, "own"},
		{"in a frame", `<p>own<iframe srcdoc="<svg><use href='http://site.test/shapes.svg#a'/></svg>"></iframe>`, "own"},
		{"in a frame of another site", `<iframe src="http://site.test/frame.html"></iframe>`, "shape"},
		{"in an object", `<object data="http://site.test/frame.html"></object>`, "shape"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pdfcheck.In(t, render(t, r, printJob("<!doctype html>"+c.html)).Content, pdfcheck.Text(c.text))
		})
	}
}
