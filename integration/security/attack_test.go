package security_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
)

// The engines, by each of which an attack is tried. An attack is idle on an engine that does nothing with it,
// defended or not.
const (
	chrome      = "chrome"
	wkhtmltopdf = "wkhtmltopdf"
	both        = chrome + " and " + wkhtmltopdf
)

// attack is a row of a table.
type attack interface {
	title() string
	// works tells whether the engine falls for it where nobody protects it.
	works(engine string) bool
}

// works tells whether an engine is not among the idle ones.
func works(idle, engine string) bool { return !strings.Contains(idle, engine) }

// onEngines tries attacks on both engines. What they share is prepared once for each engine.
func onEngines[A attack](t *testing.T, attacks []A, prepare func(t *testing.T, engine string) func(*testing.T, A)) {
	t.Helper()
	for _, engine := range []string{chrome, wkhtmltopdf} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			attempt := prepare(t, engine)
			for _, a := range attacks {
				t.Run(a.title(), func(t *testing.T) {
					t.Parallel()
					attempt(t, a)
				})
			}
		})
	}
}

// start starts a service for an engine, with settings.
func start(t *testing.T, engine string, settings ...string) *harness.Service {
	t.Helper()
	return harness.Start(t, append([]string{"PLATEN_ENGINE=" + engine}, settings...)...)
}

// document is what an attacker sends.
type document struct {
	HTML   string `json:"html"`
	CSS    string `json:"css,omitempty"`
	Header string `json:"headerHtml,omitempty"`
	Footer string `json:"footerHtml,omitempty"`
}

func html(text string) document { return document{HTML: text} }

// own is text that every document has of its own, and must still show.
const own = "Own text"

// with puts the attack's words for places in: {name} becomes what is said of name. Where no part says {own}, the
// own text comes first.
func (d document) with(places ...string) document {
	if !strings.Contains(d.HTML+d.Header+d.Footer, "{own}") {
		d.HTML = "<p>{own}</p>" + d.HTML
	}
	replacer := strings.NewReplacer(append(places, "{own}", own)...)
	for _, field := range []*string{&d.HTML, &d.CSS, &d.Header, &d.Footer} {
		*field = replacer.Replace(*field)
	}
	return d
}

func (d document) json(t testing.TB) []byte {
	t.Helper()
	body, err := json.Marshal(d)
	require.NoError(t, err)
	return body
}

// print posts a document, whose PDF must come, and show its own text.
func print(t testing.TB, service *harness.Service, d document) harness.Answer {
	t.Helper()
	answer := service.PDF(t, d.json(t))
	pdfcheck.In(t, answer.Body, pdfcheck.Text(own))
	return answer
}

// paths counts those given out.
var paths atomic.Int64

// newPath gives a path of a canary that no other attack has.
func newPath() string { return fmt.Sprintf("/r%d", paths.Add(1)) }
