package wkhtmltopdf

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"platen/adapters/internal/osprocess"
	"platen/domain"
)

// limits are what a document may have its process take. One that wants more would want it again: it fails, and
// is not tried a second time.
type limits struct{ memory, pdf domain.ByteSize }

// memoryPeriod is how often a long print is looked at. Most are done before the first look.
const memoryPeriod = 100 * time.Millisecond

// leastFile is what a process may always write: the page that it is tried with, for one. Where exactly a
// document is too large is not decided here, but only what this machine's disk and memory are spared.
const leastFile = domain.MiB

// holdFiles has the kernel end a process that writes more into a file than a PDF may have, by SIGXFSZ.
func (l limits) holdFiles(pid int) error {
	most := uint64(max(l.pdf, leastFile))
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
		return fmt.Errorf("bound the size of its files: %w", err)
	}
	return nil
}

// outgrown tells whether a process holds too much memory. One that is gone holds none.
func (l limits) outgrown(pid int) bool {
	used, err := osprocess.ResidentMemory(pid)
	return err == nil && l.memory > 0 && used > l.memory
}

// tooMuchMemory is what the document is told whose process has outgrown them.
func (l limits) tooMuchMemory() error {
	return &domain.Error{
		Code:    domain.RenderFailed,
		Message: fmt.Sprintf("the document needs more than the %s of memory that this service allows; make it smaller or split it", l.memory),
	}
}

// tooLarge is what the document is told whose PDF was too large for its process.
func (l limits) tooLarge() error {
	return domain.Invalidf("the document's PDF has more than the %s that this service allows; split it over several requests", max(l.pdf, leastFile))
}

// endedByFile tells whether it was holdFiles that ended a process.
func endedByFile(state *os.ProcessState) bool {
	status, is := state.Sys().(syscall.WaitStatus)
	return is && status.Signal() == syscall.SIGXFSZ
}
