package security_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest/disarmed"
)

// An attack is tried on each engine of the registry. It is idle on an engine on which it has no effect, with or without the defence. What
// is known of one engine alone stands in tables, by its name.
const (
	chrome      = "chrome"
	wkhtmltopdf = "wkhtmltopdf"
	weasyprint  = "weasyprint"
	both        = chrome + " and " + wkhtmltopdf
	all         = both + " and " + weasyprint
)

// knowsNothingOf tells which tables have no row that works on an engine: it knows neither scripts nor navigation.
var knowsNothingOf = map[string][]string{weasyprint: {"scripts", "departures"}}

func knows(engine, table string) bool { return !slices.Contains(knowsNothingOf[engine], table) }

// row is a row of a table.
type row interface{ title() string }

// attack is a row with an attack.
type attack interface {
	row
	// works reports whether the attack succeeds on the engine without the defence.
	works(engine string) bool
}

// works reports whether an engine is not among the idle ones.
func works(idle, engine string) bool { return !strings.Contains(idle, engine) }

// onEngines runs the rows of a table on each engine. What they share is prepared once for each engine. An attempt tries several rows in
// one document, since a document costs more than a row, and gives those that had no effect in this company. Each of these is tried alone,
// and must have its effect then.
func onEngines[R parcel](t *testing.T, rows []R, prepare func(t *testing.T, engine string) func(*testing.T, []R) []R) {
	t.Helper()
	for _, engine := range engines.All().Names() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			attempt := prepare(t, engine)
			for group := range groups(rows) {
				t.Run(group[0].title(), func(t *testing.T) {
					t.Parallel()
					if len(group) == 1 {
						require.Empty(t, attempt(t, group), noEffect)
						return
					}
					for _, r := range attempt(t, group) {
						t.Run(r.title(), func(t *testing.T) { require.Empty(t, attempt(t, []R{r}), noEffect) })
					}
				})
			}
		})
	}
}

const noEffect = "the attack has no effect: without the defence, nothing happens"

// start starts a service for an engine, with settings.
func start(t *testing.T, engine string, settings ...string) *harness.Service {
	t.Helper()
	return harness.Start(t, append([]string{"PLATEN_ENGINE=" + engine}, settings...)...)
}

// without is the setting with which a service uses an engine without some defences.
func without(t *testing.T, engine string, off ...disarmed.Defence) (setting string) {
	kind, _ := engines.All().Find(engine)
	key, _ := kind.NewConfig().Program()
	return fmt.Sprintf("PLATEN_%s_%s=%s", strings.ToUpper(engine), strings.ToUpper(key), disarmed.Engine(t, engine, off...))
}

// document is an attacker's document.
type document struct {
	HTML   string `json:"html"`
	CSS    string `json:"css,omitempty"`
	Header string `json:"headerHtml,omitempty"`
	Footer string `json:"footerHtml,omitempty"`
}

func html(text string) document { return document{HTML: text} }

// own is the text of every document that must still be printed.
const own = "Own text"

// with is a whole document: filled, with the own text first unless a part has {own}.
func (d document) with(places ...string) document {
	if !strings.Contains(d.HTML+d.Header+d.Footer, "{own}") {
		d.HTML = "<p>{own}</p>" + d.HTML
	}
	return d.filled(places...)
}

// filled replaces {name} by a value, for each pair of name and value, and {b} by the name of an element that only this document has.
func (d document) filled(places ...string) document {
	replacer := strings.NewReplacer(append(places, "{own}", own, "{b}", fmt.Sprintf("b%d", names.Add(1)))...)
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

// print posts a document and checks that it is printed with its own text.
func print(t testing.TB, service *harness.Service, d document) harness.Answer {
	t.Helper()
	answer := service.PDF(t, d.json(t))
	pdfcheck.In(t, answer.Body, pdfcheck.Text(own))
	return answer
}

// names counts the names of newPath and of elements.
var names atomic.Int64

// newPath returns a path of a canary for one attack.
func newPath() string { return fmt.Sprintf("/r%d", names.Add(1)) }
