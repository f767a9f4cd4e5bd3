package headerfooter_test

import (
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/machine"
)

// site serves what headers refer to.
type site struct {
	url string
}

// serveFiles serves a picture and a web font on loopback.
func serveFiles(t *testing.T) site {
	t.Helper()
	path, err := exec.Command(machine.Program(t, "fc-match"), "-f", "%{file}", "DejaVu Serif:bold").Output()
	require.NoError(t, err)
	font, err := os.ReadFile(string(path))
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.HandleFunc("/font.ttf", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "font/ttf")
		_, _ = w.Write(font)
	})
	mux.HandleFunc("/red.png", func(w http.ResponseWriter, _ *http.Request) {
		picture := image.NewUniform(color.RGBA{0xff, 0, 0, 0xff})
		canvas := image.NewRGBA(image.Rect(0, 0, 40, 40))
		for i := range 40 * 40 {
			canvas.Set(i%40, i/40, picture.C)
		}
		w.Header().Set("Content-Type", "image/png")
		_ = png.Encode(w, canvas)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return site{url: server.URL}
}

// webFontColour is that of the text in a web font.
var webFontColour = color.RGBA{0xff, 0, 0xff, 0xff}

const redSVG = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='40'%3E%3Crect width='40' height='40' fill='red'/%3E%3C/svg%3E`

// kinds are the headers and footers of issue 4. Their words begin with "head" and "foot".
func kinds(s site) map[string]request {
	plain := func(style, text string) string {
		return `<div style="font:10pt 'DejaVu Sans';` + style + `">` + text + `</div>`
	}
	return map[string]request{
		"header only":         {Header: plain("", "headalone")},
		"footer only":         {Footer: plain("", "footalone <b class=pageNumber></b>")},
		"both, numbered":      {Header: plain("", "headline"), Footer: plain("", "foot <b class=pageNumber></b>/<b class=totalPages></b>")},
		"external image":      {Header: plain("", `<img src="`+s.url+`/red.png" style="height:20mm"> headimage`)},
		"data image":          {Header: plain("", `<img src="`+redSVG+`" style="height:20mm"> headimage`)},
		"web font":            {Header: `<style>@font-face{font-family:W;src:url(` + s.url + `/font.ttf)}</style><div style="font:30pt W;color:#f0f">headweb</div>`},
		"background":          {Header: plain("background:#ff0", "headyellow"), Footer: plain("background:#0ff;height:12mm", "footcyan")},
		"table":               {Header: plain("", `<table border=1 style="width:100%"><tr><td>headcell<td>headcell<tr><td>headcell<td>headcell</table>`)},
		"6 pt":                {Header: plain("font-size:6pt", "headsmall"), Footer: plain("font-size:6pt", "footsmall")},
		"30 pt":               {Header: plain("font-size:30pt", "headlarge"), Footer: plain("font-size:30pt", "footlarge")},
		"60 mm":               {Header: plain("height:60mm", "headtall")},
		"right to left":       {Header: `<div dir=rtl style="font:12pt 'DejaVu Sans'">سارة أحمد</div>`},
		"larger page margins": {CSS: "@page{margin:40mm}", Header: plain("", "headinside"), Footer: plain("", "footinside")},
		"smaller margins":     {CSS: "@page{margin:2mm}", Header: plain("", "headoutside"), Footer: plain("", "footoutside")},
		"first page":          {CSS: "@page:first{margin:60mm}p{page-break-inside:avoid}", Header: plain("", "headfirst"), Footer: plain("", "footfirst")},
		"whole document": {Header: `<!DOCTYPE html><html><head><title>x</title><style>html{font-size:20px} body{margin:3mm;font:12pt 'DejaVu Sans';background:#eee}
			p{color:red}</style></head><body class="b"><p>headdocument</p></body></html>`},
		"same class names": {CSS: ".a{font-size:40pt;color:green}", Header: `<style>.a,p{font:7pt 'DejaVu Sans';color:blue;margin:0}</style><p class=a>headclass</p>`},
		"fixed":            {Header: plain("height:15mm", `headflow <span style="position:fixed;top:8mm;right:0">headfixed</span>`)},
		"counters":         {Header: `<style>p{counter-increment:c;font:10pt 'DejaVu Sans';margin:0} p::after{content:"head" counter(c)}</style><p></p><p></p>`},
		"page breaks":      {Header: plain("", `headbefore<p style="page-break-before:always">headbreak<p style="page:wide">headwide`)},
		"ids":              {Header: `<style>#one{font:10pt 'DejaVu Sans'}</style><div id=one>headone <span class=pageNumber></span></div>`},
		"multi-line":       {Header: plain("", strings.Repeat("headword ", 60)), Footer: plain("", strings.Repeat("footword ", 60))},
	}
}
