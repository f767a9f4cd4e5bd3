package security_test

import (
	"bytes"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/integration/harness"
	"platen/integration/security/disarmed"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest"
)

// leftover is something of one client's document, the first, that another's, the second, could come to see.
type leftover struct {
	name          string
	first, second document
	idle          string
}

func (l leftover) title() string            { return l.name }
func (l leftover) works(engine string) bool { return works(l.idle, engine) }

// furnished tells whether headers or footers take part.
func (l leftover) furnished() bool {
	return l.first.Header+l.first.Footer+l.second.Header+l.second.Footer != ""
}

// turns is how many documents an engine that prints one at a time takes until each of its tabs or processes has
// had one: Chrome keeps a tab to spare.
var turns = map[string]int{chrome: 2, wkhtmltopdf: 1}

// TestDocumentsDoNotMeet prints documents one after the other on the same tab or process. The second must come out
// as on one that nobody has used. Where nothing is cleaned or replaced, it does not.
func TestDocumentsDoNotMeet(t *testing.T) {
	for _, engine := range []string{chrome, wkhtmltopdf} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			canary := openSite(t)
			startOne := func(t *testing.T, settings ...string) *harness.Service {
				return start(t, engine, append(settings, "PLATEN_RENDER_CONCURRENCY=1", "PLATEN_EGRESS_ALLOW="+canary.address())...)
			}
			recycle := "PLATEN_" + strings.ToUpper(engine) + "_RECYCLE="
			m := meeting{canary, turns[engine], startOne(t, recycle+"1")}
			service := startOne(t)
			// The guard does not count what passes it by, so that nothing is replaced for having used the network.
			defenceless := disarmed.Engine(t, engine, disarmed.Cleaning, disarmed.Navigation, disarmed.Egress(canary.address()))
			// But it is for having met, or the rows would meet, too.
			open := startOne(t, defenceless, recycle+"2")
			for _, l := range leftovers {
				t.Run(l.name, func(t *testing.T) {
					require.Empty(t, m.seen(t, service, l))
					if !l.works(engine) {
						return
					}
					open := open
					if l.furnished() {
						open = startOne(t, defenceless) // several prints make one document
					}
					require.True(t, m.everSeen(t, open, l), "the attack is none: where nothing is cleaned, nothing is seen")
				})
			}
		})
	}
}

// TestFailuresAreTheirOwn: what one document still asks for when it is printed is not counted to the next.
func TestFailuresAreTheirOwn(t *testing.T) {
	for _, engine := range []string{chrome, wkhtmltopdf} {
		t.Run(engine, func(t *testing.T) {
			canary := openSite(t)
			service := start(t, engine, "PLATEN_RENDER_CONCURRENCY=1", "PLATEN_EGRESS_ALLOW="+canary.address())
			for range 4 {
				print(t, service, html(`<link rel=preload as=fetch href="{at}/5"><link rel=prefetch href="{at}/6">`).with("{at}", "http://127.0.0.1"+newPath()))
				require.Empty(t, failures(t, service, print(t, service, html("<p>x").with())))
				print(t, service, html(`<link rel=prefetch href="{at}/1"><link rel=preload as=image href="{at}/2"><video src="{at}/3"></video><img src="{at}/4">`).with("{at}", canary.URL+newPath()))
				require.Empty(t, failures(t, service, print(t, service, html("<p>x").with())))
			}
		})
	}
}

// meeting has documents meet.
type meeting struct {
	canary *site
	turns  int
	fresh  *harness.Service // prints each on a tab or process of its own
}

// seen says what a second document shows of a first; empty: nothing.
func (m meeting) seen(t *testing.T, service *harness.Service, l leftover) string {
	t.Helper()
	memory := newMemory(m.canary)
	want, err := m.fresh.Post(t.Context(), memory.on(t, l.second))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, want.Status, "%s", want.Body)

	memory.first.Store(true)
	for range m.turns {
		_, err := service.Post(t.Context(), memory.on(t, l.first))
		require.NoError(t, err)
	}
	memory.first.Store(false)
	for range m.turns {
		got, err := service.Post(t.Context(), memory.on(t, l.second))
		require.NoError(t, err)
		switch {
		case got.Status != http.StatusOK:
			return fmt.Sprintf("%d: %s", got.Status, got.Body)
		case !alike(t, want.Body, got.Body):
			return "the second PDF is another than on an engine that nobody has used"
		}
	}
	return ""
}

// everSeen tries until something is seen. Which tab a document gets is not for a client to say.
func (m meeting) everSeen(t *testing.T, service *harness.Service, l leftover) bool {
	t.Helper()
	for range 6 {
		if m.seen(t, service, l) != "" {
			return true
		}
		_, err := service.Post(t.Context(), html("<p>another turn").json(t))
		require.NoError(t, err)
	}
	return false
}

// alike tells whether a reader finds two PDFs the same. In their bytes they may differ all the same: in the order
// of objects or fonts.
func alike(t *testing.T, one, other []byte) bool {
	t.Helper()
	return bytes.Equal(dates.ReplaceAll(one, nil), dates.ReplaceAll(other, nil)) || reflect.DeepEqual(read(t, one), read(t, other))
}

var dates = regexp.MustCompile(`\(D:[^)]*\)`)

// reading is what a reader finds in a PDF of one page.
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

// memory is a place of a canary that tells an engine with a memory from one without: to that, everything is green
// once the first document is printed.
type memory struct {
	canary *site
	path   string
	first  *atomic.Bool // the first document is being printed
}

func newMemory(canary *site) memory {
	m := memory{canary, newPath(), &atomic.Bool{}}
	canary.handle(m.path, m.answer)
	return m
}

// on is a document that refers to the place, {at}, by its URL or without scheme, {host}.
func (m memory) on(t *testing.T, d document) []byte {
	host := m.canary.address() + m.path
	return []byte(strings.NewReplacer("{at}", "http://"+host, "{host}", host).Replace(string(d.json(t))))
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
		http.Redirect(w, r, m.path+"/"+colour(m.first.Load())+".svg", http.StatusMovedPermanently)
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
		// Chrome takes one from another site only so; the other engine would not send this one back to a site without TLS.
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
	case "/slow":
		select {
		case <-time.After(800 * time.Millisecond):
		case <-r.Context().Done():
		}
		paintPicture(w, false)
	case "/red.svg", "/green.svg":
		paintPicture(w, name == "/red.svg")
	default:
		http.NotFound(w, r)
	}
}

// colour is that of a picture by an engine's memory.
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
