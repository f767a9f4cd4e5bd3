package wkhtmltopdf

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"platen/domain"
)

// leastFileSize is what a process may always write, so that the self-test succeeds with a small limit of PDFs. This limit protects
// disk and memory; the service checks the size of the finished PDF again.
const leastFileSize = domain.MiB

// limitFileSize makes the kernel end a process by SIGXFSZ when it writes a file larger than a PDF may be.
func limitFileSize(pid int, pdf domain.ByteSize) error {
	most := uint64(max(pdf, leastFileSize))
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
		return fmt.Errorf("limit the size of its files: %w", err)
	}
	return nil
}

// tooLarge is the error of a document whose PDF was too large for its process.
func tooLarge(pdf domain.ByteSize) error {
	return domain.PDFTooLarge(max(pdf, leastFileSize))
}

// exceededFileSize reports whether limitFileSize ended a process.
func exceededFileSize(state *os.ProcessState) bool {
	status, is := state.Sys().(syscall.WaitStatus)
	return is && status.Signal() == syscall.SIGXFSZ
}
