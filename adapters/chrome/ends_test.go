package chrome_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"go.uber.org/zap/zaptest"

	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
)

// enormous is a table that Chrome needs minutes for.
func enormous() domain.PrintJob {
	return printJob("<table>" + strings.Repeat("<tr><td>cell<td>cell<td>cell", 40000) + "</table>")
}

func TestDeadlineEndsDocument(t *testing.T) {
	t.Parallel()
	home := home(t)
	r := start(t, with(1, home), passThrough(t))
	before := renderers(t, home)
	require.Len(t, before, 1)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	require.ErrorIs(t, next(t, renders(ctx, r, 1, enormous(), ports.RenderOptions{})), context.DeadlineExceeded)
	render(t, r, printJob("<p>the place is free"))
	require.NotEqual(t, before[0].pid, renderers(t, home)[0].pid)
	eventually(t, "its renderer to end", func() bool { return len(renderers(t, home)) == 1 })
}

func TestCancelledDocument(t *testing.T) {
	t.Parallel()
	site := openSite(t)
	network := passThrough(t)
	network.route = site.address()
	r := start(t, with(1), network)
	hold := site.holdAt(t, "/hold.png")
	for range 3 {
		ctx, leave := context.WithCancel(t.Context())
		printing := renders(ctx, r, 1, held("/hold.png"), ports.RenderOptions{})
		hold.await(t, 1)
		waiting := renders(ctx, r, 5, printJob("<p>waits for its turn"), ports.RenderOptions{})
		leave()
		require.ErrorIs(t, next(t, printing), context.Canceled)
		for range 5 {
			require.ErrorIs(t, next(t, waiting), context.Canceled)
		}
		require.ErrorIs(t, next(t, renders(ctx, r, 1, printJob("<p>left before it began"), ports.RenderOptions{})), context.Canceled)
		render(t, r, printJob("<p>the place is free"))
	}
}

func TestSomeOfManyAreCancelled(t *testing.T) {
	t.Parallel()
	r := start(t, with(2), passThrough(t))
	type job struct {
		leaves bool
		result <-chan error
	}
	var jobs []job
	for i := range 50 {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		j := job{leaves: i%3 == 0, result: renders(ctx, r, 1, printJob(fmt.Sprintf("<p>document %d", i)), ports.RenderOptions{})}
		if j.leaves {
			time.AfterFunc(rand.N(300*time.Millisecond), cancel)
		}
		jobs = append(jobs, j)
	}
	for _, j := range jobs {
		if err := next(t, j.result); j.leaves && err != nil {
			require.ErrorIs(t, err, context.Canceled)
		} else {
			require.NoError(t, err)
		}
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	others := goleak.IgnoreCurrent()
	home := home(t)
	site := openSite(t)
	network := passThrough(t)
	network.route = site.address()
	r := start(t, with(3, home), network)
	hold := site.holdAt(t, "/hold.png")
	alone := held("/hold.png")
	results := renders(t.Context(), r, 1, alone, ports.RenderOptions{Isolated: true})
	printing := renders(t.Context(), r, 2, held("/hold.png"), ports.RenderOptions{})
	hold.await(t, 3)
	waiting := renders(t.Context(), r, 5, printJob("<p>waits for its turn"), ports.RenderOptions{})

	require.NoError(t, r.Close())
	nothingLeft(t, home)
	require.Zero(t, network.sessions(), "sessions to the network")
	requireClosed(t, next(t, results))
	for range 2 {
		requireClosed(t, next(t, printing))
	}
	for range 5 {
		requireClosed(t, next(t, waiting))
	}
	require.NoError(t, r.Close(), "a second time")
	_, err := r.Render(t.Context(), printJob("<p>late"), ports.RenderOptions{})
	requireClosed(t, err)
	hold.release()
	site.server.Close()
	goleak.VerifyNone(t, others)
}

// requireClosed is that an error came from the engine's end: it died, or was known to be going.
func requireClosed(t testing.TB, err error) {
	t.Helper()
	require.Error(t, err)
	if domain.AsError(err).Code != domain.Overloaded {
		require.ErrorIs(t, err, ports.ErrEngineLost)
	}
}

// Whoever asked may live on after a panic; the tab and the place must not be lost by it.
func TestPanicReleasesTab(t *testing.T) {
	t.Parallel()
	network := passThrough(t)
	r := start(t, with(1), network)
	network.panics.Store(true)
	require.Panics(t, func() { _, _ = r.Render(t.Context(), printJob("<p>panics"), ports.RenderOptions{}) })
	render(t, r, printJob("<p>the next one"))
}

func TestCloseWithoutStart(t *testing.T) {
	r := with(1).open(passThrough(t), zaptest.NewLogger(t))
	require.NoError(t, r.Close())
	require.NoError(t, r.Close())
}

func TestTabsAreReplacedInTime(t *testing.T) {
	t.Parallel()
	cfg := with(2)
	cfg.Recycle = 3
	r := start(t, cfg, passThrough(t))
	documents := make(chan domain.PDF, 20)
	results := make(chan error, 20)
	for range 4 {
		go func() {
			for range 5 {
				pdf, err := r.Render(t.Context(), printJob("<p>one of many"), ports.RenderOptions{})
				documents <- pdf
				results <- err
			}
		}()
	}
	printed := map[string]int{}
	for range 20 {
		require.NoError(t, next(t, results))
		printed[tabOf(<-documents)]++
	}
	for tab, n := range printed {
		require.LessOrEqual(t, n, 3, "documents printed in the tab %s", tab)
	}
}

// The service's environment holds its keys.
func TestBrowserGetsNoEnvironment(t *testing.T) {
	const secret = "sesame-4711"
	t.Setenv("PLATEN_AUTH_KEYS", "somebody="+secret)
	home := home(t)
	r := start(t, with(2, home), passThrough(t))
	render(t, r, printJob(`<iframe srcdoc="<p>x"></iframe>`))
	all := processes(t, home)
	require.Greater(t, len(all), 2)
	for _, p := range all {
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid))
		if os.IsNotExist(err) {
			continue // a helper that has ended
		}
		require.NoError(t, err)
		require.NotContains(t, string(environment), secret)
		require.NotContains(t, string(environment), "PLATEN")
		require.NotContains(t, p.command, secret)
	}
}

// However the service ends, its browser ends, too.
func TestBrowserEndsWithService(t *testing.T) {
	const role = "PLATEN_TEST_ROLE"
	if os.Getenv(role) == "service" {
		start(t, with(1), passThrough(t))
		fmt.Println("ready")
		select {}
	}
	home := home(t)
	machine.Started(t, missing())
	service := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	service.Env = append(os.Environ(), role+"=service", "TMPDIR="+home)
	out, err := service.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, service.Start())
	defer func() { _ = service.Wait() }()
	defer kill(t, service.Process.Pid)
	for line := ""; line != "ready"; {
		_, err := fmt.Fscanln(out, &line)
		require.NotEqual(t, "EOF", fmt.Sprint(err), "the service did not start")
	}
	require.NotEmpty(t, processes(t, home))
	kill(t, service.Process.Pid)
	eventually(t, "the browser to end", func() bool { return len(processes(t, home)) == 0 })
}
