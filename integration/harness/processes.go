package harness

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Process is a process of a service.
type Process struct {
	Pid     int
	Command string // its arguments, separated by blanks
	Zombie  bool
}

// Watchdog tells whether the process is the watchdog of an engine.
func (p Process) Watchdog() bool { return strings.Contains(p.Command, "platen-watchdog") }

// Processes are all descendants of the service that live now, or are zombies.
func (s *Service) Processes(t testing.TB) []Process {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	children := map[int][]Process{}
	for _, path := range stats {
		p, parent, err := readProcess(path)
		if err == nil { // otherwise it has ended meanwhile
			children[parent] = append(children[parent], p)
		}
	}
	var all []Process
	for next := []int{s.Pid()}; len(next) > 0; next = next[1:] {
		for _, child := range children[next[0]] {
			all = append(all, child)
			next = append(next, child.Pid)
		}
	}
	return all
}

// readProcess reads a process's state and parent, proc(5).
func readProcess(path string) (p Process, parent int, err error) {
	stat, err := os.ReadFile(path)
	if err != nil {
		return p, 0, err
	}
	// The second field is a name in parentheses, which may hold anything.
	head, tail, _ := strings.Cut(string(stat), "(")
	tail = tail[strings.LastIndex(tail, ")")+1:]
	var state string
	if _, err := fmt.Sscan(tail, &state, &parent); err != nil {
		return p, 0, err
	}
	p.Pid, err = strconv.Atoi(strings.TrimSpace(head))
	if err != nil {
		return p, 0, err
	}
	command, err := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
	p.Command, p.Zombie = strings.TrimSpace(strings.ReplaceAll(string(command), "\x00", " ")), state == "Z"
	return p, parent, err
}
