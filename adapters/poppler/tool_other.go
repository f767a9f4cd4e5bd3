//go:build !linux

package poppler

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// Other kernels neither end a tool with the service, nor bound one from outside: it ends by its timeout.

func ofService() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func (c Config) confine(pid int) error {
	_ = unix.Setpriority(unix.PRIO_PROCESS, pid, c.Niceness) // it may fail
	return nil
}
