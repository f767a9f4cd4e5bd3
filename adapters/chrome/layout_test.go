package chrome_test

import (
	"fmt"
	"image/color"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports/pdfcheck"
)

// A document too wide for the page shrinks whatever the direction of its text; its background stays that of the page.
func TestWideFromRightToLeft(t *testing.T) {
	t.Parallel()
	r := start(t, with(1), passThrough(t))
	const mm = domain.Millimetre
	first, last, back := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}, color.RGBA{255, 255, 0, 255}
	const table = `<table cellspacing=0 cellpadding=0 style="width:260mm;height:40mm"><tr><td width=50% bgcolor=red><td bgcolor=blue></table>`
	for _, root := range []string{
		"<html dir=rtl><body>", "<html><body dir=rtl>", "<html><style>:root{direction:RTL}</style><body>",
		"<html dir=rtl><style>@media print{@page:right{margin:70mm}}</style><body>", "<html><style>@page:left{margin:70mm}</style><body dir=rtl>",
	} {
		t.Run(root, func(t *testing.T) {
			html := "<!doctype html>" + root + "<style>body{margin:0;background:yellow}</style>" + table
			pdfcheck.In(t, render(t, r, printJob(html)).Content, pdfcheck.Pages(1),
				pdfcheck.PaintedAt(1, first, domain.Rect{Left: 105 * mm, Top: 10 * mm, Right: 200 * mm, Bottom: 39.2 * mm}, mm),
				pdfcheck.PaintedAt(1, last, domain.Rect{Left: 10 * mm, Top: 10 * mm, Right: 105 * mm, Bottom: 39.2 * mm}, mm),
				pdfcheck.Painted(1, domain.Rect{Left: 10 * mm, Top: 45 * mm, Right: 200 * mm, Bottom: 280 * mm}, back))
		})
	}
}

// TestItemsWithoutHeight: list items of empty blocks are printed, and those whose content floats have no height.
func TestItemsWithoutHeight(t *testing.T) {
	t.Parallel()
	r := start(t, with(1), passThrough(t))
	pdf := render(t, r, printJob(`<!doctype html><style>body{margin:0}ul{margin:0}</style><ul><li><a href="#x"><div></div></a><li>
		<b><div><div style="float:left">left</div></div></b><li>last</ul><ul style="list-style:none"><li><b><div><div style="float:left">below`+
		`</div></div></b><li>beside</ul>`))
	file := pdfcheck.Open(t, pdf.Content)
	below, err := file.Word(1, "below")
	require.NoError(t, err)
	beside, err := file.Word(1, "beside")
	require.NoError(t, err)
	require.InDelta(t, below.Top.Millimetres(), beside.Top.Millimetres(), 0.1)
	pdfcheck.In(t, pdf.Content, pdfcheck.Text("left", "last"))
}

// Only a layout requests the documents that SVG refers to, and Chrome makes none while it loads: without a forced one,
// loading would not end.
func TestSVGReferencesDelayNothing(t *testing.T) {
	t.Parallel()
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

// TestAnimationsEnd: what fades in is seen, and so is what an animation leaves; endless and paused ones stay where they are.
func TestAnimationsEnd(t *testing.T) {
	t.Parallel()
	r := start(t, with(1), passThrough(t))
	pdf := render(t, r, printJob(`<!doctype html><style>
		@keyframes in{from{opacity:0;transform:translateX(-90cm)}} @keyframes out{to{transform:translateX(-90cm)}}
		#in{animation:in 9s both} #back{animation:out 9s 1s reverse both} #gone{animation:out 1s forwards}
		#endless{animation:out 90s infinite} #paused{animation:out 9s -8s paused}</style>
		<p dir=rtl><p id=in>coming<p id=back>back<p id=gone>gone<p id=endless>endless<p id=paused>paused`))
	pdfcheck.In(t, pdf.Content, pdfcheck.Text("coming", "back", "endless"), pdfcheck.NoText("gone", "paused"))
}
