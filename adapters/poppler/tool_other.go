//go:build !linux

package poppler

import (
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Other kernels neither end a tool with the service, nor bound one from outside: it ends by its timeout.

func ofService() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func enlarge(io.ReadCloser) {}

func (c Config) confine(pid int) error {
	_ = unix.Setpriority(unix.PRIO_PROCESS, pid, c.Niceness) // it may fail
	return nil
}

// memoryFile makes a file without a name that holds the PDF.
func memoryFile(pdf []byte) (*os.File, error) {
	file, err := os.CreateTemp("", "platen-poppler-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name())
	if _, err := file.Write(pdf); err != nil {
		file.Close()
		return nil, err
	}
	_, err = file.Seek(0, io.SeekStart) // /dev/fd shares the place in the file
	return file, err
}
