package poppler

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// ofService lets a tool end with the service.
func ofService() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// pipeSize is what a tool can write before it is read: the most that Linux lets any user have. A page is some MiB.
const pipeSize = 1 << 20

// enlarge lets a tool write more at once. It may fail, where the user has many pipes.
func enlarge(out io.ReadCloser) {
	if pipe, is := out.(*os.File); is {
		_, _ = unix.FcntlInt(pipe.Fd(), unix.F_SETPIPE_SZ, pipeSize)
	}
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

// memoryFile makes an anonymous file (memfd_create(2)) that holds the PDF.
func memoryFile(pdf []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("document.pdf", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("make a file in memory: %w", err)
	}
	file := os.NewFile(uintptr(fd), "document.pdf")
	if _, err := file.Write(pdf); err != nil {
		file.Close()
		return nil, fmt.Errorf("fill a file in memory: %w", err)
	}
	return file, nil
}
