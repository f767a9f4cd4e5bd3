package rendertest

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
)

// scriptPlaces are places where HTML holds scripts, one of each kind: integration/security tries a hundred, one by one, on each engine of
// the registry. %[1]s is a script, which has no double quotes, and %[2]s the address of the site.
var scriptPlaces = map[string]string{
	"script element":      `<script>%[1]s</script>`,
	"module":              `<script type=module>%[1]s</script>`,
	"script as data":      `<script src="data:text/javascript,%[1]s"></script>`,
	"script by URL":       `<script src="%[2]s/script.js"></script>`,
	"handler":             `<img src="data:," onerror="%[1]s">`,
	"frame of javascript": `<iframe src="javascript:%[1]s"></iframe>`,
	"svg":                 `<svg xmlns="http://www.w3.org/2000/svg" onload="%[1]s"><script>%[1]s</script><circle r="9"/></svg>`,
	"svg object":          `<object type="image/svg+xml" data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><script>%[1]s</script></svg>"></object>`,
	"srcdoc of srcdoc":    `<iframe srcdoc="<iframe srcdoc=&quot;<script>%[1]s</script>&quot;></iframe>"></iframe>`,
	"frame of data":       `<iframe src="data:text/html,<script>%[1]s</script>"></iframe>`,
	"page in a frame":     `<iframe src="%[2]s/framed.html"></iframe>`,
	"handler of the body": `<body onload="%[1]s">`, // whose attributes become those of the one body
}

// scripts checks that scripts never run. One that runs would write to the page and request a path below /ran.
func (s *suite) scripts(t *testing.T) {
	script := func(name string) string {
		return fmt.Sprintf("new Image().src='%s';document.body.textContent='it ran'", s.site.url("/ran/"+url.PathEscape(name)))
	}
	s.site.serve("/script.js", "text/javascript", []byte(script("by URL")))
	s.site.serve("/framed.html", "text/html", fmt.Appendf(nil, `<p>framed</p><script>%s</script><img src=x: onerror="%[1]s">`, script("framed")))
	body := "<p>before</p><noscript>no scripts here</noscript>"
	for name, place := range scriptPlaces {
		body += fmt.Sprintf(place, script(name), s.site.url(""))
	}
	s.check(t, document("<script>document.write('it ran')</script>", body), pdfcheck.Text("before", "no scripts here"), pdfcheck.NoText("it ran"))
	require.Empty(t, s.site.paths("/ran/"))
}
