package wkhtmltopdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

// process is one kept wkhtmltopdf. It prints one sheet at a time.
type process struct {
	limits    limits
	folder    string // its working and temporary folder, and home
	exit      ports.Session
	command   *exec.Cmd
	orders    io.WriteCloser // its standard input
	answers   *answers       // its standard error
	group     *osprocess.Group
	release   func() bool // of the context that ends it
	printed   int         // pages of any kind, for the names of files
	documents int         // printed for clients
}

// launch starts a process in a folder of its own below the given one. It ends with ctx.
func launch(ctx context.Context, program Program, limits limits, parent string, egress ports.Egress, log *zap.Logger) (_ *process, err error) {
	p := &process{limits: limits, answers: newAnswers(log)}
	if p.exit, err = egress.Open(ports.SessionOptions{EmptyFailedFrames: true}); err != nil {
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	defer func() {
		if err != nil {
			p.clean()
		}
	}()
	if p.folder, err = os.MkdirTemp(parent, "process-*"); err != nil {
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	//nolint:noctx // it outlives the start, and ends as a group
	p.command = exec.Command(program.Path, keepArgs()...)
	p.command.Dir = p.folder
	p.command.Env = environment(p.folder, parent)
	p.command.Stderr = p.answers
	// A grandchild that left the group could hold standard error open.
	p.command.WaitDelay = time.Second
	if p.orders, err = p.command.StdinPipe(); err == nil {
		p.group, err = osprocess.Start(p.command)
	}
	if err != nil {
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	p.release = context.AfterFunc(ctx, p.kill)
	if err := limits.holdFiles(p.group.Pid()); err != nil {
		p.end()
		<-p.group.Ended()
		return nil, fmt.Errorf("start wkhtmltopdf: %w", err)
	}
	return p, nil
}

// end kills the process and all that it has started. It does not wait.
func (p *process) end() {
	p.release()
	p.kill()
}

func (p *process) kill() { _ = p.group.Kill() }

// alive tells whether it has not ended yet.
func (p *process) alive() bool {
	select {
	case <-p.group.Ended():
		return false
	default:
		return true
	}
}

// close ends the process, waits for it, and removes all that it had. It belongs to whoever took the process
// out of the pool, and is called once.
func (p *process) close() {
	p.end()
	<-p.group.Ended()
	p.clean()
}

func (p *process) clean() {
	_ = p.exit.Close()
	if p.folder != "" {
		_ = os.RemoveAll(p.folder)
	}
}

// print prints one page. After an error the process is of no more use: it may be at work still, and must be
// closed.
func (p *process) print(ctx context.Context, job domain.PrintJob, kerned domain.ByteSize) ([]byte, error) {
	p.printed++
	from, to := strconv.Itoa(p.printed)+".html", strconv.Itoa(p.printed)+".pdf"
	page := newPage(job, from, kerned)
	defer os.Remove(filepath.Join(p.folder, from))
	defer os.Remove(filepath.Join(p.folder, to))
	if err := page.write(filepath.Join(p.folder, from)); err != nil {
		return nil, failed(fmt.Errorf("write the document: %w", err))
	}
	line, err := printLine(page, to, p.exit.Addr())
	if err != nil {
		return nil, failed(err)
	}
	p.answers.next()
	if _, err := io.WriteString(p.orders, line); err != nil {
		// It died while it was idle, or is about to: nobody else reads its lines.
		p.end()
		<-p.group.Ended()
		return nil, fmt.Errorf("%w: %w: %s", ports.ErrEngineLost, errUnread, p.command.ProcessState)
	}
	if err := p.await(ctx); err != nil {
		return nil, err
	}
	pdf, err := os.ReadFile(filepath.Join(p.folder, to))
	if pdf, err = p.judge(pdf, err); err != nil {
		return nil, err
	}
	return page.finish(pdf, p.folder), nil
}

// await returns when a print has ended, well or not, or must not go on.
func (p *process) await(ctx context.Context) error {
	look := time.NewTicker(memoryPeriod)
	defer look.Stop()
	for {
		select {
		case <-p.answers.done:
			return nil
		case <-p.group.Ended():
			return nil
		case <-look.C:
			if p.limits.outgrown(p.group.Pid()) {
				return p.limits.tooMuchMemory()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// judge tells by the way the process ended, if it did, and by the PDF whether the print succeeded. The process
// ends with 1 after some failed resources, with a whole PDF; and a whole PDF is all that is asked for.
func (p *process) judge(pdf []byte, err error) ([]byte, error) {
	switch {
	case err == nil && whole(pdf):
		return pdf, nil
	case p.alive():
		return nil, failed(errors.Join(errors.New("wkhtmltopdf reported success without a whole PDF"), err))
	case endedByFile(p.command.ProcessState):
		return nil, p.limits.tooLarge()
	case p.command.ProcessState.Exited():
		return nil, failed(fmt.Errorf("wkhtmltopdf ended: %s", p.command.ProcessState))
	default:
		return nil, fmt.Errorf("%w: wkhtmltopdf ended: %s", ports.ErrEngineLost, p.command.ProcessState)
	}
}

// errUnread is in the chain where a process had ended before it was given the document.
var errUnread = errors.New("wkhtmltopdf ended before the document")

// whole tells a PDF that was written to its end.
func whole(pdf []byte) bool {
	return bytes.HasPrefix(pdf, []byte("%PDF-")) && bytes.HasSuffix(bytes.TrimRight(pdf, "\r\n"), []byte("%%EOF"))
}

func failed(cause error) error {
	return &domain.Error{Code: domain.RenderFailed, Message: "the document could not be rendered", Err: cause}
}
