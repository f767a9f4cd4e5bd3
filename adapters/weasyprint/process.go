package weasyprint

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/adapters/internal/workers"
	"platen/domain"
	"platen/ports"
)

// layers are those of the confinement, in their order: the last ones forbid what the first ones need.
var layers = []string{"network", "capabilities", "files", "system calls", "limits"}

const (
	// maxFile bounds the files of a process: it writes the fonts of its document.
	maxFile = 128 * domain.MiB
	// reserved is the address space beyond its limit of memory: libraries, and the stack of the thread that prints.
	reserved = 2 * domain.GiB
	// forkLimit bounds the start of an isolated document's process, and of the fork server.
	forkLimit = time.Minute
)

// process is a worker, which prints one document after the other.
type process struct {
	*osprocess.Fork
	engine  *Engine
	server  *forkServer
	folder  string // its working and temporary folder
	session ports.Session
	pipe    net.Conn
	ready   readyMessage
	refused []domain.FailedResource // by this package, of the current document
	waits   bool                    // for a document, and has the memory for it
}

// launch starts a process in a folder of its own below the engine's.
func (e *Engine) launch(ctx context.Context, isolated bool) (_ workers.Process, err error) {
	p := &process{engine: e}
	defer func() {
		if err != nil {
			p.clean()
			err = fmt.Errorf("start weasyprint: %w", err)
		}
	}()
	if p.session, err = e.setup.Egress.Open(); err != nil {
		return nil, err
	}
	if p.folder, err = os.MkdirTemp(e.folder, "process-*"); err != nil {
		return nil, err
	}
	memory := int64(-1)
	if e.cfg.MaxMemory > 0 {
		memory = int64(e.cfg.MaxMemory + reserved)
	}
	if p.server, err = e.runningServer(); err != nil {
		return nil, err
	}
	forking := ctx
	if isolated { // a document that ends meanwhile does not end the fork server, and with it all processes
		var cancel context.CancelFunc
		forking, cancel = context.WithTimeout(e.Alive(), forkLimit)
		defer cancel()
	}
	p.Fork, p.pipe, err = p.server.fork(forking, settings{Confine: layers, Folder: p.folder, Memory: memory, File: int64(maxFile)})
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, p.Kill)()
	if _, err = receive(p.pipe, &p.ready, 0); err != nil {
		return nil, p.killed(ctx, err)
	}
	e.ready.Store(&p.ready)
	return p, nil
}

// MakeReady reports whether the worker waits for a document: it keeps nothing of the last one.
func (p *process) MakeReady() bool { return p.waits }

// Close ends the process, waits for it, and removes its folder and its session.
func (p *process) Close() {
	p.Kill()
	<-p.Ended()
	p.clean()
}

func (p *process) clean() {
	if p.session != nil {
		_ = p.session.Close()
	}
	if p.pipe != nil {
		_ = p.pipe.Close()
	}
	if p.folder != "" {
		_ = os.RemoveAll(p.folder)
	}
}

// killed kills a process that does not answer, and returns the error of its document: that of ctx, if it has ended.
func (p *process) killed(ctx context.Context, cause error) error {
	p.Kill()
	<-p.Ended()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p.engine.log.Debug("a process ended", zap.String("stderr", p.server.stderr.String()))
	return fmt.Errorf("%w: %w", ports.ErrEngineLost, cause)
}

// sandbox says which layers of the confinement hold.
func (r *readyMessage) sandbox() string {
	if len(r.Unconfined) == 0 {
		return "on: " + strings.Join(layers, ", ")
	}
	var holds, missing []string
	for _, layer := range layers {
		if reason, is := r.Unconfined[layer]; is {
			missing = append(missing, layer+" ("+reason+")")
		} else {
			holds = append(holds, layer)
		}
	}
	return "on: " + strings.Join(holds, ", ") + "; without: " + strings.Join(missing, ", ")
}
