package integration_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	registry "platen/adapters/engines"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest"
)

// TestContractResources is section 3: the images, styles, fonts and scripts of a document.
func TestContractResources(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			web, inside := openSite(t), openSite(t)
			service := harness.Start(t, "PLATEN_ENGINE="+engine, "PLATEN_RENDER_CONCURRENCY=2", web.allowed())
			t.Run("by URL and as data", func(t *testing.T) { resources(t, service, web) })
			t.Run("in header and footer", func(t *testing.T) { headerFooterResources(t, service, web) })
			t.Run("late", func(t *testing.T) { lateResources(t, service, web) })
			t.Run("failed", func(t *testing.T) { failedResources(t, service, web) })
			t.Run("invalid", func(t *testing.T) { invalidAddresses(t, service) })
			t.Run("refused", func(t *testing.T) { refusedResources(t, service, web, inside) })
			t.Run("scripts", func(t *testing.T) { scripts(t, service, web, engine) })
			t.Run("navigation", func(t *testing.T) { navigation(t, service, web) })
			t.Run("isolation", func(t *testing.T) { isolation(t, service, web) })
		})
	}
}

// failures is the number in the header field of a 200.
func failures(t *testing.T, a harness.Answer) int {
	t.Helper()
	values := a.Header.Values("Platen-Resources-Failed")
	require.Len(t, values, 1)
	n, err := strconv.Atoi(values[0])
	require.NoError(t, err)
	return n
}

const (
	square  = `<div class=block style="width:20mm;height:20mm"></div>`
	picture = `<img src="%s" style="display:block;width:20mm;height:20mm">`
	letter  = `<style>@font-face{font-family:"%s";src:url("%s")}</style><div style="font:20mm/1 '%[1]s';color:#008000">X</div>`
)

// greenSquare checks for the square at the top of a page.
func greenSquare(page int) pdfcheck.Check {
	return pdfcheck.PaintedAt(page, green, box(10, 10, 30, 30), 1*mm)
}

func resources(t *testing.T, s *harness.Service, web *site) {
	web.put("/import.css", "text/css", []byte(`@import "import2.css";`))
	web.put("/import2.css", "text/css", []byte(`@import url(green.css);`))
	web.HandleFunc("/moved.png", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/green.png", http.StatusFound) })
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#008000"/></svg>`
	css := []byte(".block{background:#008000}")
	for name, html := range map[string]string{
		"image by URL":          fmt.Sprintf(picture, web.URL+"/green.png"),
		"image that has moved":  fmt.Sprintf(picture, web.URL+"/moved.png"),
		"image as data":         fmt.Sprintf(picture, dataURL("image/png", greenPNG())),
		"SVG as data":           fmt.Sprintf(picture, dataURL("image/svg+xml", []byte(svg))),
		"background by URL":     `<style>.block{background:url(` + web.URL + `/green.png)}</style>` + square,
		"stylesheet by URL":     `<link rel=stylesheet href="` + web.URL + `/green.css">` + square,
		"stylesheet as data":    `<link rel=stylesheet href="` + dataURL("text/css", css) + `">` + square,
		"imports of imports":    `<style>@import url(` + web.URL + `/import.css);</style>` + square,
		"font by URL":           fmt.Sprintf(letter, "ByURL", web.URL+"/square.ttf"),
		"font as data":          fmt.Sprintf(letter, "AsData", dataURL("font/ttf", web.content(t, "/square.ttf"))),
		"image on a later page": `<p>1</p><div style="page-break-before:always">` + fmt.Sprintf(picture, web.URL+"/green.png") + `</div>`,
	} {
		t.Run(name, func(t *testing.T) {
			answer := printed(t, s, fields{"html": "<!doctype html><style>body,p{margin:0}</style>" + html})
			require.Zero(t, failures(t, answer))
			pdfcheck.In(t, answer.Body, pdfcheck.Whole(), greenSquare(max(1, strings.Count(html, "page-break")+1)))
		})
	}
}

func headerFooterResources(t *testing.T, s *harness.Service, web *site) {
	for name, html := range map[string]string{
		"image by URL":      fmt.Sprintf(picture, web.URL+"/green.png"),
		"image as data":     fmt.Sprintf(picture, dataURL("image/png", greenPNG())),
		"stylesheet by URL": `<link rel=stylesheet href="` + web.URL + `/green.css">` + square,
		"font by URL":       fmt.Sprintf(letter, "ByURL", web.URL+"/square.ttf"),
	} {
		t.Run(name, func(t *testing.T) {
			answer := printed(t, s, fields{"html": "<p>body</p>", "headerHtml": html, "footerHtml": html})
			require.Zero(t, failures(t, answer))
			pdfcheck.In(t, answer.Body, pdfcheck.Pages(1),
				// From the top of the header's square to the bottom of the footer's.
				pdfcheck.PaintedAt(1, green, box(10, 5, 30, 292), 1*mm))
		})
	}
}

// lateResources are held back until another document has been printed: an engine that does not wait prints without them.
func lateResources(t *testing.T, s *harness.Service, web *site) {
	asked, release := web.hold("/late.png")
	done := make(chan harness.Answer, 1)
	go func() {
		answer, _ := call{body: fields{"html": "<style>body{margin:0}</style>" + fmt.Sprintf(picture, web.URL+"/late.png")}}.try(t.Context(), s)
		done <- answer
	}()
	<-asked
	says(t, s, fields{"html": "<p>meanwhile</p>"}, pdfcheck.Text("meanwhile"))
	close(release)
	answer := <-done
	delivered(t, answer)
	require.Zero(t, failures(t, answer))
	pdfcheck.In(t, answer.Body, greenSquare(1))
}

func failedResources(t *testing.T, s *harness.Service, web *site) {
	web.HandleFunc("/broken.png", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte("half"))
		panic(http.ErrAbortHandler)
	})
	web.put("/page.png", "image/png", []byte("<!doctype html>not found"))
	web.put("/login", "text/html", []byte("<!doctype html>please log in"))
	web.put("/plain.css", "text/plain", []byte("p{display:none}"))
	dead := "http://" + rendertest.DeadAddress(t)
	for name, html := range map[string]string{
		"not found":          fmt.Sprintf(picture, web.URL+"/missing-image.png"),
		"a page":             fmt.Sprintf(picture, web.URL+"/page.png"),
		"a page of its type": fmt.Sprintf(picture, web.URL+"/login"),
		"a page for a font":  fmt.Sprintf(letter, "Login", web.URL+"/login"),
		"broken off":         fmt.Sprintf(picture, web.URL+"/broken.png"),
		"nobody there":       fmt.Sprintf(picture, dead+"/dead.png"),
		"no such name":       fmt.Sprintf(picture, "http://no-such-host.invalid/name.png"),
		"missing stylesheet": `<link rel=stylesheet href="` + web.URL + `/missing.css">`,
		"plain stylesheet":   `<link rel=stylesheet href="` + web.URL + `/plain.css">`,
		"plain import":       `<style>@import "` + web.URL + `/plain.css";</style>`,
		"missing font":       fmt.Sprintf(letter, "Missing", web.URL+"/missing.ttf"),
	} {
		t.Run(name, func(t *testing.T) {
			answer := printed(t, s, fields{"html": "<p>still here</p>" + html})
			pdfcheck.In(t, answer.Body, pdfcheck.Whole(), pdfcheck.Text("still here"))
			require.Equal(t, 1, failures(t, answer))
		})
	}
	answer := printed(t, s, fields{
		"html":       "<p>all</p>" + fmt.Sprintf(picture, web.URL+"/gone-1.png?token=SECRETTOKEN") + fmt.Sprintf(picture, web.URL+"/green.png"),
		"headerHtml": fmt.Sprintf(picture, web.URL+"/gone-2.png"), "footerHtml": "foot" + fmt.Sprintf(picture, web.URL+"/gone-3.png"),
	})
	pdfcheck.In(t, answer.Body, pdfcheck.Text("all", "foot"))
	require.Equal(t, 3, failures(t, answer))
	for i := range 3 {
		require.Contains(t, s.Log(), fmt.Sprintf("/gone-%d.png", i+1), "each is in the log")
	}
	require.NotContains(t, s.Log(), "SECRETTOKEN")
}

// invalidAddresses are those that an engine cannot parse or ask for: elements are counted, and the log does not have what may be secret.
func invalidAddresses(t *testing.T, s *harness.Service) {
	// wkhtmltopdf counts equal addresses of a document once.
	for _, addresses := range [][]string{{"//", "//["}, {"http://", "https://", "http://[logo]/x.png", "http://a:99999/", "http://exa mple.com/x.png",
		"http://{{cdn}}/x.png", "http://a<b/", "http://100%/", "http://1.2.3.4.5/"}} {
		for _, element := range []string{`<img src="%s">`, `<link rel=stylesheet href="%s">`, `<iframe src="%s"></iframe>`, `<embed src="%s">`} {
			t.Run(fmt.Sprintf(element, addresses[0]), func(t *testing.T) {
				html := "<p>still here</p>"
				for _, address := range addresses {
					html += fmt.Sprintf(element, address)
				}
				answer := printed(t, s, fields{"html": html})
				pdfcheck.In(t, answer.Body, pdfcheck.Text("still here"))
				require.Equal(t, len(addresses), failures(t, answer))
			})
		}
	}
	printed(t, s, fields{"html": fmt.Sprintf(picture, "http://user:SECRET1@[invalid]/x.png?SECRET2#SECRET3")})
	require.Contains(t, s.Log(), "[invalid]/x.png")
	require.NotContains(t, s.Log(), "SECRET")
}

func refusedResources(t *testing.T, s *harness.Service, web, inside *site) {
	_, port, _ := strings.Cut(inside.host(), ":")
	web.HandleFunc("/to-inside", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, inside.URL+"/secret.png", http.StatusFound)
	})
	addresses := []string{
		inside.URL + "/x.png", "http://localhost:" + port + "/x.png", "http://[::1]:" + port + "/x.png", "http://127.1.2.3:" + port + "/x.png",
		"http://2130706433:" + port + "/number.png", "http://[::ffff:127.0.0.1]:" + port + "/x.png", "http://0.0.0.0:" + port + "/x.png",
		"http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/x.png", "http://172.16.0.1/x.png", "http://192.168.0.1/x.png",
		"http://100.64.0.1/x.png", "http://[fd00::1]/x.png", "http://[fe80::1]/x.png", "http://[64:ff9b::7f00:1]/x.png", "http://240.0.0.1/x.png",
		"https://" + inside.host() + "/x.png", web.URL + "/to-inside",
	}
	var html strings.Builder
	for _, address := range addresses {
		fmt.Fprintf(&html, picture, address)
	}
	answer := printed(t, s, fields{"html": "<p>still here</p>" + html.String()})
	pdfcheck.In(t, answer.Body, pdfcheck.Text("still here"))
	require.Equal(t, len(addresses), failures(t, answer))
	t.Run("file", func(t *testing.T) {
		answer := printed(t, s, fields{"html": "<p>still here</p><iframe src=file:///etc/passwd></iframe><embed src=file:///etc/passwd>" +
			"<object data=file:///etc/passwd></object><link rel=stylesheet href=file:///etc/passwd>" + fmt.Sprintf(picture, "file:///etc/passwd")})
		pdfcheck.In(t, answer.Body, pdfcheck.Text("still here"), pdfcheck.NoText("root:"), pdfcheck.NoTrace("root:x"))
	})
	require.Empty(t, inside.visits("/"))
}

// scripts would change words or request the site if they ran.
func scripts(t *testing.T, s *harness.Service, web *site, engine string) {
	web.put("/framed.html", "text/html", []byte(`<p>framed</p><script>document.body.innerHTML="RAN";new Image().src="/ran/framed"</script>`))
	web.put("/script.js", "text/javascript", []byte(`document.documentElement.innerHTML="RAN"`))
	ping := func(where string) string {
		return `new Image().src='` + web.URL + `/ran/` + where + `';document.body.textContent='RAN'`
	}
	hostile := func(where string) string {
		return `<p>` + where + ` still here</p><script>` + ping(where+"-element") + `</script><script src="` + web.URL + `/script.js"></script>` +
			`<script type=module>` + ping(where+"-module") + `</script>` +
			`<img src="data:," onerror="` + ping(where+"-error") + `"><img src="` + dataURL("image/png", greenPNG()) + `" onload="` + ping(where+"-load") + `">` +
			`<svg onload="` + ping(where+"-svg") + `"><script>` + ping(where+"-svgscript") + `</script><animate attributeName=x dur=1ms onbegin="` + ping(where+"-smil") + `"/></svg>` +
			`<iframe srcdoc="&lt;p&gt;doc&lt;script&gt;parent.document.body.textContent='RAN'&lt;/script&gt;"></iframe>` +
			`<iframe src="javascript:parent.document.body.textContent='RAN'"></iframe><a href="javascript:alert(1)">link</a>` +
			`<details open ontoggle="` + ping(where+"-toggle") + `"><summary>s</summary></details><input autofocus onfocus="` + ping(where+"-focus") + `">`
	}
	answer := printed(t, s, fields{
		"html": `<body onload="` + ping("body") + `">` + hostile("html") + `<iframe src="` + web.URL + `/framed.html"></iframe>`,
		"css":  `p{background:url("javascript:document.body.textContent='RAN'")}`, "headerHtml": hostile("header"), "footerHtml": hostile("footer"),
	})
	require.Empty(t, web.visits("/ran"))
	pdfcheck.In(t, answer.Body, pdfcheck.Text("html still here", "header still here", "footer still here"), pdfcheck.NoText("RAN"),
		pdfcheck.NoTrace("/JavaScript", "/JS "))
	if kind, _ := registry.All().Find(engine); kind.Capabilities.Frames {
		pdfcheck.In(t, answer.Body, pdfcheck.Text("framed"))
	}
}

func navigation(t *testing.T, s *harness.Service, web *site) {
	web.put("/away", "text/html", []byte("<p>AWAY</p>"))
	away := web.URL + "/away"
	for name, html := range map[string]string{
		"refresh":             `<meta http-equiv=refresh content="0;url=` + away + `">`,
		"refresh in capitals": `<META HTTP-EQUIV="Refresh" CONTENT="0; URL='` + away + `'">`,
		"refresh to blank":    `<meta http-equiv="refresh" content="0;url=about:blank">`,
		"refresh to data":     `<meta http-equiv="refresh" content="0;url=data:text/html,AWAY">`,
		"refresh of itself":   `<meta http-equiv="refresh" content="0">`,
		"in the body":         `<p>x</p><svg><desc><meta http-equiv="refresh" content="0;url=about:blank"></desc></svg>`,
		"a form":              `<form action="` + away + `" method=post><input type=submit autofocus></form>`,
		"from a frame":        `<iframe srcdoc="<base target=_top><meta http-equiv=refresh content='0;url=` + web.URL + `/of-the-frame'>"></iframe>`,
		"a link":              `<base href="` + away + `"><a href="` + away + `" target=_top autofocus ping="` + away + `">link</a>`,
	} {
		t.Run(name, func(t *testing.T) {
			says(t, s, fields{"html": html + "<p>still here</p>", "headerHtml": html + "<p>here too</p>"},
				pdfcheck.Text("still here", "here too"), pdfcheck.NoText("AWAY"))
		})
	}
	require.Empty(t, web.visits("/away"))
}

// isolation sends documents that could leave something behind, and documents that would show it, several times, so that each engine
// process prints both.
func isolation(t *testing.T, s *harness.Service, web *site) {
	web.HandleFunc("/cookie.png", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "client", Value: "other", MaxAge: 3600, Path: "/"})
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "public, max-age=3600, immutable")
		_, _ = w.Write(greenPNG())
	})
	const rounds = 4
	for range rounds {
		printed(t, s, fields{"html": `<meta http-equiv=refresh content="1;url=data:text/html,AWAY"><title>OTHER</title>` + fmt.Sprintf(picture, web.URL+"/cookie.png")})
		printed(t, s, fields{"html": `<meta http-equiv=Content-Security-Policy content="default-src 'none'"><base href="http://other.invalid/"><p>x</p>`})
		says(t, s, fields{"html": "<!doctype html><style>body{margin:0}.block{background:#008000}</style>" + square + `<a href="#a" id=a>own</a>`},
			greenSquare(1), pdfcheck.Text("own"), pdfcheck.NoText("AWAY"), pdfcheck.Title(""), pdfcheck.NoTrace("other.invalid"))
	}
	visits := web.visits("/cookie.png")
	require.Len(t, visits, rounds, "an image of one document is not kept for the next")
	for _, r := range visits {
		require.Empty(t, r.Cookies())
	}
}
