//go:build !linux

package chrome

import "golang.org/x/sys/unix"

// process is a child process of the browser by its number, which another process may get after its end.
type process struct{ pid int }

func openProcess(pid int) (*process, error) { return &process{pid}, unix.Kill(pid, 0) }

func (p *process) ended() bool { return unix.Kill(p.pid, 0) != nil }

func (p *process) kill() error { return unix.Kill(p.pid, unix.SIGKILL) }

func (p *process) close() {}

// cpuTime is unknown.
func cpuTime(int) int64 { return 0 }

func enlarge(uintptr) {}
