package poppler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"platen/adapters/internal/osprocess"
)

// errEnough ends a tool of whose output the rest is not wanted.
var errEnough = errors.New("enough")

// waiting reads what a tool prints, and ends the tool if it prints nothing for some time while something is read.
type waiting struct {
	out   io.Reader
	limit *time.Timer
	most  time.Duration
}

func (w waiting) Read(p []byte) (int, error) {
	w.limit.Reset(w.most)
	defer w.limit.Stop()
	return w.out.Read(p)
}

// run starts a tool that reads a PDF from its standard input, calls read with its output, and waits for its end. An error of read ends the
// tool early.
func (r *Rasterizer) run(ctx context.Context, pdf []byte, read func(io.Reader) error, name string, arguments ...string) error {
	bounded, stop := context.WithCancel(ctx)
	defer stop()
	var said osprocess.Tail
	command := exec.CommandContext(bounded, name, arguments...)
	command.Env = []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH"), "HOME=/nonexistent"}
	command.Stdin, command.Stderr = bytes.NewReader(pdf), &said
	command.SysProcAttr = osprocess.OfService()
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	limit := time.AfterFunc(r.config.Timeout, stop)
	defer limit.Stop()
	if err = r.config.confine(command.Process.Pid); err == nil {
		err = read(waiting{out, limit, r.config.Timeout})
	}
	expired := bounded.Err() != nil
	if err != nil {
		stop()
	}
	limit.Reset(r.config.Timeout)
	ended := command.Wait()
	switch {
	case errors.Is(err, errEnough):
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case expired && ended != nil:
		return fmt.Errorf("%s printed nothing for %s", name, r.config.Timeout)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case ended != nil:
		return fmt.Errorf("%s: %w: %s", name, ended, said.String()[strings.LastIndexByte(said.String(), '\n')+1:])
	}
	return nil
}

// confine sets the limits and the priority of a process. It may write no file.
func (c Config) confine(pid int) error {
	memory := uint64(c.MaxMemory)                            //nolint:gosec // a size is not negative
	_ = unix.Setpriority(unix.PRIO_PROCESS, pid, c.Niceness) // it may fail
	return osprocess.Limit(pid, map[int]uint64{unix.RLIMIT_AS: memory, unix.RLIMIT_FSIZE: 0, unix.RLIMIT_CORE: 0})
}
