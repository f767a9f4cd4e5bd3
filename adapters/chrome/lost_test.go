package chrome_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zaptest"

	"platen/adapters/chrome"
	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
)

func TestKilledBrowser(t *testing.T) {
	t.Parallel()
	home := home(t)
	site := openSite(t)
	network := passThrough(t)
	network.route = site.address()
	r := start(t, with(2, home), network)
	for _, victim := range []string{"the group's leader", "the browser"} {
		t.Run(victim, func(t *testing.T) {
			path := "/" + strings.ReplaceAll(victim, " ", "-")
			hold := site.holdAt(t, path)
			results := renders(t.Context(), r, 2, held(path), ports.RenderOptions{})
			hold.await(t, 2)
			if victim == "the browser" {
				kill(t, browser(t, home).pid)
			} else {
				kill(t, leaders(t, home)[0].pid)
			}
			for range 2 {
				require.ErrorIs(t, next(t, results), ports.ErrEngineLost)
			}
			render(t, r, printJob("<p>the next one"))
		})
	}
	require.EqualValues(t, 2, r.Info().Restarts)
	require.NoError(t, r.Close())
	nothingLeft(t, home)
}

// browser is the process that is neither the shell which Debian's command is nor a helper of the browser's.
func browser(t testing.TB, home string) process {
	t.Helper()
	for _, p := range processes(t, home) {
		if !strings.Contains(p.command, "--type=") && strings.Contains(p.command, "--user-data-dir=") && !strings.HasPrefix(p.command, "/bin/sh") {
			return p
		}
	}
	require.Fail(t, "no browser runs")
	return process{}
}

func TestKilledRenderer(t *testing.T) {
	t.Parallel()
	home := home(t)
	site := openSite(t)
	network := passThrough(t)
	network.route = site.address()
	r := start(t, with(3, home), network)
	hold := site.holdAt(t, "/hold.png")
	results := renders(t.Context(), r, 3, held("/hold.png"), ports.RenderOptions{})
	hold.await(t, 3)

	before := browser(t, home)
	var err error
	for _, p := range renderers(t, home) {
		if err != nil {
			break
		}
		kill(t, p.pid)
		select {
		case err = <-results:
		case <-time.After(2 * time.Second): // that was one that nobody printed in
		}
	}
	require.ErrorIs(t, err, ports.ErrEngineLost)
	hold.release()
	for range 2 {
		require.NoError(t, next(t, results), "the others under way")
	}
	render(t, r, printJob("<p>the next one"))
	require.Equal(t, before.pid, browser(t, home).pid, "the browser itself went on")
}

func TestIsolatedDocuments(t *testing.T) {
	t.Parallel()
	home := home(t)
	site := openSite(t)
	network := passThrough(t)
	network.route = site.address()
	r := start(t, with(2, home), network)
	shared := leaders(t, home)
	require.Len(t, shared, 1)
	hold := site.holdAt(t, "/hold.png")
	alone := held("/hold.png")

	results := renders(t.Context(), r, 1, alone, ports.RenderOptions{Isolated: true})
	hold.await(t, 1)
	require.Len(t, leaders(t, home), 2, "a browser of its own")
	for _, p := range leaders(t, home) {
		if p.pid != shared[0].pid {
			kill(t, p.pid)
		}
	}
	require.ErrorIs(t, next(t, results), ports.ErrEngineLost)
	require.Equal(t, shared, leaders(t, home), "the browser of all was not touched")

	results = renders(t.Context(), r, 1, alone, ports.RenderOptions{Isolated: true})
	hold.await(t, 1)
	hold.release()
	require.NoError(t, next(t, results))
	require.Equal(t, shared, leaders(t, home), "its browser is gone")
	profiles, err := os.ReadDir(home)
	require.NoError(t, err)
	require.Len(t, profiles, 1, "and its profile")
}

// While the browser cannot be started again, documents fail soon and the engine is not ready. Both end as soon as
// the browser can be started.
func TestBrowserCannotRestart(t *testing.T) {
	t.Parallel()
	home := home(t)
	real, err := chrome.DefaultConfig().Find()
	machine.Started(t, err)
	require.NoError(t, err)
	bin := filepath.Join(t.TempDir(), "browser")
	require.NoError(t, os.Symlink(real, bin))
	cfg := with(1, home)
	cfg.Bin = bin
	r := start(t, cfg, passThrough(t))

	require.NoError(t, os.Remove(bin))
	kill(t, browser(t, home).pid)
	eventually(t, "the browser's end", func() bool { return len(processes(t, home)) == 0 })
	eventually(t, "the engine to say so", func() bool { return r.Ready() != nil })
	_, err = r.Render(t.Context(), printJob("<p>waits"), ports.RenderOptions{})
	var known *domain.Error
	require.ErrorAs(t, err, &known)
	require.Equal(t, domain.Overloaded, known.Code)
	require.Contains(t, known.Message, "not available")
	_, err = r.Render(t.Context(), printJob("<p>alone"), ports.RenderOptions{Isolated: true})
	require.ErrorIs(t, err, ports.ErrEngineLost)

	require.NoError(t, os.Symlink(real, bin))
	eventually(t, "the engine to be ready again", func() bool { return r.Ready() == nil })
	render(t, r, printJob("<p>works again"))
}

// While there is no room for a tab, the engine tries again and again, at its start too.
func TestTabCannotOpen(t *testing.T) {
	t.Parallel()
	home := home(t)
	network := passThrough(t)
	network.full.Store(4)
	r := start(t, with(1, home), network)
	render(t, r, printJob("<p>works"))
	network.full.Store(4)
	kill(t, renderers(t, home)[0].pid)
	eventually(t, "four attempts", func() bool { return network.full.Load() < 0 })
	render(t, r, printJob("<p>works"))
}

func TestStartSaysWhatIsWrong(t *testing.T) {
	home := home(t)
	script := func(lines string) string {
		path := filepath.Join(t.TempDir(), "browser")
		require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+lines+"\n"), 0o755))
		return path
	}
	for _, c := range []struct{ name, bin, says string }{
		{"missing", "/nowhere/browser", "/nowhere/browser"},
		{"no program", home, "chrome.bin"},
		{"exits", script("echo out of luck >&2; exit 3"), "out of luck"},
		{"no sandbox", script("echo 'No usable sandbox! you can try using --no-sandbox.' >&2; exit 1"), "set chrome.sandbox to off"},
		{"no sandbox for root", script("echo 'Running as root without --no-sandbox is not supported.' >&2; exit 1"), "set chrome.sandbox to auto"},
		{"hangs", script("sleep 1000"), "deadline exceeded"},
		{"speaks nonsense", script("cat /dev/zero | tr '\\0' x >&4"), "does not answer"},
		{"ends each message at once", script("exec cat /dev/zero >&4"), "does not answer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := with(1, home)
			cfg.Bin = c.bin
			r := cfg.open(passThrough(t), zaptest.NewLogger(t))
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			err := r.Start(ctx)
			require.ErrorContains(t, err, c.says)
			require.NotContains(t, err.Error(), "--no-sandbox")
			nothingLeft(t, home)
			require.NoError(t, r.Close())
		})
	}
	t.Run("a setting that does not fit", func(t *testing.T) {
		r := settings{}.open(passThrough(t), zaptest.NewLogger(t))
		require.ErrorContains(t, r.Start(t.Context()), "chrome.sandbox")
		require.NoError(t, r.Close())
	})
}

// A browser that stands still takes nothing in, not even a document.
func TestStoppedBrowser(t *testing.T) {
	t.Parallel()
	home := home(t)
	r := start(t, with(1, home), passThrough(t))
	stop(t, browser(t, home).pid)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := r.Render(ctx, printJob("<p>"+strings.Repeat("large ", 1<<20)), ports.RenderOptions{})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NoError(t, r.Close())
	nothingLeft(t, home)
	_, err = r.Render(t.Context(), printJob("<p>late"), ports.RenderOptions{})
	var known *domain.Error
	require.ErrorAs(t, err, &known)
	require.Equal(t, domain.Overloaded, known.Code)
}

// A renderer that is stopped under a document is found out long before the document's deadline. The browser goes on.
func TestStoppedRenderer(t *testing.T) {
	t.Parallel()
	home := home(t)
	r := start(t, with(1, home), passThrough(t))
	before := browser(t, home).pid
	stopped := renderers(t, home)
	for _, p := range stopped {
		stop(t, p.pid)
	}
	_, err := r.Render(t.Context(), printJob("<p>in vain"), ports.RenderOptions{})
	require.ErrorIs(t, err, ports.ErrEngineLost)
	render(t, r, printJob("<p>the next one"))
	require.Equal(t, before, browser(t, home).pid)
	for _, p := range stopped {
		eventually(t, "its end", func() bool { return !slices.Contains(renderers(t, home), p) })
	}
}

// A renderer that is stopped while it waits for a document is replaced.
func TestStoppedIdleRenderer(t *testing.T) {
	t.Parallel()
	home := home(t)
	r := start(t, with(1, home), passThrough(t))
	stopped := renderers(t, home)[0]
	stop(t, stopped.pid)
	eventually(t, "its end", func() bool { return !slices.Contains(renderers(t, home), stopped) })
	render(t, r, printJob("<p>the next one"))
}
