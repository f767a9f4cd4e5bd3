package weasyprint_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platen/domain"
	"platen/ports"
	"platen/ports/machine"
)

// TestFailedDocumentsKeepTheirProcess: a document that WeasyPrint cannot print, and says so, costs no start of a process.
func TestFailedDocumentsKeepTheirProcess(t *testing.T) {
	engine := start(t)
	processes := engine.Processes()
	html := "<style>p{width:" + strings.Repeat("(", 50_000) + strings.Repeat(")", 50_000) + "}</style><p>x"
	for range len(processes) + 1 {
		_, err := engine.Render(t.Context(), onPaper(html), ports.RenderOptions{})
		require.Equal(t, domain.RenderFailed, domain.AsError(err).Code)
	}
	require.ElementsMatch(t, processes, engine.Processes())
}

// TestProcessCollectsGarbage: a process is kept though its documents leave together more garbage than it may grow by.
func TestProcessCollectsGarbage(t *testing.T) {
	engine := start(t)
	processes := engine.Processes()
	for range 10 {
		_, err := engine.Render(t.Context(), onPaper("<p>x<!--"+strings.Repeat("x", 2_000_000)+"-->"), ports.RenderOptions{})
		require.NoError(t, err)
	}
	require.ElementsMatch(t, processes, engine.Processes())
}

// TestGrownProcessIsReplaced: another process is there before the garbage of a large document is collected.
func TestGrownProcessIsReplaced(t *testing.T) {
	engine := start(t)
	processes := engine.Processes()
	_, err := engine.Render(t.Context(), onPaper(strings.Repeat("<p>x", 3500)), ports.RenderOptions{})
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		kept := 0
		for _, pid := range engine.Processes() {
			if slices.Contains(processes, pid) {
				kept++
			}
		}
		return kept == len(processes)-1
	}, time.Minute, 20*time.Millisecond)
}

// TestClientLeavesDuringFork: a client that leaves while a process is started for its document takes no other process with it.
func TestClientLeavesDuringFork(t *testing.T) {
	engine := start(t)
	processes := engine.Processes()
	worker, runs := machine.Find(processes[0])
	require.True(t, runs)
	require.NoError(t, unix.Kill(worker.Parent, unix.SIGSTOP)) // the fork server
	ctx, leave := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer leave()
	context.AfterFunc(ctx, func() { _ = unix.Kill(worker.Parent, unix.SIGCONT) })
	_, err := engine.Render(ctx, onPaper("<p>x"), ports.RenderOptions{Isolated: true})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = engine.Render(t.Context(), onPaper("<p>the next one"), ports.RenderOptions{})
	require.NoError(t, err)
	require.ElementsMatch(t, processes, engine.Processes())
}
