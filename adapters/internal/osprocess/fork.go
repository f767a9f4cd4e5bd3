package osprocess

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Fork is a process that the program of a Group has forked, and waits for. It is of that group, and ends with it at the latest. Safe for
// concurrent use.
type Fork struct {
	process *os.Process
	ended   chan struct{}
}

// NewFork is the running process with an id. life is the reading end of a pipe whose writing end the process alone holds; it is closed when
// the process has ended.
func NewFork(pid int, life io.ReadCloser) *Fork {
	process, _ := os.FindProcess(pid) // on Unix, it always succeeds
	f := &Fork{process: process, ended: make(chan struct{})}
	go func() {
		_, _ = io.Copy(io.Discard, life)
		_ = life.Close()
		close(f.ended)
	}()
	return f
}

// Pid is the process id.
func (f *Fork) Pid() int { return f.process.Pid }

// Ended is closed when the process has ended.
func (f *Fork) Ended() <-chan struct{} { return f.ended }

// GiveWay lowers the priority of the process.
func (f *Fork) GiveWay() error {
	return os.NewSyscallError("setpriority", unix.Setpriority(unix.PRIO_PROCESS, f.Pid(), niceness))
}

// Kill sends SIGKILL. It does not wait for the end. After the end it does nothing.
func (f *Fork) Kill() { _ = f.process.Kill() }
