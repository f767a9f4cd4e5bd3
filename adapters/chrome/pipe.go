package chrome

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// transport carries the messages of the DevTools protocol: JSON texts, each followed by a NUL. Each call of Write is one message. One
// goroutine may read while another writes; Close ends both calls.
type transport = io.ReadWriteCloser

// pipe is the transport of --remote-debugging-pipe: the browser reads from descriptor 3 and writes to descriptor 4.
type pipe struct{ to, from *os.File }

// transportBuffer is larger than most PDFs, so that a message is read at once or in two pieces.
const transportBuffer = 1 << 20

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
			// An error does no harm: the kernel's limit for unprivileged users may be lower.
			_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, transportBuffer) })
		}
	}
	return &pipe{to: ourOut, from: ourIn}, []*os.File{theirIn, theirOut}, nil
}

func (p *pipe) Read(b []byte) (int, error)  { return p.from.Read(b) }
func (p *pipe) Write(b []byte) (int, error) { return p.to.Write(b) }

// Close closes both directions. The browser then ends itself.
func (p *pipe) Close() error {
	p.to.Close()
	p.from.Close()
	return nil
}
