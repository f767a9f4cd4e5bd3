// Package osprocess starts the programs of engines as process groups that end with the service, and measures the
// memory of a process. It is for adapters that run a program.
package osprocess

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Group is a running program with the processes that it has started and that stayed in its process group.
//
// The group ends with this process, in whatever way this process ends. A parent-death signal would not do: it reaches only the
// program itself, and Debian's browser is the child of a shell that does not exec; and it is sent when the thread that started
// the program ends, not the process.
type Group struct {
	program  *exec.Cmd
	watchdog *watchdog
	ended    chan struct{}
	err      error // of program.Wait; valid once ended is closed

	mu     sync.Mutex
	reaped bool // the process group id may be in use again
}

// Start starts the command in a new process group. The command must not have been started, and its SysProcAttr is
// overwritten.
func Start(command *exec.Cmd) (*Group, error) {
	guard, err := newWatchdog()
	if err != nil {
		return nil, fmt.Errorf("start a watchdog: %w", err)
	}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: guard.group()}
	if err := command.Start(); err != nil {
		guard.end()
		return nil, err
	}
	g := &Group{program: command, watchdog: guard, ended: make(chan struct{})}
	go g.reap()
	return g, nil
}

// Pid is the process id of the program.
func (g *Group) Pid() int { return g.program.Process.Pid }

// Ended is closed when the program has ended, the rest of its group was killed, and the program has been waited for.
func (g *Group) Ended() <-chan struct{} { return g.ended }

// Wait waits until Ended is closed. It returns the error of the command's Wait, whose ProcessState is then known.
func (g *Group) Wait() error {
	<-g.ended
	return g.err
}

// niceness is that of a group in the background: the least that the kernel gives.
const niceness = 19

// GiveWay lowers the priority of the whole group, and of what it starts from then on.
func (g *Group) GiveWay() error {
	return os.NewSyscallError("setpriority", unix.Setpriority(unix.PRIO_PGRP, g.watchdog.group(), niceness))
}

// Kill sends SIGKILL to the whole group. It does not wait for its end. After the end of the program it does nothing.
// Safe for concurrent use.
func (g *Group) Kill() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.reaped {
		return nil
	}
	if err := unix.Kill(-g.watchdog.group(), unix.SIGKILL); err != nil && !errors.Is(err, unix.ESRCH) {
		return err
	}
	return nil
}

// reap waits for the end of the program and kills the rest of its group. It kills before Wait, since Wait waits for every process
// that holds the program's standard error.
func (g *Group) reap() {
	awaitEnd(g.Pid())
	_ = g.Kill()
	g.err = g.program.Wait()
	g.mu.Lock()
	g.reaped = true
	g.mu.Unlock()
	g.watchdog.end()
	close(g.ended)
}
