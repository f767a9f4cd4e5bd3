package measure

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Process is one row of the process table.
type Process struct {
	PID, Parent int
	Name        string
	Zombie      bool
}

// Tree lists a process and all its descendants.
func Tree(root int) ([]Process, error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	children := map[int][]Process{}
	var tree []Process
	for _, name := range stats {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended meanwhile
		}
		p, err := ParseStat(string(stat))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if p.PID == root {
			tree = append(tree, p)
		}
		children[p.Parent] = append(children[p.Parent], p)
	}
	for i := 0; i < len(tree); i++ {
		tree = append(tree, children[tree[i].PID]...)
	}
	return tree, nil
}

// ParseStat reads /proc/PID/stat (proc_pid_stat(5)): "pid (name) state parent …", where the name may hold
// blanks and parentheses.
func ParseStat(stat string) (Process, error) {
	open, end := strings.IndexByte(stat, '('), strings.LastIndexByte(stat, ')')
	if open < 0 || end < open {
		return Process{}, fmt.Errorf("no name in %q", stat)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(stat[:open]))
	if err != nil {
		return Process{}, fmt.Errorf("the process id: %w", err)
	}
	rest := strings.Fields(stat[end+1:])
	if len(rest) < 2 {
		return Process{}, fmt.Errorf("no parent in %q", stat)
	}
	parent, err := strconv.Atoi(rest[1])
	if err != nil {
		return Process{}, fmt.Errorf("the parent's id: %w", err)
	}
	return Process{PID: pid, Parent: parent, Name: stat[open+1 : end], Zombie: rest[0] == "Z"}, nil
}

// Memory is the memory of processes in bytes: their proportional set size, in which a page that n processes share counts as one n-th
// for each. Ended processes count as 0.
func Memory(processes []Process) int64 { return sum(processes, "Pss:") }

// AnonymousMemory is Memory without the pages of files, which other programs share and the kernel can drop.
func AnonymousMemory(processes []Process) int64 { return sum(processes, "Pss_Anon:", "Pss_Shmem:") }

// sum adds up lines of smaps_rollup, proc_pid_smaps(5), in bytes.
func sum(processes []Process, names ...string) (sum int64) {
	for _, p := range processes {
		rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", p.PID))
		if err != nil {
			continue
		}
		for line := range bytes.Lines(rollup) {
			for _, name := range names {
				if value, is := bytes.CutPrefix(line, []byte(name)); is {
					kilobytes, _ := strconv.ParseInt(strings.TrimSuffix(string(bytes.TrimSpace(value)), " kB"), 10, 64)
					sum += kilobytes * 1024
				}
			}
		}
	}
	return sum
}

// Watch calls look periodically with a process's tree, until the returned function is called. That function waits for the last call.
func Watch(root int, every time.Duration, look func([]Process)) (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			if tree, err := Tree(root); err == nil {
				look(tree)
			}
			select {
			case <-time.After(every):
			case <-end:
				return
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}
