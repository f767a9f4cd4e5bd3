package rendertest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
	"platen/ports/pdfcheck"
)

// life checks that an engine leaves nothing behind, and can be closed at any time.
func life(t *testing.T, open Open) {
	t.Run("nothing is left", func(t *testing.T) { nothingLeft(t, open) })
	t.Run("killed", func(t *testing.T) { killed(t, open) })
	t.Run("close before start", func(t *testing.T) {
		egress := OpenEgress(t)
		engine := open(t, egress)
		require.Error(t, engine.Ready(), "before the start")
		require.NoError(t, engine.Close())
		require.NoError(t, engine.Close())
		require.Empty(t, egress.sessions())
	})
	t.Run("start that is cancelled", func(t *testing.T) {
		egress := OpenEgress(t)
		engine := open(t, egress)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		require.ErrorIs(t, engine.Start(ctx), context.Canceled)
		require.NoError(t, engine.Close())
		require.Empty(t, egress.sessions())
	})
}

// killed checks that an engine whose processes are killed during a render returns ErrEngineLost, and prints the next document.
func killed(t *testing.T, open Open) {
	before := machine.Tree(os.Getpid())
	s := start(t, open)
	for range 2 {
		asked, release := s.site.hold("/held")
		done := s.underWay(t, document("", `<img src="`+s.site.url("/held")+`">`), asked)
		for _, p := range since(before) {
			if err := syscall.Kill(p.PID, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
				require.NoError(t, err)
			}
		}
		require.ErrorIs(t, (<-done).err, ports.ErrEngineLost)
		close(release)
		if s.engine.Info().Remote { // whose processes the test's own browser replaces, in a time that the engine cannot know
			s.awaitReady(t)
		}
		s.printsAgain(t)
		s.awaitReady(t)
	}
}

// awaitReady waits until the engine is ready again.
func (s *suite) awaitReady(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool { return s.engine.Ready() == nil }, patience, 10*time.Millisecond, "ready again")
}

// tries is how often the service prints a document whose engine is lost: an engine may notice the end of an idle process only when a
// document needs it.
const tries = 3

// underWay starts a render and waits until it has requested its resource. It repeats lost renders.
func (s *suite) underWay(t *testing.T, held domain.PrintJob, asked <-chan struct{}) <-chan result {
	t.Helper()
	for range tries {
		done := s.begin(t.Context(), held)
		select {
		case <-asked:
			return done
		case lost := <-done:
			require.ErrorIs(t, lost.err, ports.ErrEngineLost)
		}
	}
	require.Fail(t, "the engine is lost each time")
	return nil
}

// printsAgain repeats lost renders.
func (s *suite) printsAgain(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	again := result{err: ports.ErrEngineLost}
	for try := 0; try < tries && errors.Is(again.err, ports.ErrEngineLost); try++ {
		again = <-s.begin(ctx, document("", "<p>again</p>"))
	}
	require.NoError(t, again.err, "at most %d tries", tries)
	pdfcheck.In(t, again.pdf.Content, pdfcheck.Whole(), pdfcheck.Text("again"))
}

// nothingLeft closes an engine during a render. It checks that no process, file or session of it remains, and that calls after Close
// fail. The processes of a remote engine are somebody else's.
func nothingLeft(t *testing.T, open Open) {
	private := filepath.Join(t.TempDir(), "private")
	require.NoError(t, os.Mkdir(private, 0o700))
	tests := os.TempDir()
	t.Setenv("TMPDIR", private)
	before := machine.Tree(os.Getpid())
	s := start(t, open)
	require.NoError(t, s.engine.Ready())
	alone := s.renderWith(t, document("", "<p>alone</p>"), ports.RenderOptions{Isolated: true})
	// The files of the PDF checks are not the engine's, so this uses render instead of check.
	for range 3 {
		s.render(t, document("", `<p>x</p><img src="`+s.site.url("/missing.png")+`">`))
	}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	asked, hold := s.site.hold("/held")
	defer close(hold)
	held := document("", `<img src="`+s.site.url("/held")+`">`)
	left := s.begin(ctx, held)
	awaitRequest(t, asked, left)
	during := since(before)
	leave()
	require.Error(t, (<-left).err)
	underWay := s.begin(t.Context(), held)
	awaitRequest(t, asked, underWay)
	started := since(before)
	info := s.engine.Info()
	require.Equal(t, 1, info.Printing)
	started = append(started, since(before)...) // one may have been replaced meanwhile
	require.Equal(t, info.Remote, len(info.Processes) == 0, "an engine names the programs that it has started, for the metrics of its memory")
	for _, pid := range info.Processes {
		require.True(t, slices.ContainsFunc(started, func(p machine.Process) bool { return p.PID == pid }), "process %d", pid)
	}

	require.NoError(t, s.engine.Close())
	require.Error(t, (<-underWay).err)
	require.NoError(t, s.engine.Close(), "a second time")
	_, err := s.engine.Render(t.Context(), document("", "<p>x</p>"), ports.RenderOptions{})
	require.Error(t, err, "a render after the end")
	require.Error(t, s.engine.Ready(), "after the end")

	t.Setenv("TMPDIR", tests)
	require.Empty(t, s.egress.sessions(), "sessions that the engine did not close")
	pdfcheck.In(t, alone.Content, pdfcheck.Whole(), pdfcheck.Text("alone"))
	files, err := filepath.Glob(filepath.Join(private, "*"))
	require.NoError(t, err)
	require.Empty(t, files, "files in the temporary folder")
	if s.engine.Info().Remote {
		return
	}
	require.NotEmpty(t, during, "processes of the engine while it worked")
	none := func() bool { return !slices.ContainsFunc(during, machine.Process.Running) }
	require.Eventually(t, none, soon, 10*time.Millisecond, "processes left")
}

// awaitRequest waits until a render has requested its resource. One that has ended instead fails the test.
func awaitRequest(t *testing.T, asked <-chan struct{}, done <-chan result) {
	t.Helper()
	select {
	case <-asked:
	case early := <-done:
		require.Fail(t, "ended before its resource was requested", "%v", early.err)
	}
}

// since are the processes below this one that are not among the earlier ones.
func since(before []machine.Process) []machine.Process {
	return slices.DeleteFunc(machine.Tree(os.Getpid()), func(p machine.Process) bool { return slices.ContainsFunc(before, p.Is) })
}
