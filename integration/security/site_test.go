package security_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"platen/integration/harness"
)

// site is a web server on loopback that documents must not reach, or only a number of times. It also answers as a forward proxy, and
// then sees all requests of an engine.
type site struct {
	*httptest.Server

	mu       sync.Mutex
	asked    []visit
	opened   int
	handlers map[string]http.HandlerFunc
}

// visit is a request, or an attempt to open a tunnel.
type visit struct {
	method, host, path, cookie string
}

func openSite(t testing.TB) *site {
	s := newSite()
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// allowedSite is a site that the services of allowing may reach. Attacks have paths of their own there.
var allowedSite = sync.OnceValue(newSite)

// allowing returns the setting with which a service may reach that site, and the service with it that tests share.
func allowing(t *testing.T, engine string) (setting string, service *harness.Service) {
	t.Helper()
	setting = "PLATEN_EGRESS_ALLOW=" + allowedSite().address()
	return setting, harness.Shared(t, "PLATEN_ENGINE="+engine, setting)
}

func newSite() *site {
	s := &site{handlers: map[string]http.HandlerFunc{}}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.opened++
		}
	}
	s.Start()
	return s
}

// address is host:port.
func (s *site) address() string { return s.Listener.Addr().String() }

// handle sets the handler of a path and the paths below it.
func (s *site) handle(path string, handler http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers[path] = handler
}

// serve sets the resource at a path and the paths below it.
func (s *site) serve(path, contentType, content string) {
	s.handle(path, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Access-Control-Allow-Origin", "*")
		_, _ = w.Write([]byte(content))
	})
}

// patiences are the times that an undefended engine has, one after the other, until the attack has succeeded. What happens before the load
// event does so within the first; what waits for that event, which waits for the time to be over, follows soon; the last is for a busy
// machine.
var patiences = []time.Duration{300 * time.Millisecond, time.Second, 5 * time.Second, 5 * time.Second, 5 * time.Second}

// ever reports whether an attack succeeds with one of the patiences.
func ever(succeeds func(patience time.Duration) bool) bool {
	return slices.ContainsFunc(patiences, succeeds)
}

// gate lets documents load until all that is expected has happened, or their time is over.
type gate struct {
	patience time.Duration
	mu       sync.Mutex
	left     int // things that have not happened
	open     chan struct{}
}

func newGate(patience time.Duration) *gate {
	return &gate{patience: patience, open: make(chan struct{})}
}

// expect makes the gate wait for more things.
func (g *gate) expect(more int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left += more
}

// once is a resource; its first request is one of the things.
func (g *gate) once(handler http.HandlerFunc) http.HandlerFunc {
	var first sync.Once
	return func(w http.ResponseWriter, r *http.Request) {
		first.Do(g.happened)
		handler(w, r)
	}
}

func (g *gate) happened() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.left--; g.left == 0 {
		close(g.open)
	}
}

// wait is a resource that arrives when the gate opens.
func (g *gate) wait(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-g.open:
	case <-time.After(g.patience):
	case <-r.Context().Done():
	}
}

// ServeHTTP answers 404 for unknown paths, and opens no tunnels.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, visit{r.Method, r.Host, r.URL.Path, r.Header.Get("Cookie")})
	var handler http.HandlerFunc = http.NotFound
	longest := ""
	for path, h := range s.handlers {
		if continues(r.URL.Path, path) && len(path) > len(longest) {
			handler, longest = h, path
		}
	}
	s.mu.Unlock()
	if r.Method == http.MethodConnect {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	handler(w, r)
}

// visits are the requests for a path and the paths below it; "" for all.
func (s *site) visits(path string) (found []visit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.asked {
		if path == "" || continues(v.path, path) {
			found = append(found, v)
		}
	}
	return found
}

// tunnels are the requests for tunnels to a host:port.
func (s *site) tunnels(to string) (found []visit) {
	for _, v := range s.visits("") {
		if v.method == http.MethodConnect && v.host == to {
			found = append(found, v)
		}
	}
	return found
}

// connections is the number of connections since the start.
func (s *site) connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened
}

// continues reports whether a path is top or continues it.
func continues(path, top string) bool {
	rest, is := strings.CutPrefix(path, top)
	return is && (rest == "" || rest[0] == '/' || rest[0] == '.' || rest[0] == '?')
}
