package rendertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// scriptPlaces are places where HTML holds scripts, one of each kind: integration/security tries a hundred on each engine of the registry.
// %s is the script, which has no double quotes.
var scriptPlaces = map[string]string{
	"script element":      `<script>%s</script>`,
	"module":              `<script type=module>%s</script>`,
	"script as data":      `<script src="data:text/javascript,%s"></script>`,
	"handler":             `<img src="data:," onerror="%s">`,
	"handler of the body": `<body onload="%s">`,
	"frame of javascript": `<iframe src="javascript:%s"></iframe>`,
	"svg":                 `<svg xmlns="http://www.w3.org/2000/svg" onload="%s"><script>%[1]s</script><circle r="9"/></svg>`,
	"svg object":          `<object type="image/svg+xml" data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><script>%s</script></svg>"></object>`,
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
