package security_test

import (
	"bytes"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/domain"
	"platen/integration/harness"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest"
	"platen/ports/rendertest/disarmed"
)

// leftover is something in one client's document, the first, that another client's document, the second, might see.
type leftover struct {
	name          string
	first, second document
	idle          string
}

func (l leftover) title() string { return l.name }

// works reports whether the attack has an effect on an engine without defences. WeasyPrint keeps nothing of a document but fonts, and
// without defences what it loads: the other rows, all of which were tried, have none there.
func (l leftover) works(engine string) bool {
	return works(l.idle, engine) && (engine != weasyprint || slices.Contains(keptByWeasyPrint, l.name))
}

var keptByWeasyPrint = []string{
	"cached picture", "cached picture as a background", "cached picture in a header", "cached picture of a header", "cached picture of SVG",
	"cached style sheet", "cached style sheet of an import", "cached style sheet of the css field", "cached font", "cached object",
	"cached redirect", "cookie", "cookie of a header", "font by address", "font at hand",
}

// hasHeaderFooter reports whether the documents have headers or footers.
func (l leftover) hasHeaderFooter() bool {
	return l.first.Header+l.first.Footer+l.second.Header+l.second.Footer != ""
}

// habit is what the test has to know of an engine that prints one document at a time.
type habit struct {
	// turns is the number of documents after which each tab or process has had one.
	turns int
	// settings make equal documents equal in most bytes, if that does not change when a tab or process is replaced.
	settings []string
}

// habits: Chrome keeps a spare tab; for equal bytes, wkhtmltopdf would have a process for each document.
var habits = map[string]habit{chrome: {turns: 2, settings: []string{"PLATEN_RENDER_REPRODUCIBLE=true"}}, wkhtmltopdf: {turns: 1}, weasyprint: {turns: 1}}

// TestDocumentsDoNotMeet prints documents one after the other on the same tab or process. The second must look as where no first
// one is printed. If nothing is reset or replaced, it does not.
func TestDocumentsDoNotMeet(t *testing.T) {
	for _, engine := range engines.All().Names() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			m := newMeeting(t, engine)
			t.Run("failures", m.keepFailuresApart)
			for _, l := range ofNetwork {
				t.Run(l.name, func(t *testing.T) { m.try(t, l, m.keeper) })
			}
			for _, l := range ofDocuments {
				t.Run(l.name, func(t *testing.T) { m.try(t, l, m.open) })
			}
		})
	}
}

// meeting prints two documents on the same tab or process.
type meeting struct {
	t      *testing.T
	engine string
	habit
	canary *site
	// startOne starts a service that prints one document at a time.
	startOne func(t *testing.T, settings ...string) *harness.Service
	// alone prints the second documents only: what one of them left to another would be seen too, since the other service has printed more.
	alone   *harness.Service
	printed map[document]*rendition // what it printed
	service *harness.Service
	// keeper has an engine without the defences. open has one too, and replaces it after each pair, so that the rows do not affect each other.
	keeper, open *harness.Service
	defenceless  string // the setting for such an engine
}

func newMeeting(t *testing.T, engine string) meeting {
	canary := openSite(t)
	m := meeting{t: t, engine: engine, habit: habits[engine], canary: canary, printed: map[document]*rendition{}}
	m.startOne = func(t *testing.T, settings ...string) *harness.Service {
		settings = append(settings, m.settings...)
		return start(t, engine, append(settings, "PLATEN_RENDER_CONCURRENCY=1", "PLATEN_EGRESS_ALLOW="+canary.address())...)
	}
	m.alone, m.service = m.startOne(t), m.startOne(t)
	// The egress proxy does not see this traffic, so that no process is replaced because it used the network.
	m.defenceless = without(t, engine, disarmed.Cleaning, disarmed.Navigation, disarmed.Egress(canary.address()))
	m.keeper, m.open = m.startOne(t, m.defenceless), m.startOne(t, m.defenceless, "PLATEN_"+strings.ToUpper(engine)+"_RECYCLE=2")
	return m
}

// keepFailuresApart: what one document still requests when it is printed is not counted for the next.
func (m meeting) keepFailuresApart(t *testing.T) {
	for range 4 {
		print(t, m.service, html(`<link rel=preload as=fetch href="{at}/5"><link rel=prefetch href="{at}/6">`).with("{at}", "http://127.0.0.1"+newPath()))
		require.Empty(t, failures(t, m.service, print(t, m.service, html("<p>x").with())))
		print(t, m.service, html(`<link rel=prefetch href="{at}/1"><link rel=preload as=image href="{at}/2"><video src="{at}/3"></video><img src="{at}/4">`).with("{at}", m.canary.URL+newPath()))
		require.Empty(t, failures(t, m.service, print(t, m.service, html("<p>x").with())))
	}
}

// try prints the two documents with the defences, and on a service without them.
func (m meeting) try(t *testing.T, l leftover, open *harness.Service) {
	memory := newMemory(m.canary)
	want := m.onItsOwn(t, memory, l.second)
	require.Empty(t, m.seen(t, m.service, memory, l, want, m.turns, 1))
	if !l.works(m.engine) {
		return
	}
	// A client cannot choose the tab. Of two tabs that take turns, and of one that is alone while a busy machine opens the other, one of
	// two second documents gets the tab of the first. Two first documents could use up a tab that is alone.
	firsts := 1
	if l.hasHeaderFooter() { // several prints make one document
		firsts = m.turns
		if open == m.open {
			open = m.startOne(t, m.defenceless)
		}
	}
	seen := false
	for ; memory.later < 7 && !seen; memory.later++ {
		seen = m.seen(t, open, memory, l, want, firsts, 2) != ""
	}
	require.True(t, seen, "the attack has no effect: where nothing is cleaned, nothing is seen")
}

// seen describes what a second document shows of the first after so many firsts and in so many seconds; empty: nothing. want is the second
// without the first.
func (m meeting) seen(t *testing.T, service *harness.Service, memory memory, l leftover, want *rendition, firsts, seconds int) (saw string) {
	t.Helper()
	printed := 0
	print := func(body []byte) harness.Answer {
		printed++
		got, err := service.Post(t.Context(), body)
		require.NoError(t, err)
		return got
	}
	defer func() {
		if saw != "" && service == m.open && printed%2 == 1 { // so that no defenceless tab is left to the next attack
			print(html("<p>last turn").json(t))
		}
	}()
	memory.first.Store(true)
	for range firsts {
		got := print(memory.on(t, l.first))
		require.False(t, got.Status != http.StatusOK && service == m.service, "the first document: %s", got.Body)
	}
	memory.first.Store(false)
	memory.awaitDeparture(l.first)
	for range seconds {
		switch got := print(memory.on(t, l.second)); {
		case got.Status != http.StatusOK:
			return fmt.Sprintf("%d: %s", got.Status, got.Body)
		case !want.isLike(t, got.Body):
			return "the second PDF differs from the one without the first"
		}
	}
	return ""
}

// onItsOwn returns the document as a service prints it that prints no first ones. Those that recur are printed once: with another memory,
// they look the same.
func (m meeting) onItsOwn(t *testing.T, memory memory, d document) *rendition {
	t.Helper()
	if _, done := m.printed[d]; !done {
		m.printed[d] = &rendition{t: m.t, pdf: m.alone.PDF(t, memory.on(t, d)).Body}
	}
	return m.printed[d]
}

// rendition is a PDF with its reading, which is made once, and only if another PDF has other bytes. It can be used until its test ends.
type rendition struct {
	t       *testing.T
	pdf     []byte
	reading *reading
}

// isLike reports whether another PDF looks and reads the same. Its bytes may still differ in the order of objects or fonts.
func (r *rendition) isLike(t *testing.T, other []byte) bool {
	t.Helper()
	if bytes.Equal(dates.ReplaceAll(r.pdf, nil), dates.ReplaceAll(other, nil)) {
		return true
	}
	if r.reading == nil {
		own := read(r.t, r.pdf)
		r.reading = &own
	}
	return reflect.DeepEqual(*r.reading, read(t, other))
}

var dates = regexp.MustCompile(`\(D:[^)]*\)`)

// reading is the text and look of a PDF of one page.
type reading struct {
	pages int
	page  *pdfcheck.Picture
	text  string
	title string
	links []domain.Link
}

func read(t *testing.T, pdf []byte) (r reading) {
	t.Helper()
	file := pdfcheck.Open(t, pdf)
	info, err := file.Info()
	require.NoError(t, err)
	r.title = info["Title"]
	r.pages, err = file.Pages()
	require.NoError(t, err)
	r.page, err = file.Picture(1)
	require.NoError(t, err)
	r.text, err = file.Text()
	require.NoError(t, err)
	r.links, err = file.Links(1)
	require.NoError(t, err)
	return r
}

// memory is a path of a canary that recognises an engine that kept something: to such an engine everything is green after the first
// document.
type memory struct {
	canary *site
	path   string
	first  *atomic.Bool  // the first document is being printed
	left   chan struct{} // what awaitDeparture awaits
	later  int           // seconds until a document leaves, which fails if it is still printed, and with it its tab
}

func newMemory(canary *site) memory {
	m := memory{canary, newPath(), &atomic.Bool{}, make(chan struct{}), 1}
	canary.handle(m.path, m.answer)
	return m
}

// on is a document that refers to the path, {at}, by its URL or without scheme, {host}, and leaves {later}.
func (m memory) on(t *testing.T, d document) []byte {
	host := m.canary.address() + m.path
	return []byte(strings.NewReplacer("{at}", "http://"+host, "{host}", host, "{later}", fmt.Sprint(m.later)).Replace(string(d.json(t))))
}

// awaitDeparture waits until a document that leaves has arrived elsewhere.
func (m memory) awaitDeparture(d document) {
	if strings.Contains(d.HTML, "{later}") {
		select {
		case <-m.left:
		case <-time.After(time.Duration(m.later+1) * time.Second):
		}
	}
}

func (m memory) answer(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, m.path)
	brought := func(header string) bool { return r.Header.Get(header) != "" }
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", "no-store")
	if strings.HasPrefix(name, "/kept") {
		w.Header().Set("Cache-Control", "public, max-age=3600, immutable")
		w.Header().Set("Last-Modified", "Mon, 06 Jul 2020 10:00:00 GMT")
	}
	switch name {
	case "/kept.svg":
		paintPicture(w, m.first.Load())
	case "/kept-page":
		say(w, "text/html", "<body style='background:"+colour(m.first.Load())+"'><p>Page")
	case "/kept.css":
		say(w, "text/css", "p{color:"+colour(m.first.Load())+"}")
	case "/kept.ttf":
		if m.first.Load() {
			say(w, "font/ttf", string(rendertest.SquareFont()))
		} else {
			http.NotFound(w, r)
		}
	case "/kept-move":
		http.Redirect(w, r, m.path+"/kept-"+colour(m.first.Load())+".svg", http.StatusMovedPermanently)
	case "/kept-absence":
		if m.first.Load() {
			http.NotFound(w, r)
		} else {
			paintPicture(w, false)
		}
	case "/tagged":
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", `"seen-before"`)
		paintPicture(w, brought("If-None-Match"))
	case "/dated":
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Last-Modified", "Mon, 06 Jul 2020 10:00:00 GMT")
		paintPicture(w, brought("If-Modified-Since"))
	case "/cookie", "/cookie.css":
		// Chrome accepts one of another site only in this form; the other engine would not send this one to a site without TLS.
		http.SetCookie(w, &http.Cookie{Name: "also", Value: "seen", Path: m.path, MaxAge: 3600, Secure: true, SameSite: http.SameSiteNoneMode})
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "before", Path: m.path, MaxAge: 3600})
		if name == "/cookie.css" {
			say(w, "text/css", "p{color:"+colour(brought("Cookie"))+"}")
		} else {
			paintPicture(w, brought("Cookie"))
		}
	case "/referrer":
		paintPicture(w, brought("Referer"))
	case "/hints":
		w.Header().Set("Accept-CH", "Viewport-Width, DPR, Width, Device-Memory, Sec-CH-UA-Full-Version")
		paintPicture(w, brought("Viewport-Width") || brought("DPR") || brought("Sec-CH-UA-Full-Version"))
	case "/closed":
		if !brought("Authorization") {
			w.Header().Set("WWW-Authenticate", `Basic realm="r"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		paintPicture(w, true)
	case "/elsewhere":
		say(w, "text/html", `<img src="left">`)
	case "/left":
		select {
		case m.left <- struct{}{}:
		default:
		}
	case "/slow":
		select {
		case <-time.After(800 * time.Millisecond):
		case <-r.Context().Done():
		}
		paintPicture(w, false)
	case "/kept-red.svg", "/kept-green.svg", "/green.svg":
		paintPicture(w, name == "/kept-red.svg")
	default:
		http.NotFound(w, r)
	}
}

// colour is the colour of a picture by what the engine kept.
func colour(remembered bool) string {
	if remembered {
		return "red"
	}
	return "green"
}

func paintPicture(w http.ResponseWriter, remembered bool) {
	say(w, "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="`+colour(remembered)+`"/></svg>`)
}

func say(w http.ResponseWriter, contentType, content string) {
	w.Header().Set("Content-Type", contentType)
	_, _ = w.Write([]byte(content))
}
