package rendertest

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// process identifies a process: process numbers are reused, but not together with a start time.
type process struct {
	pid   int
	start string
}

// descendants are the processes below this one, with their command lines.
func descendants(t testing.TB) map[process]string {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	require.NoError(t, err)
	children := map[int][]process{}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if s, ok := statusOf(pid); ok {
				children[s.parent] = append(children[s.parent], process{pid, s.start})
			}
		}
	}
	found := map[process]string{}
	for next := children[os.Getpid()]; len(next) > 0; next = next[1:] {
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", next[0].pid))
		found[next[0]] = strings.ReplaceAll(string(command), "\x00", " ")
		next = append(next, children[next[0].pid]...)
	}
	return found
}

// alive returns those of the processes that still run. Dead ones that wait to be reaped are left out.
func alive(t testing.TB, of map[process]string) (left []string) {
	t.Helper()
	for p, command := range of {
		s, ok := statusOf(p.pid)
		if ok && s.start == p.start && (s.state != "Z" || s.parent == os.Getpid()) {
			left = append(left, fmt.Sprintf("%d %s %s", p.pid, s.state, command))
		}
	}
	return left
}

// kill kills the process if it still runs.
func (p process) kill() error {
	if s, ok := statusOf(p.pid); !ok || s.start != p.start {
		return nil
	}
	if err := syscall.Kill(p.pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

type status struct {
	state  string
	parent int
	start  string
}

// statusOf reads proc_pid_stat(5); its second field may hold blanks and parentheses.
func statusOf(pid int) (s status, ok bool) {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return s, false
	}
	fields := strings.Fields(string(content[strings.LastIndexByte(string(content), ')')+1:]))
	const state, parent, start = 0, 1, 19
	s = status{state: fields[state], start: fields[start]}
	s.parent, err = strconv.Atoi(fields[parent])
	return s, err == nil
}
