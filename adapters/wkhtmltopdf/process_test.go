package wkhtmltopdf_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest"
)

// holding is a server on loopback whose answers wait; asked gets a value for each request.
func holding(t *testing.T) (url string, asked <-chan struct{}) {
	requests := make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		requests <- struct{}{}
		<-r.Context().Done()
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL, requests
}

func TestProcessThatDiesLosesItsDocument(t *testing.T) {
	p := newProgram(t, "")
	engine := p.start(t, 1)
	url, asked := holding(t)
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV} {
		done := make(chan error)
		go func() {
			_, err := engine.Render(t.Context(), jobOf(`<p>x</p><img src="`+url+`/x.png">`), ports.RenderOptions{})
			done <- err
		}()
		<-asked
		pids := p.pids(t)
		require.NoError(t, syscall.Kill(pids[len(pids)-1], signal))
		require.ErrorIs(t, <-done, ports.ErrEngineLost)
		pdfcheck.In(t, render(t, engine, jobOf("<p>the next one")).Content, pdfcheck.Text("the next one"))
	}
}

// A process that died while nobody needed it is noticed by the next document, which comes out.
func TestProcessThatDiesIdleIsReplaced(t *testing.T) {
	p := newProgram(t, "")
	engine := p.start(t, 1)
	pid := p.pids(t)[0]
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	// It is gone when it has been waited for.
	require.Eventually(t, func() bool { return syscall.Kill(pid, 0) != nil }, 10*time.Second, time.Millisecond)
	pdfcheck.In(t, render(t, engine, jobOf("<p>and on")).Content, pdfcheck.Text("and on"))
}

// A line that wkhtmltopdf does not understand ends it: the document fails, the next one does not.
func TestBadLineEndsTheProcess(t *testing.T) {
	engine := start(t)
	bad := jobOf("<p>x")
	bad.Margins.Left = -1e300
	_, err := engine.Render(t.Context(), bad, ports.RenderOptions{})
	var e *domain.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, domain.RenderFailed, e.Code)
	require.NotContains(t, e.Message, "wkhtmltopdf")
	render(t, engine, jobOf("<p>x"))
}

// Resources that fail to load are left out, whatever the exit code of the bare command would be.
func TestFailedResourcesAreNoError(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	engine := start(t)
	html := `<link rel=stylesheet href="` + server.URL + `/x.css"><p>here</p><img src="file:///etc/hostname"><img src="` + server.URL + `/x.png">`
	for range 3 {
		pdf := render(t, engine, jobOf(html))
		pdfcheck.In(t, pdf.Content, pdfcheck.Whole(), pdfcheck.Text("here"))
		require.Equal(t, 2, pdf.Traffic.Requests)
		require.Len(t, pdf.Traffic.Failed, 3, "the file, too, for which the network was not asked")
	}
}

func TestWhenAProcessIsReplaced(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	type document func(ports.Renderer)
	plain := func(r ports.Renderer) { render(t, r, jobOf("<p>x")) }
	isolated := func(r ports.Renderer) { renderWith(t, r, jobOf("<p>x"), ports.RenderOptions{Isolated: true}) }
	fetches := func(r ports.Renderer) { render(t, r, jobOf(`<p>x</p><img src="`+server.URL+`/x.png">`)) }
	for _, tt := range []struct {
		name      string
		documents []document
		want      int
	}{
		{"plain documents share one", []document{plain, plain, plain}, 1},
		{"after so many documents", []document{plain, plain, plain, plain, plain, plain}, 2},
		{"after network use", []document{fetches, fetches, plain}, 3},
		{"an isolated document gets one of its own", []document{plain, isolated, plain}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newProgram(t, "")
			cfg := p.config(1)
			cfg.Recycle = 5
			engine := startWith(t, cfg, zap.NewNop())
			for _, print := range tt.documents {
				print(engine)
			}
			require.NoError(t, engine.Close())
			require.Len(t, p.pids(t), tt.want)
		})
	}
}

// counted is an egress that knows how many sessions were open at once: one for each process, from before its
// start to after its end.
type counted struct {
	ports.Egress
	mu         sync.Mutex
	open, most int
}

type countedSession struct {
	ports.Session
	egress *counted
	once   sync.Once
}

func (c *counted) Open() (ports.Session, error) {
	session, err := c.Egress.Open()
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open++
	c.most = max(c.most, c.open)
	return &countedSession{Session: session, egress: c}, nil
}

func (x *countedSession) Close() error {
	x.once.Do(func() {
		x.egress.mu.Lock()
		defer x.egress.mu.Unlock()
		x.egress.open--
	})
	return x.Session.Close()
}

func TestManyCallersOnFewProcesses(t *testing.T) {
	const processes, callers, documents = 2, 8, 200
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	p := newProgram(t, "")
	egress := &counted{Egress: rendertest.OpenEgress(t)}
	engine := startBehind(t, p.config(processes), egress, zap.NewNop())

	var wg sync.WaitGroup
	results := make(chan error, documents)
	for caller := range callers {
		wg.Go(func() {
			for n := range documents / callers {
				results <- one(t.Context(), engine, server.URL, caller, n)
			}
		})
	}
	wg.Wait()
	close(results)
	for err := range results {
		require.NoError(t, err)
	}
	require.LessOrEqual(t, egress.most, processes)
	require.NoError(t, engine.Close())
	require.Zero(t, egress.open)
	for _, pid := range p.pids(t) {
		// A zombie could still be sent a signal.
		require.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH, "process %d", pid)
	}
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}

// one prints the n-th document of a caller: now and then one that uses the network, or that is given up.
func one(ctx context.Context, engine ports.Renderer, url string, caller, n int) error {
	job := jobOf(fmt.Sprintf("<p>caller%d</p><p>document%d</p>", caller, n))
	switch n % 10 {
	case 9:
		job.HTML += `<img src="` + url + `/x.png">`
	case 5:
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
	}
	pdf, err := engine.Render(ctx, job, ports.RenderOptions{})
	if n%10 == 5 && errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	if err == nil && len(pdf.Content) == 0 {
		err = errors.New("an empty PDF")
	}
	return err
}

// While the engine is idle nothing of a document is on the disk.
func TestDocumentsLeaveNoFile(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	engine := start(t)
	for range 3 {
		render(t, engine, jobOf("<p>x"))
	}
	documents, err := filepath.Glob(folder + "/*/*/*.*ml")
	require.NoError(t, err)
	pdfs, err := filepath.Glob(folder + "/*/*/*.pdf")
	require.NoError(t, err)
	require.Empty(t, append(documents, pdfs...))
	info, err := os.Stat(first(t, folder+"/*"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
}

func first(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, found)
	return found[0]
}

func TestRenderAfterClose(t *testing.T) {
	engine := start(t)
	require.NoError(t, engine.Close())
	require.NoError(t, engine.Close())
	_, err := engine.Render(t.Context(), jobOf("<p>x"), ports.RenderOptions{})
	var e *domain.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, domain.Overloaded, e.Code)
}

// panicking is an egress whose sessions panic for as long as it is so.
type panicking struct {
	ports.Egress
	now atomic.Bool
}

type panickingSession struct {
	ports.Session
	egress *panicking
}

func (p *panicking) Open() (ports.Session, error) {
	session, err := p.Egress.Open()
	return panickingSession{Session: session, egress: p}, err
}

func (x panickingSession) Drain() domain.Traffic {
	if x.egress.now.Load() {
		panic("Take")
	}
	return x.Session.Drain()
}

// A document that makes the service panic costs its own process, and no other document waits for that for ever.
func TestPanicLosesNoWorker(t *testing.T) {
	egress := &panicking{Egress: rendertest.OpenEgress(t)}
	engine := startBehind(t, newProgram(t, "").config(1), egress, zap.NewNop())
	egress.now.Store(true)
	require.PanicsWithValue(t, "Take", func() { _, _ = engine.Render(t.Context(), jobOf("<p>x"), ports.RenderOptions{}) })
	egress.now.Store(false)
	pdfcheck.In(t, render(t, engine, jobOf("<p>the next one")).Content, pdfcheck.Text("the next one"))
}

// noting is an egress that knows the session that was opened last.
type noting struct {
	ports.Egress
	mu   sync.Mutex
	last ports.Session
}

func (n *noting) Open() (ports.Session, error) {
	session, err := n.Egress.Open()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last = session
	return session, err
}

func (n *noting) lastOpened() ports.Session {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.last
}

// A document that asks for something when it has been printed leaves it in the memory cache of its process.
func TestLateRequests(t *testing.T) {
	egress := &noting{Egress: rendertest.OpenEgress(t)}
	engine := startBehind(t, newProgram(t, "").config(1), egress, zap.NewNop())
	render(t, engine, jobOf("<p>first"))
	session := egress.lastOpened()
	render(t, engine, jobOf("<p>second"))
	require.Same(t, session, egress.lastOpened(), "the process serves again")

	proxy := &url.URL{Scheme: "http", Host: session.Addr()}
	late := http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy), DisableKeepAlives: true}}
	answer, err := late.Get("http://" + rendertest.DeadAddress(t))
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Zero(t, render(t, engine, jobOf("<p>third")).Traffic, "the late one is nobody's")
	require.NotSame(t, session, egress.lastOpened(), "the process serves on")
}
