package integration_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
	"platen/ports/machine"
)

// TestKilledService kills a service whose engine cannot react. The engine ends, and the next start removes the files of the killed
// service, but not those of another one.
func TestKilledService(t *testing.T) {
	t.Parallel()
	for _, engine := range both {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			temp := t.TempDir()
			settings := []string{"PLATEN_ENGINE=" + engine, "TMPDIR=" + temp}
			other := harness.Start(t, settings...)
			killed := harness.Start(t, settings...)
			killed.PDF(t, document("printed"))
			others := filesIn(t, temp, other.PID())
			var processes []machine.Process
			require.Eventually(t, func() bool {
				processes = slices.DeleteFunc(killed.Processes(), func(p machine.Process) bool { return p.Name == "fc-list" }) // ends by itself
				return len(processes) > 0 && !slices.ContainsFunc(processes, isFork)
			}, patience, 20*time.Millisecond)
			for _, p := range processes {
				if !p.Watchdog() {
					_ = syscall.Kill(p.PID, syscall.SIGSTOP)
				}
			}

			killed.Kill(t)
			require.Eventually(t, func() bool { return !slices.ContainsFunc(processes, machine.Process.Running) },
				patience, 20*time.Millisecond, "%v", processes)
			require.Len(t, entries(t, temp), 2, "the folder of a killed service stays until the next start")

			next := harness.Start(t, settings...)
			require.Len(t, entries(t, temp), 2)
			require.Contains(t, next.Log(), "removed the work folder of an instance that was killed")
			for _, name := range others {
				_, err := os.Lstat(name)
				require.NoError(t, err)
			}
			other.PDF(t, document("the other one"))
			next.PDF(t, document("the next one"))
			other.Stop(t)
			next.Stop(t)
			require.Empty(t, entries(t, temp))
		})
	}
}

// filesIn are the files and folders below a folder that a process has open.
func filesIn(t *testing.T, folder string, pid int) (names []string) {
	t.Helper()
	descriptors, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/fd/*")
	require.NoError(t, err)
	for _, descriptor := range descriptors {
		if name, err := os.Readlink(descriptor); err == nil && strings.HasPrefix(name, folder) {
			names = append(names, name)
		}
	}
	require.NotEmpty(t, names)
	return names
}

// isFork reports whether a process of a service does not run its own program yet: stopped at this moment, it is no engine.
func isFork(p machine.Process) bool { return strings.HasSuffix(p.Command, " serve") }
