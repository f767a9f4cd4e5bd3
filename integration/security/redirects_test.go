package security_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/ports/rendertest/disarmed"
)

// detour is a way from an allowed address, {a}, to a refused one, {b}.
type detour struct {
	name   string
	html   string
	answer func(b string) http.HandlerFunc // the answer of the allowed address
	idle   string
}

func (d detour) title() string            { return d.name }
func (d detour) works(engine string) bool { return d.begins(engine) && works(d.idle, engine) }

// begins reports whether the engine requests the allowed address: not every one shows frames.
func (d detour) begins(engine string) bool {
	kind, _ := engines.All().Find(engine)
	return kind.Capabilities.Frames || !strings.Contains(d.html, "<iframe")
}

func (detour) alone() bool { return false }

// redirect redirects to b.
func redirect(status int) func(b string) http.HandlerFunc {
	return func(b string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Access-Control-Allow-Origin", "*") // otherwise Chrome follows no redirect for a font
			w.Header().Set("Location", b)
			w.WriteHeader(status)
		}
	}
}

// twice redirects to the same address once.
func twice(b string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		to := b
		if r.URL.RawQuery == "" {
			to = r.URL.Path + "?again"
		}
		http.Redirect(w, r, to, http.StatusFound)
	}
}

// says answers with content in which %s is b, and with such headers too, as in "Link: <%s>".
func says(contentType, content string, headers ...string) func(b string) http.HandlerFunc {
	return func(b string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for _, h := range headers {
				name, value, _ := strings.Cut(h, ": ")
				w.Header().Set(name, strings.ReplaceAll(value, "%s", b))
			}
			w.Header().Set("Content-Type", contentType)
			w.Header().Set("Access-Control-Allow-Origin", "*")
			_, _ = w.Write([]byte(strings.ReplaceAll(content, "%s", b)))
		}
	}
}

var detours = []detour{
	{"moved permanently", `<img src="{a}">`, redirect(301), ""},
	{"found", `<img src="{a}">`, redirect(302), ""},
	{"see other", `<img src="{a}">`, redirect(303), ""},
	{"temporary redirect", `<img src="{a}">`, redirect(307), ""},
	{"permanent redirect", `<img src="{a}">`, redirect(308), ""},
	{"twice", `<img src="{a}">`, twice, ""},
	{"style sheet", `<link rel=stylesheet href="{a}">`, redirect(302), ""},
	{"import", `<style>@import "{a}";</style>`, redirect(302), ""},
	{"font", `<style>@font-face{font-family:{b};src:url({a})}{b}{font-family:{b}}</style><{b}>x</{b}>`, redirect(302), ""},
	{"frame", `<iframe src="{a}"></iframe>`, redirect(302), ""},
	{"object", `<object data="{a}"></object>`, redirect(302), ""},
	{"svg image", `<svg width=9 height=9><image width=9 height=9 xlink:href="{a}"/></svg>`, redirect(302), ""},
	{"image of a style sheet", `<link rel=stylesheet href="{a}"><b class=x>x</b>`, says("text/css", `.x{background:url(%s)}`), ""},
	{"import of a style sheet", `<link rel=stylesheet href="{a}">`, says("text/css", `@import "%s";`), ""},
	{"font of a style sheet", `<link rel=stylesheet href="{a}"><b class=y>x</b>`,
		says("text/css", `@font-face{font-family:F;src:url(%s)}.y{font-family:F}`), ""},
	{"image in a frame", `<iframe src="{a}"></iframe>`, says("text/html", `<img src="%s">`), ""},
	{"frame in a frame", `<iframe src="{a}"></iframe>`, says("text/html", `<iframe src="%s"></iframe>`), ""},
	{"refresh in a frame", `<iframe src="{a}"></iframe>`, says("text/html", `<meta http-equiv=refresh content="0;url=%s">`), wkhtmltopdf},
	{"refresh of a frame", `<iframe src="{a}"></iframe>`, says("text/html", `<p>x`, "Refresh: 0;url=%s"), wkhtmltopdf},
	{"preload of a frame", `<iframe src="{a}"></iframe>`, says("text/html", `<p>x`, "Link: <%s>; rel=preload; as=image"), wkhtmltopdf},
	{"preload of a style sheet", `<link rel=stylesheet href="{a}">`, says("text/css", `i{}`, "Link: <%s>; rel=preload; as=image"), all},
	{"style sheet of a frame", `<iframe src="{a}"></iframe>`, says("text/html", `<p>x`, "Link: <%s>; rel=stylesheet"), both},
	{"policy of a frame", `<iframe src="{a}"></iframe>`,
		says("text/html", `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">`,
			"Content-Security-Policy: img-src 'none'; report-uri %s"), wkhtmltopdf},
	{"svg in an object", `<object type="image/svg+xml" data="{a}"></object>`,
		says("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image width="9" height="9" x:href="%s"/></svg>`), wkhtmltopdf},
	{"svg in an image", `<img src="{a}">`,
		says("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image width="9" height="9" x:href="%s"/></svg>`), both},
	{"style sheet of svg", `<object type="image/svg+xml" data="{a}"></object>`,
		says("image/svg+xml", `<?xml-stylesheet href="%s"?><svg xmlns="http://www.w3.org/2000/svg"/>`), wkhtmltopdf + weasyprint},
	{"style sheet of xml", `<iframe src="{a}"></iframe>`, says("text/xml", `<?xml-stylesheet type="text/xsl" href="%s"?><a/>`), both},
	{"entity of xml", `<iframe src="{a}"></iframe>`, says("text/xml", `<!DOCTYPE a [<!ENTITY x SYSTEM "%s">]><a>&x;</a>`), both},
	{"image of a multipart", `<iframe src="{a}"></iframe>`, says("multipart/x-mixed-replace;boundary=b", "--b\r\nContent-Type: text/html\r\n\r\n<img src='%s'>\r\n--b--"), chrome},
}

// TestNothingIsReachedInTwoSteps reaches for an address through an allowed one. A document is loading until the engine has requested the
// other address or the time is over: the load event does not wait for what a frame does after its own load event.
func TestNothingIsReachedInTwoSteps(t *testing.T) {
	onEngines(t, detours, func(t *testing.T, engine string) func(*testing.T, []detour) []detour {
		allowed, canary, witness := allowedSite(), openSite(t), openSite(t)
		t.Cleanup(func() { require.Zero(t, canary.connections()) })
		_, service := allowing(t, engine)
		open := start(t, engine, without(t, engine, disarmed.Egress(witness.address())))
		return func(t *testing.T, rows []detour) (idle []detour) {
			reached := newGate(5 * time.Second)
			paths := map[string]string{}
			hostile := together(rows, func(d detour) document {
				path := newPath()
				paths[d.name] = path
				b := canary.URL + path + "/b"
				for _, c := range []*site{allowed, witness} {
					c.handle(path+"/a", d.answer(b))
				}
				if d.works(engine) {
					reached.expect(1)
				}
				witness.handle(path+"/b", reached.once(http.NotFound))
				return html(d.html).filled("{a}", allowed.URL+path+"/a")
			})
			wait := newPath()
			allowed.handle(wait, newGate(50*time.Millisecond).wait)
			witness.handle(wait, reached.wait)
			hostile.HTML += `<img src="` + allowed.URL + wait + `">`
			print(t, service, hostile.with())
			print(t, open, hostile.with())
			for _, d := range rows {
				require.Equal(t, d.begins(engine), len(allowed.visits(paths[d.name]+"/a")) > 0, d.name)
				if d.works(engine) && len(witness.visits(paths[d.name]+"/b")) == 0 {
					idle = append(idle, d)
				}
			}
			return idle
		}
	})
}
