package security_test

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest/disarmed"
)

// script is a place in which an engine may find a script.
type script struct {
	name string
	document
	idle string
}

func (s script) title() string            { return s.name }
func (s script) works(engine string) bool { return engine != weasyprint && works(s.idle, engine) }

// ran is the text that a script writes.
const ran = "A script ran"

// TestScriptsNeverRun has scripts that write a text and request an allowed canary. Without the defence, each does. The content for browsers
// without scripts is printed.
func TestScriptsNeverRun(t *testing.T) {
	onEngines(t, scripts, func(t *testing.T, engine string) func(*testing.T, []script) []script {
		canary := allowedSite()
		allow, service := allowing(t, engine)
		var open *harness.Service
		if knows(engine, "scripts") {
			open = start(t, engine, allow, without(t, engine, disarmed.Scripts))
		}
		showInstead(t, service, open)
		return func(t *testing.T, rows []script) (idle []script) {
			quiet := newStage(canary, rows, 50*time.Millisecond)
			answer := print(t, service, quiet.document)
			require.Empty(t, quiet.called())
			pdfcheck.In(t, answer.Body, pdfcheck.NoText(ran))

			idle = slices.DeleteFunc(slices.Clone(rows), func(s script) bool { return !s.works(engine) })
			for _, patience := range patiences {
				if len(idle) == 0 || len(rows) > 1 && patience > time.Second {
					break // in a group, those that are left may wait for each other
				}
				stage := newStage(canary, idle, patience)
				ran := stage.ran(t, open)
				idle = slices.DeleteFunc(idle, func(s script) bool { return ran[s.name] })
			}
			return idle
		}
	})
}

// showInstead checks that the content for browsers without scripts is printed, and without the defence is not.
func showInstead(t *testing.T, service, open *harness.Service) {
	t.Helper()
	const instead = "Shown instead"
	d := html(`<noscript>` + instead + `</noscript>`).with()
	pdfcheck.In(t, print(t, service, d).Body, pdfcheck.Text(instead))
	if open != nil {
		pdfcheck.In(t, print(t, open, d).Body, pdfcheck.NoText(instead))
	}
}

// stage is a document with the scripts of several rows, each with a path of its own on a canary.
type stage struct {
	canary   *site
	paths    map[string]string // by the row's name
	gate     *gate             // opens when all scripts have called
	document document
}

// newStage makes a stage; patience is the time that its scripts have. An image arrives when all have called or the time is over, so that
// no script is too late.
func newStage(canary *site, rows []script, patience time.Duration) stage {
	s := stage{canary: canary, paths: map[string]string{}, gate: newGate(patience)}
	s.gate.expect(len(rows))
	s.document = together(rows, s.play)
	if s.document.Header+s.document.Footer == "" && !strings.Contains(s.document.HTML, "<!doctype") {
		wait := newPath()
		canary.handle(wait, s.gate.wait)
		s.document.HTML = `<img src="` + canary.URL + wait + `">` + s.document.HTML
	}
	s.document = s.document.with()
	return s
}

// play returns a row's document with its scripts.
func (s stage) play(a script) document {
	below := newPath()
	s.paths[a.name] = below
	at := s.canary.URL + below
	script := writes(at)
	s.canary.handle(below+"/ran", s.gate.once(http.NotFound))
	s.canary.serve(below+"/x.js", "text/javascript", script)
	s.canary.serve(below+"/x.svg", "image/svg+xml",
		`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="`+script+`"><script>`+script+`</script></svg>`)
	s.canary.serve(below+"/x.html", "text/html",
		`<p>x<script>`+script+`</script><script src="x.js"></script><img src="x:" onerror="`+script+`">`)
	s.canary.serve(below+"/x.xml", "text/xml", `<?xml-stylesheet type="text/xsl" href="x.xsl"?><a/>`)
	s.canary.serve(below+"/x.xsl", "text/xsl",
		`<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"><x:template match="/">`+
			`<html><body><script>`+script+`</script></body></html></x:template></x:stylesheet>`)
	return a.filled("{script}", script, "{url}", at+"/x.js", "{svg}", at+"/x.svg", "{page}", at+"/x.html", "{xml}", at+"/x.xml",
		"{ran}", at+"/ran", "{gif}", "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")
}

// writes is a script that requests the canary and writes a text that ends with the last part of the path.
func writes(at string) string {
	return "new Image().src='" + at + "/ran';" +
		"document.documentElement.appendChild(document.createTextNode('" + ran + " at " + path.Base(at) + ".'))"
}

// called are the names of the rows whose scripts have called.
func (s stage) called() map[string]bool {
	called := map[string]bool{}
	for name, path := range s.paths {
		if len(s.canary.visits(path+"/ran")) > 0 {
			called[name] = true
		}
	}
	return called
}

// ran are the names of the rows whose scripts call or write when a service prints the document.
func (s stage) ran(t *testing.T, service *harness.Service) map[string]bool {
	t.Helper()
	answer, err := service.Post(t.Context(), s.document.json(t))
	require.NoError(t, err)
	found := s.called()
	if answer.Status == http.StatusBadRequest {
		return found // a script that writes removes the end of its header, which is refused then
	}
	require.Equal(t, http.StatusOK, answer.Status)
	text, err := pdfcheck.Open(t, answer.Body).Text()
	require.NoError(t, err)
	for name, path := range s.paths {
		if strings.Contains(text, " "+path[1:]+".") {
			found[name] = true
		}
	}
	return found
}
