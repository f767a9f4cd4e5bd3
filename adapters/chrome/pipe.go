package chrome

import (
	"bufio"
	"fmt"
	"os"
	"sync"

	"github.com/go-rod/rod/lib/cdp"
	"golang.org/x/sys/unix"

	"platen/ports"
)

var _ cdp.WebSocketable = (*pipe)(nil)

// pipe carries the DevTools protocol as --remote-debugging-pipe does: JSON messages, each ended by a NUL, read
// by the browser on descriptor 3 and written by it on descriptor 4.
type pipe struct {
	mu sync.Mutex // one message at a time
	to *os.File

	from *bufio.Reader
	file *os.File
}

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
	for _, f := range []*os.File{ourOut, theirOut} {
		// A wish, not a need: the kernel's limit for unprivileged users may be lower.
		_, _ = unix.FcntlInt(f.Fd(), unix.F_SETPIPE_SZ, pipeBuffer)
		_ = unix.SetNonblock(int(f.Fd()), f == ourOut)
	}
	p = &pipe{to: ourOut, from: bufio.NewReaderSize(ourIn, pipeBuffer), file: ourIn}
	return p, []*os.File{theirIn, theirOut}, nil
}

// Send writes one message.
func (p *pipe) Send(message []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, part := range [][]byte{message, {0}} {
		if _, err := p.to.Write(part); err != nil {
			return lost(err)
		}
	}
	return nil
}

// Read gives the next message. A message that the browser did not finish is an error.
func (p *pipe) Read() ([]byte, error) {
	message, err := p.from.ReadBytes(0)
	if err != nil {
		return nil, lost(err)
	}
	return message[:len(message)-1], nil
}

// lost says what a broken pipe means. Calls that wait see it before anybody has noticed the browser's end.
func lost(err error) error {
	return fmt.Errorf("%w: the pipe to the browser broke: %w", ports.ErrEngineLost, err)
}

// close ends both directions, upon which the browser ends itself.
func (p *pipe) close() {
	p.to.Close()
	p.file.Close()
}
