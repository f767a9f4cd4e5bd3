package chrome

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipe carries the DevTools protocol as --remote-debugging-pipe does: JSON messages, each ended by a NUL, read
// by the browser on descriptor 3 and written by it on descriptor 4.
type pipe struct{ to, from *os.File }

// pipeBuffer holds a usual PDF, so that a message is one or two reads.
const pipeBuffer = 1 << 20

// newPipe makes the pipe and the two ends that the browser gets, as its descriptors 3 and 4.
func newPipe() (p *pipe, browser []*os.File, err error) {
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		theirIn.Close()
		ourOut.Close()
		return nil, nil, err
	}
	for _, f := range []*os.File{ourOut, ourIn} {
		if raw, err := f.SyscallConn(); err == nil {
			// It is not needed: the kernel's limit for unprivileged users may be lower.
			_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeBuffer) })
		}
	}
	return &pipe{to: ourOut, from: ourIn}, []*os.File{theirIn, theirOut}, nil
}

// close closes both directions. The browser then ends itself.
func (p *pipe) close() {
	p.to.Close()
	p.from.Close()
}
