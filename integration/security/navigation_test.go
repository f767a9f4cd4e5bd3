package security_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest/disarmed"
)

// departure is a way for a document to navigate away. {there} is an address.
type departure struct {
	name string
	document
	idle string
}

func (d departure) title() string            { return d.name }
func (d departure) works(engine string) bool { return engine != weasyprint && works(d.idle, engine) }

// alone: a document can leave only once.
func (departure) alone() bool { return true }

// elsewhere is the text of the page that must not be printed.
const elsewhere = "Another page"

var departures = []departure{
	{"refresh", html(`<meta http-equiv=refresh content="0;url={there}">`), ""},
	{"refresh in the head", html(`<!doctype html><head><meta http-equiv="refresh" content="0; URL='{there}'"></head><p>{own}{wait}`), ""},
	{"refresh in case", html(`<MeTa HTTP-Equiv=ReFresh Content="0;URL={there}">`), ""},
	{"refresh without url", html(`<meta http-equiv=refresh content="0 {there}">`), wkhtmltopdf},
	{"refresh with a comma", html(`<meta http-equiv=refresh content="0,{there}">`), ""},
	{"refresh with a fraction", html(`<meta http-equiv=refresh content=".1;url={there}">`), ""},
	{"refresh with blanks", html("<meta\n\fhttp-equiv = \t'refresh' content='\n 0 ; url = {there}'>"), ""},
	{"refresh with entities", html(`<meta http-equiv="&#114;efr&#x65;sh" content="0;url&#61;{there}">`), ""},
	{"refresh with a slash", html(`<meta/http-equiv=refresh/content="0;url={there}">`), both},
	{"refresh closed", html(`<meta http-equiv=refresh content="0;url={there}"/>`), ""},
	{"refresh reversed", html(`<meta content="0;url={there}" http-equiv=refresh>`), ""},
	{"refresh twice", html(`<meta http-equiv=x http-equiv=refresh content="0;url={there}"><meta http-equiv=refresh http-equiv=x content="0;url={there}">`), ""},
	{"refresh after a null", html("<meta \x00 http-equiv=refresh content='0;url={there}'>"), ""},
	{"refresh in noscript", html(`<noscript><meta http-equiv=refresh content="0;url={there}"></noscript>`), ""},
	{"refresh in noscript of the head", html(`<!doctype html><head><noscript><meta http-equiv=refresh content="0;url={there}"></noscript></head><p>{own}{wait}`), ""},
	{"refresh in svg", html(`<svg><desc><meta http-equiv=refresh content="0;url={there}"></desc></svg>`), ""},
	{"refresh in a shadow", html(`<div><template shadowrootmode=open><meta http-equiv=refresh content="0;url={there}"></template></div>`), both},
	{"refresh in a comment of script", html(`<script><!--<script></script>--></script><meta http-equiv=refresh content="0;url={there}">`), ""},
	{"refresh after a style", html(`<style><!--</style><meta http-equiv=refresh content="0;url={there}">-->`), ""},
	{"refresh after a title", html(`<title><!--</title><meta http-equiv=refresh content="0;url={there}">`), ""},
	{"refresh after an attribute", html(`<p title="<meta http-equiv='refresh' content='0;url={there}'>"><b title='><meta http-equiv=refresh content="0;url={there}">`), both},
	{"refresh to the blank page", html(`<meta http-equiv=refresh content="0;url=about:blank">`), ""},
	{"refresh to srcdoc", html(`<meta http-equiv=refresh content="0;url=about:srcdoc">`), ""},
	{"refresh to the blank page in case", html(`<meta http-equiv=refresh content="0;url=AbOuT:BlAnK#x">`), ""},
	{"refresh to data", html(`<meta http-equiv=refresh content="0;url=data:text/html,` + elsewhere + `">`), chrome},
	{"refresh to a blob", html(`<meta http-equiv=refresh content="0;url=blob:null/x">`), both},
	{"refresh to a script", html(`<meta http-equiv=refresh content="0;url=javascript:'` + elsewhere + `'">`), both},
	{"refresh to a file", html(`<meta http-equiv=refresh content="0;url=file:///etc/hostname">`), chrome},
	{"refresh to the browser", html(`<meta http-equiv=refresh content="0;url=chrome://version">`), chrome},
	{"refresh to itself", html(`<meta http-equiv=refresh content=0>`), wkhtmltopdf},
	{"refresh of css", document{CSS: `</style><meta http-equiv=refresh content="0;url={there}">`}, both},
	{"refresh in the header", document{HTML: "<p>x", Header: `<meta http-equiv=refresh content="0;url={there}">{own}{wait}`}, both},
	{"refresh in the footer", document{HTML: "<p>x", Footer: `<meta http-equiv=refresh content="0;url=about:blank">{own}{wait}`}, both},
	{"policy of upgrades", html(`<meta http-equiv=Content-Security-Policy content="upgrade-insecure-requests; navigate-to {there}">`), both},
	{"set-cookie", html(`<meta http-equiv=Set-Cookie content="a=b">`), both},
	{"frame to the top", html(`<iframe src="{frame}"></iframe>`), both},
	{"frame of srcdoc to the top", html(`<iframe srcdoc="<base target=_top><form action='{there}'><input autofocus></form><a href='{there}' autofocus>x</a>"></iframe>`), both},
	{"frame by a script", html(`<iframe src="javascript:top.location='{there}'"></iframe>`), both},
	{"form", html(`<form action="{there}" target=_top><input name=a value=b autofocus></form>`), both},
	{"form that submits itself", html(`<form action="{there}" id=f></form><input type=image form=f src="data:," autofocus>`), both},
	{"link to the top", html(`<base target=_top><a href="{there}" autofocus>x</a>`), both},
	{"svg animation of a link", html(`<svg><a href="x"><animate attributeName=href to="{there}" begin=0s fill=freeze /><text y=9>x</text></a></svg>`), both},
	{"base", html(`<base href="{there}" target=_blank><p>x`), both},
	{"download", html(`<a href="{there}" download autofocus>x</a>`), both},
	{"prerender", html(`<link rel=prerender href="{there}"><link rel=next href="{there}">`), both},
}

// TestDocumentsStayThemselves: whatever a document contains, its own text is printed, on its one page.
func TestDocumentsStayThemselves(t *testing.T) {
	onEngines(t, departures, func(t *testing.T, engine string) func(*testing.T, []departure) []departure {
		canary := allowedSite()
		allow, service := allowing(t, engine)
		var open *harness.Service
		if knows(engine, "departures") {
			open = start(t, engine, allow, without(t, engine, disarmed.Navigation))
		}
		return func(t *testing.T, rows []departure) []departure {
			d, path := rows[0], newPath()
			answer := print(t, service, d.on(canary, path, 50*time.Millisecond))
			pdfcheck.In(t, answer.Body, pdfcheck.NoText(elsewhere), pdfcheck.Pages(1))
			require.Empty(t, canary.visits(path+"/there"))
			if !d.works(engine) || ever(func(patience time.Duration) bool { return left(t, open, d.on(canary, newPath(), patience)) }) {
				return nil
			}
			return rows
		}
	})
}

// on replaces the addresses of the document by a path of the canary. The document is loading, and not printed, until it has navigated or
// the time is over.
func (d departure) on(canary *site, path string, patience time.Duration) document {
	gone := newGate(patience)
	gone.expect(1)
	canary.handle(path+"/there", gone.once(func(w http.ResponseWriter, _ *http.Request) { say(w, "text/html", elsewhere) }))
	canary.serve(path+"/frame", "text/html", `<base target=_top><form action=there target=_top><input autofocus></form>`)
	canary.handle(path+"/wait", gone.wait)
	at := canary.URL + path
	wait := `<style>@font-face{font-family:W;src:url(` + at + `/wait)}@page{@top-left{content:"W";font-family:W}}</style>`
	document := d.document
	if document.Header == "" && document.Footer == "" && !strings.Contains(document.HTML, "{wait}") {
		document.HTML += "{wait}"
	}
	return document.with("{there}", at+"/there", "{frame}", at+"/frame", "{wait}", wait)
}

// left reports whether another page, or none, was printed instead of the document.
func left(t *testing.T, service *harness.Service, d document) bool {
	t.Helper()
	answer, err := service.Post(t.Context(), d.json(t))
	require.NoError(t, err)
	if answer.Status != http.StatusOK {
		return true
	}
	text, err := pdfcheck.Open(t, answer.Body).Text()
	require.NoError(t, err)
	return !strings.Contains(text, own) || strings.Contains(text, elsewhere)
}
