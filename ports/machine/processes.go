package machine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/prometheus/procfs"
)

// Process is a process of this machine, as proc(5) describes it.
type Process struct {
	PID, Parent int
	// Name is that of its program, and Command its arguments, separated by blanks.
	Name, Command string
	// Zombie: it has ended, and its parent has not waited for it yet.
	Zombie bool
	// started distinguishes it from a later process with the same number.
	started uint64
}

// Find returns a process; false if there is none of this number.
func Find(pid int) (Process, bool) {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return Process{}, false
	}
	stat, err := p.Stat()
	return describe(p, stat), err == nil
}

func describe(p procfs.Proc, stat procfs.ProcStat) Process {
	command, _ := p.CmdLine() // a zombie has none
	return Process{stat.PID, stat.PPID, stat.Comm, strings.TrimSpace(strings.Join(command, " ")), stat.State == "Z", stat.Starttime}
}

// Tree lists a process and all its descendants, parents before their children; nothing if it has ended.
func Tree(root int) (tree []Process) {
	all, _ := procfs.AllProcs()
	children := map[int][]procfs.Proc{}
	stats := map[int]procfs.ProcStat{}
	for _, proc := range all {
		if stat, err := proc.Stat(); err == nil { // it has not ended meanwhile
			stats[stat.PID] = stat
			children[stat.PPID] = append(children[stat.PPID], proc)
		}
	}
	if root, err := procfs.NewProc(root); err == nil && stats[root.PID].PID == root.PID {
		tree = append(tree, describe(root, stats[root.PID]))
	}
	for i := 0; i < len(tree); i++ {
		for _, child := range children[tree[i].PID] {
			tree = append(tree, describe(child, stats[child.PID]))
		}
	}
	return tree
}

// Is reports whether both are the same process, maybe at different times.
func (p Process) Is(other Process) bool { return p.PID == other.PID && p.started == other.started }

// Running reports whether the process has not ended since. A zombie has ended, unless this process must still wait for it.
func (p Process) Running() bool {
	now, found := Find(p.PID)
	return found && now.Is(p) && (!now.Zombie || now.Parent == os.Getpid())
}

// Watchdog reports whether it is the watchdog of an engine.
func (p Process) Watchdog() bool { return strings.Contains(p.Command, "platen-watchdog") }

// Memory is the anonymous and shared memory of processes in bytes: proportional, so that a page which n processes share counts as one
// n-th for each, and without the pages of files, which the kernel can drop. Ended processes count as 0.
func Memory(processes ...Process) (sum int) {
	for _, p := range processes {
		rollup, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.PID), "smaps_rollup"))
		for line := range strings.Lines(string(rollup)) {
			if fields := strings.Fields(line); fields[0] == "Pss_Anon:" || fields[0] == "Pss_Shmem:" {
				kilobytes, _ := strconv.Atoi(fields[1])
				sum += kilobytes * 1024
			}
		}
	}
	return sum
}
