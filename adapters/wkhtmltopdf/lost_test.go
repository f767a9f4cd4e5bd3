package wkhtmltopdf_test

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"golang.org/x/sys/unix"

	"platen/domain"
	"platen/ports"
	"platen/ports/pdfcheck"
	"platen/ports/rendertest"
)

// patience is longer than any of the engine's own limits, on a busy machine too.
const patience = 2 * time.Minute

// stop stops a process by a signal, and lets it end with the test.
func stop(t *testing.T, pid int) {
	t.Helper()
	require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
}

func TestStoppedIdleProcessIsReplaced(t *testing.T) {
	p := newProgram(t, "")
	t.Parallel()
	engine := p.start(t, 2)
	for _, pid := range p.pids(t) {
		stop(t, pid)
	}
	require.Eventually(t, func() bool { return len(p.pids(t)) == 4 }, patience, 10*time.Millisecond, "both are replaced without a document")
	pdfcheck.In(t, render(t, engine, jobOf("<p>and on")).Content, pdfcheck.Text("and on"))
	require.EqualValues(t, 2, engine.Info().Restarts)
}

func TestStoppedProcessLosesItsDocument(t *testing.T) {
	p := newProgram(t, "")
	t.Parallel()
	engine := p.start(t, 1)
	url, asked := holding(t)
	done := make(chan error)
	go func() {
		_, err := engine.Render(t.Context(), jobOf(`<p>x</p><img src="`+url+`/x.png">`), ports.RenderOptions{})
		done <- err
	}()
	<-asked
	stop(t, p.pids(t)[0])
	require.ErrorIs(t, <-done, ports.ErrEngineLost)
	pdfcheck.In(t, render(t, engine, jobOf("<p>the next one")).Content, pdfcheck.Text("the next one"))
	require.EqualValues(t, 1, engine.Info().Restarts)
}

// A replacement process that hangs is given up for another one.
func TestReplacementThatHangsIsReplaced(t *testing.T) {
	p := newProgram(t, `[ "$(wc -l <"$record/pids")" = 1 ] && { echo $$ >>"$record/pids"; exec sleep 1000; }`)
	t.Parallel()
	require.NoError(t, os.WriteFile(p.record+"/pids", nil, 0o600))
	engine := p.start(t, 1)
	engine.StartLimit = 17 * time.Second                                               // more than documents wait for a process
	render(t, engine, jobOf(`<img src="http://`+rendertest.DeadAddress(t)+`/x.png">`)) // its process is replaced
	require.Eventually(t, func() bool { return engine.Ready() != nil }, patience, 10*time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	_, err := engine.Render(ctx, jobOf("<p>does not wait for long"), ports.RenderOptions{})
	var known *domain.Error
	require.ErrorAs(t, err, &known)
	require.Equal(t, domain.Overloaded, known.Code)
	require.Eventually(t, func() bool { return engine.Ready() == nil }, patience, 10*time.Millisecond)
	pdfcheck.In(t, render(t, engine, jobOf("<p>the next one")).Content, pdfcheck.Text("the next one"))
	require.Len(t, p.pids(t), 3)
}

// An engine that cannot be started again says so, and comes back when it can.
func TestEngineThatIsGone(t *testing.T) {
	p := newProgram(t, "")
	t.Parallel()
	engine := p.start(t, 2)
	require.NoError(t, os.Rename(p.path, p.path+".away"))
	for _, pid := range p.pids(t) {
		require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	}
	gone := time.Now()
	require.Eventually(t, func() bool { return engine.Ready() != nil }, patience, 10*time.Millisecond)
	require.Less(t, time.Since(gone), 10*time.Second)
	require.ErrorContains(t, engine.Ready(), "there is no process")
	_, err := engine.Render(t.Context(), jobOf("<p>x"), ports.RenderOptions{})
	var known *domain.Error
	require.ErrorAs(t, err, &known)
	require.Equal(t, domain.Overloaded, known.Code)
	require.Positive(t, known.RetryAfter)
	require.Contains(t, known.Message, "the rendering engine is not available")

	require.NoError(t, os.Rename(p.path+".away", p.path))
	require.Eventually(t, func() bool { return engine.Ready() == nil }, patience, 10*time.Millisecond)
	pdfcheck.In(t, render(t, engine, jobOf("<p>again")).Content, pdfcheck.Text("again"))
}

// A document that came while the machine has no descriptors left may be tried again.
func TestOutOfDescriptors(t *testing.T) {
	engine := start(t)
	render(t, engine, jobOf("<p>x"))
	var limit unix.Rlimit
	require.NoError(t, unix.Prlimit(0, unix.RLIMIT_NOFILE, nil, &limit))
	t.Cleanup(func() { require.NoError(t, unix.Prlimit(0, unix.RLIMIT_NOFILE, &limit, nil)) })
	require.NoError(t, unix.Prlimit(0, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 3, Max: limit.Max}, nil))
	_, err := engine.Render(t.Context(), jobOf("<p>x"), ports.RenderOptions{})
	require.NoError(t, unix.Prlimit(0, unix.RLIMIT_NOFILE, &limit, nil))
	var known *domain.Error
	require.ErrorAs(t, err, &known)
	require.Equal(t, domain.Overloaded, known.Code)
	require.Positive(t, known.RetryAfter)
	pdfcheck.In(t, render(t, engine, jobOf("<p>again")).Content, pdfcheck.Text("again"))
}

func TestReadyBeforeTheStart(t *testing.T) {
	engine := with(1).open(nil, zap.NewNop())
	require.ErrorContains(t, engine.Ready(), "no page has been printed yet")
	require.NoError(t, engine.Close())
	require.ErrorContains(t, engine.Ready(), "closed")
}
