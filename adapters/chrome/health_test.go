package chrome_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"platen/adapters/chrome"
	"platen/ports"
	"platen/ports/machine"
)

// A browser is replaced when it or its network process does not answer or ends: the documents under way are lost,
// so that they are rendered again, and the engine is not ready meanwhile.
func TestHealthCheck(t *testing.T) {
	t.Parallel()
	r, site, home := startChecked(t)
	network := func(t testing.TB, home string) process { return helper(t, home, "--utility-sub-type=network.mojom") }
	for _, c := range []struct {
		name   string
		victim func(t testing.TB, home string) process
		hit    func(t testing.TB, pid int)
	}{
		{"stopped browser", browser, stop},
		{"stopped network process", network, stop},
		{"killed network process", network, kill},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := "/" + strings.ReplaceAll(c.name, " ", "-")
			hold := site.holdAt(t, path)
			results := renders(t.Context(), r, 1, held(path), ports.RenderOptions{})
			hold.await(t, 1)
			before := browser(t, home).pid

			c.hit(t, c.victim(t, home).pid)
			eventually(t, "the engine to say so", func() bool { return r.Ready() != nil })
			require.ErrorIs(t, next(t, results), ports.ErrEngineLost)
			eventually(t, "the engine to be ready again", func() bool { return r.Ready() == nil })
			render(t, r, printJob("<p>the next one"))
			require.NotEqual(t, before, browser(t, home).pid)
		})
	}
}

// The browser of an isolated document is watched, too.
func TestHealthOfAnIsolatedDocument(t *testing.T) {
	t.Parallel()
	r, site, home := startChecked(t)
	shared := leaders(t, home)
	hold := site.holdAt(t, "/hold.png")
	results := renders(t.Context(), r, 1, held("/hold.png"), ports.RenderOptions{Isolated: true})
	hold.await(t, 1)
	for _, p := range processes(t, home) {
		if p.group != shared[0].group {
			stop(t, p.pid)
		}
	}
	require.ErrorIs(t, next(t, results), ports.ErrEngineLost)
	require.Equal(t, shared, leaders(t, home), "the shared browser goes on")
}

// startChecked starts an engine of one tab whose browser is checked often. It returns it with a site for its documents and with the folder
// of its files.
func startChecked(t *testing.T) (*chrome.Engine, *site, string) {
	t.Helper()
	home, site, egress := home(t), openSite(t), passThrough(t)
	egress.route = site.address()
	r := start(t, with(1, home), egress, func(r *chrome.Engine) { r.HealthCheck(100*time.Millisecond, 2*time.Second) })
	return r, site, home
}

// helper is the process of the browser whose command line has the text.
func helper(t testing.TB, home, text string) process {
	t.Helper()
	for _, p := range processes(t, home) {
		if strings.Contains(p.command, text) {
			return p
		}
	}
	require.Fail(t, "no process "+text)
	return process{}
}

// A browser that ends right after its start is started again after growing pauses.
func TestBrowserKeepsEnding(t *testing.T) {
	t.Parallel()
	home := home(t)
	core, logged := observer.New(zap.InfoLevel)
	r := with(1, home).open(passThrough(t), zap.New(core))
	r.KeepTabs(1)
	defer func() { require.NoError(t, r.Close()) }()
	machine.Started(t, missing())
	require.NoError(t, r.Start(t.Context()))
	restarts := func() []observer.LoggedEntry { return logged.FilterMessage("the browser is restarted").All() }
	var last time.Duration
	for n := range 4 {
		kill(t, browser(t, home).pid)
		eventually(t, "its restart in the log", func() bool { return len(restarts()) > n })
		pause := restarts()[n].ContextMap()["after_ms"].(time.Duration)
		require.Greater(t, pause, last)
		last = pause
	}
	eventually(t, "the engine to be ready", func() bool { return r.Ready() == nil })
	render(t, r, printJob("<p>works"))
}
