package rendertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// scriptPlaces are the places where HTML holds scripts. %s is the script, which has no double quotes.
var scriptPlaces = map[string]string{
	"script element":      `<script>%s</script>`,
	"module":              `<script type=module>%s</script>`,
	"script as data":      `<script src="data:text/javascript,%s"></script>`,
	"body load":           `<body onload="%s">`,
	"image error":         `<img src="data:," onerror="%s">`,
	"image load":          `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" onload="%s">`,
	"style load":          `<style onload="%s">p{color:black}</style>`,
	"link load":           `<link rel=stylesheet href="data:text/css,p{}" onload="%s">`,
	"frame load":          `<iframe srcdoc="<p>x" onload="%s"></iframe>`,
	"focus":               `<input autofocus onfocus="%s">`,
	"toggle":              `<details open ontoggle="%s"><summary>x</summary></details>`,
	"animation":           `<style>@keyframes k{to{color:red}}</style><p style="animation:k 1ms" onanimationstart="%s">x</p>`,
	"marquee":             `<marquee onstart="%s">x</marquee>`,
	"video error":         `<video src="data:," onerror="%s"></video>`,
	"frame of javascript": `<iframe src="javascript:%s"></iframe>`,
	"object":              `<object data="javascript:%s"></object>`,
	"embed":               `<embed src="javascript:%s">`,
	"inner svg":           `<svg xmlns="http://www.w3.org/2000/svg"><script>%s</script><circle r="9"/></svg>`,
	"svg load":            `<svg xmlns="http://www.w3.org/2000/svg" onload="%s"><circle r="9"/></svg>`,
	"svg animation":       `<svg xmlns="http://www.w3.org/2000/svg"><animate attributeName="x" dur="1ms" onbegin="%s"/></svg>`,
	"svg object":          `<object type="image/svg+xml" data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><script>%s</script></svg>"></object>`,
	"srcdoc":              `<iframe srcdoc="<script>%s</script>"></iframe>`,
	"srcdoc of srcdoc":    `<iframe srcdoc="<iframe srcdoc=&quot;<script>%s</script>&quot;></iframe>"></iframe>`,
	"frame of data":       `<iframe src="data:text/html,<script>%s</script>"></iframe>`,
}

// scripts checks that scripts never run. A script that runs would write to the page and request the canary.
func (s *suite) scripts(t *testing.T) {
	for name, place := range scriptPlaces {
		t.Run(name, func(t *testing.T) {
			canary := "/ran/" + strings.ReplaceAll(name, " ", "-")
			script := fmt.Sprintf("new Image().src='%s';document.body.textContent='it ran'", s.site.url(canary))
			s.check(t, document("", "<p>before</p>"+fmt.Sprintf(place, script)), pdfcheck.Text("before"), pdfcheck.NoText("it ran"))
			require.Empty(t, s.site.paths(canary))
		})
	}
	t.Run("head", func(t *testing.T) {
		s.check(t, document("<script>document.write('it ran')</script>", "<p>before</p>"), pdfcheck.Text("before"), pdfcheck.NoText("it ran"))
	})
	t.Run("script by URL", func(t *testing.T) {
		s.site.serve("/script.js", "text/javascript", []byte(`document.write('it ran')`))
		s.check(t, document("", `<p>before</p><script src="`+s.site.url("/script.js")+`"></script>`), pdfcheck.NoText("it ran"))
	})
	t.Run("what stands in for scripts is shown", func(t *testing.T) {
		s.check(t, document("", "<noscript>no scripts here</noscript>"), pdfcheck.Text("no scripts here"))
	})
	t.Run("page in a frame", func(t *testing.T) {
		s.site.serve("/framed.html", "text/html", fmt.Appendf(nil,
			`<p>framed</p><script>new Image().src='%s'</script><img src=x: onerror="new Image().src='%[1]s'">`, s.site.url("/ran/framed")))
		s.check(t, document("", `<iframe src="`+s.site.url("/framed.html")+`"></iframe>`))
		require.Empty(t, s.site.paths("/ran/framed"))
	})
}
