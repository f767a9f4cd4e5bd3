package wkhtmltopdf

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"platen/domain"
)

// limits bound what a document may make its process use. A document that exceeds one would exceed it again, so it fails
// and is not rendered a second time.
type limits struct{ memory, pdf domain.ByteSize }

const (
	// checkPeriod is how often the process of a long print is checked. Most prints end before the first check.
	checkPeriod = 100 * time.Millisecond
	// stoppedChecks is how many checks in a row must find a process stopped by a signal before it is killed.
	stoppedChecks = 20
)

// leastFileSize is what a process may always write, so that the self-test succeeds with a small limit of PDFs. This limit protects
// disk and memory; the service checks the size of the finished PDF again.
const leastFileSize = domain.MiB

// limitFileSize makes the kernel end a process by SIGXFSZ when it writes a file larger than a PDF may be.
func (l limits) limitFileSize(pid int) error {
	most := uint64(max(l.pdf, leastFileSize))
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
		return fmt.Errorf("limit the size of its files: %w", err)
	}
	return nil
}

// exceedsMemory reports whether a process uses too much memory.
func (l limits) exceedsMemory(used domain.ByteSize) bool { return l.memory > 0 && used > l.memory }

// tooMuchMemory is the error of a document whose process exceeded its memory.
func (l limits) tooMuchMemory() error {
	return &domain.Error{
		Code:    domain.RenderFailed,
		Message: fmt.Sprintf("the document needs more than the %s of memory that this service allows; make it smaller or split it", l.memory),
	}
}

// tooLarge is the error of a document whose PDF was too large for its process.
func (l limits) tooLarge() error {
	return domain.PDFTooLarge(max(l.pdf, leastFileSize))
}

// exceededFileSize reports whether limitFileSize ended a process.
func exceededFileSize(state *os.ProcessState) bool {
	status, is := state.Sys().(syscall.WaitStatus)
	return is && status.Signal() == syscall.SIGXFSZ
}

// isExhausted reports whether an error is one of the machine: it has no descriptors, processes or memory left, or no room for files.
func isExhausted(err error) bool {
	return slices.ContainsFunc([]error{
		syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, syscall.ENOMEM, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS,
	}, func(problem error) bool { return errors.Is(err, problem) })
}
