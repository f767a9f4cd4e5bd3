package integration_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// TestHangingServer: 31 pictures that never arrive, of which an engine requests six at a time, would take longer than the document
// may.
func TestHangingServer(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			web := openSite(t)
			web.HandleFunc("/hang/", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
			service := harness.Start(t, "PLATEN_ENGINE="+engine, web.allowed(),
				"PLATEN_EGRESS_TIMEOUT=5s", "PLATEN_RENDER_TIMEOUT=20s")
			var html strings.Builder
			html.WriteString("<p>printed</p>")
			for i := range 31 {
				fmt.Fprintf(&html, `<img src="%s/hang/%d.png">`, web.URL, i)
			}
			answer := printed(t, service, fields{"html": html.String()})
			pdfcheck.In(t, answer.Body, pdfcheck.Text("printed"))
			require.Equal(t, 31, failures(t, answer))
		})
	}
}

// limited is a service for an engine that tests share, which lets a document load two megabytes from loopback.
func limited(t *testing.T, engine string) *harness.Service {
	t.Helper()
	return harness.Shared(t, "PLATEN_ENGINE="+engine, "PLATEN_EGRESS_ALLOW=127.0.0.0/8",
		"PLATEN_EGRESS_MAX_BYTES=2MiB", "PLATEN_EGRESS_MAX_TOTAL=2MiB")
}

// TestEveryPrintHasThePictures: a header that grows with its numbers causes a second print of the body, and its copies are printed in
// several parts. The limits allow each picture once.
func TestEveryPrintHasThePictures(t *testing.T) {
	t.Parallel()
	large := append(greenPNG(), bytes.Repeat([]byte{0}, 1200<<10)...)
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			web := openSite(t)
			web.put("/large.png", "image/png", large)
			web.put("/logo.png", "image/png", greenPNG())
			service := limited(t, engine)
			page := `<p style="page-break-before:always">page</p>`
			answer := printed(t, service, fields{
				"html": "<style>body,p{margin:0}</style>" + fmt.Sprintf(picture, web.URL+"/large.png") + strings.Repeat(page, 59),
				"headerHtml": `<img src="` + web.URL + `/logo.png" width=8 height=8 style="display:block">` +
					`<div style="font-size:20mm;line-height:1;width:15mm;word-break:break-all"><span class=pageNumber></span></div>`,
			})
			pdfcheck.In(t, answer.Body, pdfcheck.Pages(60), func(f *pdfcheck.File) error {
				region, err := f.Extent(1, green)
				if err == nil && region.Bottom < 60*mm {
					err = fmt.Errorf("the picture's bottom is at %v, so that the header did not grow", region.Bottom)
				}
				return err
			})
			require.Zero(t, failures(t, answer))
			require.Len(t, web.visits("/large.png"), 1)
			require.Len(t, web.visits("/logo.png"), 1)
		})
	}
}

// TestAddressesWithAPassword: no engine loads them without the password, and they count.
func TestAddressesWithAPassword(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			web := openSite(t)
			web.put("/logo.png", "image/png", greenPNG())
			service := limited(t, engine)
			address := strings.Replace(web.URL, "//", "//user:password@", 1) + "/logo.png"
			answer := printed(t, service, fields{
				"html": `<style>p::after{content:" ftp://user@files.example/"}</style>` +
					`<p style="background:url(` + address + `)"><a href="` + address + `">link</a>`,
				"headerHtml": `<style>p{background:url("` + strings.TrimPrefix(address, "http:") + `")}</style><p>x`,
				"footerHtml": `<img src="` + address + `">`,
			})
			require.Equal(t, 3, failures(t, answer))
			require.Empty(t, web.visits("/logo.png"))
			pdfcheck.In(t, answer.Body, pdfcheck.Links(1, address), pdfcheck.Text("ftp://user@files.example/"))
		})
	}
}

// uncounted is what an engine neither requests nor reports, as its documents say.
var uncounted = map[string][]string{"weasyprint": {
	"user in an address within a frame", "relative image of a frame",
}}

// TestUnrequestedResourcesCount: whoever refuses a resource, the proxy or the engine itself, it is counted.
func TestUnrequestedResourcesCount(t *testing.T) {
	t.Parallel()
	const lost = `<img src='logo.png'><img src='/img/logo.png'><link rel=stylesheet href='style.css'>` +
		`<img src='data:image/png;base64,AAAA'><p style="background:url(paper.png)">text</p>`
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			service := shared(t, engine)
			body := "<p>body</p>" + lost + `<img src='cid:logo'><img src='file:///etc/hostname'><img src='http://127.0.0.1/x.png'>`
			require.Equal(t, 8, failures(t, printed(t, service, fields{"html": body})))
			require.Equal(t, 15, failures(t, printed(t, service, fields{"html": lost, "headerHtml": lost, "footerHtml": lost})))
			require.Zero(t, failures(t, printed(t, service, fields{"html": "<a href=relative.html>x</a><img src=''><img src=" + dataURL("image/png", greenPNG()) + ">"})))
			for name, html := range map[string]string{
				"user in an image's address":        `<img src="http://user:pw@10.0.0.9/b.png">`,
				"user in a background's address":    `<p style="background:url(http://user:pw@10.0.0.9/b.png)">x`,
				"user in a style sheet's address":   `<link rel=stylesheet href="http://user:pw@10.0.0.9/b.css">x`,
				"user in a frame's address":         `<iframe src="http://user:pw@10.0.0.9/b.html"></iframe>`,
				"user in an address within a frame": `<iframe srcdoc="<img src=http://user:pw@10.0.0.9/b.png>"></iframe>`,
				"relative frame":                    `<iframe src="b.html"></iframe>`,
				"relative image of a frame":         `<iframe srcdoc="<img src=b.png>"></iframe>`,
				"relative image, relative base":     `<base href="/x/"><img src=b.png>`,
				"undecodable image":                 `<img src="data:image/png;base64,@@@">`,
				"image of a blob":                   `<img src="blob:http://example.com/b">`,
				"background of a blob":              `<p style="background:url( 'BLOB:http://example.com/b')">x`,
				"style sheet of a blob":             `<link rel=stylesheet href=" blob:null/b">x`,
				"undecodable background":            `<p style="background:url(data:image/png;base64,@@@)">x`,
				"no image, many times":              strings.Repeat(`<img src="data:image/png;base64,AAAA">`, 3),
				"local image":                       `<img src="file:///etc/hostname?SECRET">`,
				"local background":                  `<p style="background:url(file:///etc/hostname)">x`,
				"local frame":                       `<iframe src="file:///etc/hostname"></iframe>`,
				"local object":                      `<object data="file:///etc/hostname"></object>`,
				"another scheme":                    `<img src="unheardof://nowhere/x.png?SECRET">`,
				"another protocol's port":           `<img src="http://127.0.0.1:1/x.png?SECRET"><a href="http://127.0.0.1:22/">link</a>`,
				"such a port in a style":            `<p style="background:url(http://127.0.0.1:25/x.png?SECRET)">x`,
			} {
				if slices.Contains(uncounted[engine], name) {
					continue
				}
				require.Equal(t, 1, failures(t, printed(t, service, fields{"html": "<p>x" + html})), name)
			}
			for _, address := range []string{"file:///etc/hostname", "unheardof://nowhere/x.png", "http://127.0.0.1:1/x.png", "http://127.0.0.1:25/x.png"} {
				require.Contains(t, service.Log(), `"url":"`+address+`","reason":"refused`)
			}
			require.NotContains(t, service.Log(), "SECRET")
		})
	}
}
