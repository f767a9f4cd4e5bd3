package osprocess

import (
	"os"
	"os/exec"
	"syscall"
)

// Watchdog is the name of the watchdog processes in a process list.
const Watchdog = "platen-watchdog"

// watchdog is a shell that leads the group it guards, so that the program is guarded from its start. It holds the reading end of
// a pipe; only this process holds the writing end. When that closes, the watchdog kills its group, itself included.
type watchdog struct {
	shell *exec.Cmd
	alive *os.File // the writing end
}

// script ignores the signals that a terminal or a supervisor sends to all processes of a service, since the engines are needed
// until the last document is finished. A line says that it does: the kernel sends SIGHUP to a group that has stopped processes when the
// service ends.
const script = `trap "" HUP INT QUIT TERM; echo; read -r _; kill -KILL 0`

// newWatchdog returns once the watchdog ignores signals.
func newWatchdog() (*watchdog, error) {
	reading, writing, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer reading.Close()
	//nolint:noctx // it ends with its group
	shell := exec.Command("/bin/sh", "-c", script, Watchdog)
	shell.Env = []string{}
	shell.Dir = "/"
	shell.Stdin = reading
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	ready, err := shell.StdoutPipe()
	if err == nil {
		err = shell.Start()
	}
	if err != nil {
		writing.Close()
		return nil, err
	}
	defer ready.Close()
	w := &watchdog{shell: shell, alive: writing}
	if _, err := ready.Read(make([]byte, 1)); err != nil {
		w.end()
		return nil, err
	}
	return w, nil
}

// group is the id of the group. It stays reserved until end returns, even if the watchdog itself was killed.
func (w *watchdog) group() int { return w.shell.Process.Pid }

// end ends the watchdog and the rest of its group.
func (w *watchdog) end() {
	w.alive.Close()
	_ = w.shell.Wait()
}
