package wkhtmltopdf

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"

	"platen/domain"
)

// limitFileSize makes the kernel end a process by SIGXFSZ when it writes a file larger than a PDF may be. One that has ended already needs
// no limit: its end says why.
func limitFileSize(pid int, pdf domain.ByteSize) error {
	most := uint64(pdf) //nolint:gosec // a size is not negative
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("limit the size of its files: %w", err)
	}
	return nil
}
