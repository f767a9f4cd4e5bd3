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
)

// pdfPath is the path of the PDF for a tool: the first descriptor that it inherits after the standard ones.
const pdfPath = "/dev/fd/3"

// tool is one process of poppler's.
type tool struct {
	name    string
	command *exec.Cmd
	out     io.ReadCloser
	errors  errorOutput
	// expired reports whether the process was killed since it took too long.
	expired func() bool
	release context.CancelFunc
	file    *os.File
}

// start starts a tool on a PDF. The caller reads out and calls finish.
func (r *Rasterizer) start(ctx context.Context, pdf []byte, name string, arguments ...string) (_ *tool, err error) {
	t := &tool{name: name}
	if t.file, err = memoryFile(pdf); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	ctx, t.release = context.WithTimeout(ctx, r.config.Timeout)
	t.expired = func() bool { return errors.Is(ctx.Err(), context.DeadlineExceeded) }
	t.command = exec.CommandContext(ctx, name, arguments...)
	t.command.Env = []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH"), "HOME=/nonexistent"}
	t.command.ExtraFiles = []*os.File{t.file}
	t.command.Stderr = &t.errors
	t.command.SysProcAttr = ofService()
	t.command.Cancel = func() error { return syscall.Kill(-t.command.Process.Pid, syscall.SIGKILL) }
	t.command.WaitDelay = time.Second
	if t.out, err = t.command.StdoutPipe(); err == nil {
		enlarge(t.out)
		err = t.command.Start()
	}
	if err != nil {
		t.release()
		t.file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := r.config.confine(t.command.Process.Pid); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), t.stop())
	}
	return t, nil
}

// finish waits for the process, whose output was read to its end, and returns its error.
func (t *tool) finish(ctx context.Context, limit time.Duration) error {
	err := t.command.Wait()
	expired := t.expired()
	t.release()
	t.file.Close()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && expired:
		return fmt.Errorf("%s took longer than %s", t.name, limit)
	case err != nil:
		return fmt.Errorf("%s: %w%s", t.name, err, t.errors.message())
	}
	return nil
}

// stop ends the process early.
func (t *tool) stop() error {
	t.release()
	_ = t.command.Wait() // it was killed
	return t.file.Close()
}

// output runs a tool and returns its output.
func (r *Rasterizer) output(ctx context.Context, pdf []byte, name string, arguments ...string) ([]byte, error) {
	t, err := r.start(ctx, pdf, name, arguments...)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(t.out, int64(r.config.MaxText)+1))
	if int64(len(text)) > int64(r.config.MaxText) {
		return nil, errors.Join(fmt.Errorf("%s printed more than %s", name, r.config.MaxText), t.stop())
	}
	return text, errors.Join(err, t.finish(ctx, r.config.Timeout))
}

// errorOutput keeps the beginning of a tool's error output, which is endless for some damaged PDFs.
type errorOutput struct{ bytes.Buffer }

const maxErrorOutput = 512

// Write keeps the beginning and accepts everything.
func (c *errorOutput) Write(p []byte) (int, error) {
	c.Buffer.Write(p[:min(len(p), maxErrorOutput-c.Len())])
	return len(p), nil
}

func (c *errorOutput) message() string {
	line, _, _ := strings.Cut(strings.TrimSpace(c.String()), "\n")
	if line == "" {
		return ""
	}
	return ": " + line
}
