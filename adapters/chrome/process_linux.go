package chrome

import (
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sys/unix"
)

// process is a child process of the browser. It is not a child of this program, so that after its end another process may get its
// number; its descriptor (pidfd_open(2)) always means the same process. Safe for concurrent use.
type process struct {
	pid int

	mu sync.Mutex
	fd int // -1 once closed
}

// openProcess opens a running process.
func openProcess(pid int) (*process, error) {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return nil, fmt.Errorf("open process %d: %w", pid, err)
	}
	return &process{pid: pid, fd: fd}, nil
}

// ended reports whether the process has ended; false after close. It is true before other processes can see that the connections of
// this one are closed: the kernel first frees the memory of an ending process, then closes its descriptors, and reports the end last.
func (p *process) ended() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fd < 0 {
		return false
	}
	poll := []unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLIN}} //nolint:gosec // descriptors are int32
	if ready, err := unix.Poll(poll, 0); err == nil && ready > 0 {
		return true
	}
	status, err := p.status()
	return err != nil || status.Resident == 0
}

// kill ends the process. It does not wait. After close, it does nothing.
func (p *process) kill() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fd < 0 {
		return nil
	}
	if err := unix.PidfdSendSignal(p.fd, unix.SIGKILL, nil, 0); !errors.Is(err, unix.ESRCH) {
		return err
	}
	return nil
}

// close releases the descriptor. A second call does nothing.
func (p *process) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fd >= 0 {
		_ = unix.Close(p.fd)
		p.fd = -1
	}
}

// cpuTime returns the processor time that a process has used, in nanoseconds; 0 if it has ended.
func cpuTime(pid int) int64 {
	var used unix.Timespec
	// The clock of another process: clock_getcpuclockid(3).
	if unix.ClockGettime(int32(^pid)<<3|2, &used) != nil { //nolint:gosec // process numbers are below 2^22
		return 0
	}
	return used.Nano()
}

// enlarge lets a pipe hold more of the protocol's messages. An error does no harm: the limit of unprivileged users may be lower.
func enlarge(pipe uintptr) { _, _ = unix.FcntlInt(pipe, unix.F_SETPIPE_SZ, transportBuffer) }
