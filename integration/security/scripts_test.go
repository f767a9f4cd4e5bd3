package security_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/integration/security/disarmed"
	"platen/ports/pdfcheck"
)

// script is a place in which an engine may find a script.
type script struct {
	name string
	document
	idle string
}

func (s script) title() string            { return s.name }
func (s script) works(engine string) bool { return works(s.idle, engine) }

// ran is the text that a script writes.
const ran = "A script ran"

// TestScriptsNeverRun has scripts that write a text and request an allowed canary. Without the defence, each does.
func TestScriptsNeverRun(t *testing.T) {
	onEngines(t, scripts, func(t *testing.T, engine string) func(*testing.T, script) {
		canary := openSite(t)
		allow := "PLATEN_EGRESS_ALLOW=" + canary.address()
		service := start(t, engine, allow)
		open := start(t, engine, allow, disarmed.Engine(t, engine, disarmed.Scripts))
		return func(t *testing.T, s script) {
			quiet := newStage(canary, 50*time.Millisecond)
			answer := print(t, service, quiet.play(s))
			require.Empty(t, canary.visits(quiet.path+"/ran"))
			pdfcheck.In(t, answer.Body, pdfcheck.NoText(ran))
			if s.works(engine) {
				require.True(t, ever(func(patience time.Duration) bool { return newStage(canary, patience).ran(t, open, s) }),
					"the attack has no effect: without the defence, this script does not run")
			}
		}
	})
}

// TestWithoutScriptsIsShown: the content for browsers without scripts is printed.
func TestWithoutScriptsIsShown(t *testing.T) {
	for _, engine := range []string{chrome, wkhtmltopdf} {
		t.Run(engine, func(t *testing.T) {
			const instead = "Shown instead"
			d := html(`<noscript>` + instead + `</noscript>`).with()
			pdfcheck.In(t, print(t, start(t, engine), d).Body, pdfcheck.Text(instead))
			open := start(t, engine, disarmed.Engine(t, engine, disarmed.Scripts))
			pdfcheck.In(t, print(t, open, d).Body, pdfcheck.NoText(instead))
		})
	}
}

// stage is a path of a canary with scripts below it.
type stage struct {
	canary *site
	path   string
	called chan struct{} // gets a value when a script has called
}

// newStage makes a stage; patience is the time that its scripts have.
func newStage(canary *site, patience time.Duration) stage {
	s := stage{canary, newPath(), make(chan struct{}, 9)}
	canary.handle(s.path+"/ran", func(http.ResponseWriter, *http.Request) {
		select {
		case s.called <- struct{}{}:
		default:
		}
	})
	canary.handle(s.path+"/wait", patient(s.called, patience))
	script := s.script()
	canary.serve(s.path+"/x.js", "text/javascript", script)
	canary.serve(s.path+"/x.svg", "image/svg+xml",
		`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="`+script+`"><script>`+script+`</script></svg>`)
	canary.serve(s.path+"/x.html", "text/html",
		`<p>x<script>`+script+`</script><script src="x.js"></script><img src="x:" onerror="`+script+`">`)
	canary.serve(s.path+"/x.xml", "text/xml", `<?xml-stylesheet type="text/xsl" href="x.xsl"?><a/>`)
	canary.serve(s.path+"/x.xsl", "text/xsl",
		`<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"><x:template match="/">`+
			`<html><body><script>`+script+`</script></body></html></x:template></x:stylesheet>`)
	return s
}

// script is a script that requests the canary and writes the text.
func (s stage) script() string {
	return "new Image().src='" + s.canary.URL + s.path + "/ran';" +
		"document.documentElement.appendChild(document.createTextNode('" + ran + "'))"
}

// play is the attack with its scripts, and an image that arrives when a script has called or the time is over, so that no script is too
// late.
func (s stage) play(a script) document {
	at := s.canary.URL + s.path
	d := a.document
	if a.Header == "" && a.Footer == "" && !strings.Contains(d.HTML, "<!doctype") {
		d.HTML = `<img src="` + at + `/wait">` + d.HTML
	}
	return d.with("{script}", s.script(), "{url}", at+"/x.js", "{svg}", at+"/x.svg", "{page}", at+"/x.html", "{xml}", at+"/x.xml",
		"{ran}", at+"/ran", "{gif}", "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")
}

// ran tells whether a script has called or written.
func (s stage) ran(t *testing.T, service *harness.Service, a script) bool {
	t.Helper()
	answer, err := service.Post(t.Context(), s.play(a).json(t))
	require.NoError(t, err)
	called := len(s.canary.visits(s.path+"/ran")) > 0
	if answer.Status == http.StatusBadRequest {
		return called // a script that writes removes the end of its header, which is refused then
	}
	require.Equal(t, http.StatusOK, answer.Status)
	text, err := pdfcheck.Open(t, answer.Body).Text()
	require.NoError(t, err)
	return called || strings.Contains(text, ran)
}
