package chrome_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platen/adapters/internal/osprocess"
)

// process is one that runs: neither a zombie nor a thread.
type process struct {
	pid, parent, group int
	command            string
}

// home is a folder for a test's browsers, by which their processes are known.
func home(t testing.TB) string { return t.TempDir() }

// processes are those of all browsers at home in the folder: the groups with a member that was told of it, without
// their watchdogs.
func processes(t testing.TB, home string) (found []process) {
	t.Helper()
	all := allProcesses(t)
	groups := map[int]bool{}
	for _, p := range all {
		if strings.Contains(p.command, "--user-data-dir="+home) {
			groups[p.group] = true
		}
	}
	for _, p := range all {
		if groups[p.group] && !strings.Contains(p.command, osprocess.Watchdog) {
			found = append(found, p)
		}
	}
	return found
}

// renderers are the processes that hold documents.
func renderers(t testing.TB, home string) (found []process) {
	t.Helper()
	for _, p := range processes(t, home) {
		if strings.Contains(p.command, "--type=renderer") {
			found = append(found, p)
		}
	}
	return found
}

// leaders are the processes that the engine started, one for each browser.
func leaders(t testing.TB, home string) (found []process) {
	t.Helper()
	for _, p := range processes(t, home) {
		if p.parent == os.Getpid() {
			found = append(found, p)
		}
	}
	return found
}

func allProcesses(t testing.TB) (all []process) {
	t.Helper()
	folders, err := filepath.Glob("/proc/[0-9]*")
	require.NoError(t, err)
	for _, folder := range folders {
		stat, err := os.ReadFile(folder + "/stat")
		if err != nil {
			continue // it has ended meanwhile
		}
		// pid (name) state parent group …: the name may hold anything (proc(5)).
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		state := fields[0]
		var p process
		p.parent, err = strconv.Atoi(fields[1])
		require.NoError(t, err)
		p.group, err = strconv.Atoi(fields[2])
		require.NoError(t, err)
		command, err := os.ReadFile(folder + "/cmdline")
		if err != nil || state == "Z" || state == "X" {
			continue
		}
		p.pid, err = strconv.Atoi(filepath.Base(folder))
		require.NoError(t, err)
		p.command = strings.ReplaceAll(string(command), "\x00", " ")
		all = append(all, p)
	}
	return all
}

// kill ends a process of a browser that the test started.
func kill(t testing.TB, pid int) {
	t.Helper()
	if err := unix.Kill(pid, unix.SIGKILL); err != nil {
		require.ErrorIs(t, err, unix.ESRCH)
	}
}

// stop makes a process stand still.
func stop(t testing.TB, pid int) {
	t.Helper()
	require.NoError(t, unix.Kill(pid, unix.SIGSTOP))
}

// nothingLeft is that browsers have gone without a trace.
func nothingLeft(t testing.TB, home string) {
	t.Helper()
	require.Empty(t, processes(t, home), "processes of a browser that was closed")
	files, err := os.ReadDir(home)
	require.NoError(t, err)
	require.Empty(t, files, "files of a browser that was closed")
}

// eventually waits until a condition holds. It looks seldom, since to list processes takes milliseconds.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	require.Eventually(t, is, patience, 50*time.Millisecond, what)
}
