package poppler

import (
	"errors"
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// ofService lets a tool end with the service.
func ofService() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// confine sets the limits and the priority of a process. A process that has ended already needs none.
func (c Config) confine(pid int) error {
	memory := uint64(c.MaxMemory) //nolint:gosec // a size is not negative
	for resource, most := range map[int]uint64{unix.RLIMIT_AS: memory, unix.RLIMIT_FSIZE: 0, unix.RLIMIT_CORE: 0} {
		err := unix.Prlimit(pid, resource, &unix.Rlimit{Cur: most, Max: most}, nil)
		if err != nil && !errors.Is(err, unix.ESRCH) {
			return fmt.Errorf("bound its resources: %w", err)
		}
	}
	_ = unix.Setpriority(unix.PRIO_PROCESS, pid, c.Niceness) // it may fail
	return nil
}
