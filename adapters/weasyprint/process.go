package weasyprint

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"go.uber.org/zap"

	"platen/adapters/internal/genericfonts"
	"platen/adapters/internal/osprocess"
	"platen/adapters/internal/workers"
	"platen/domain"
	"platen/ports"
)

//go:embed *.py
var scripts embed.FS

// script is the program of a process, of all scripts in their order. The settings are its argument.
func script() string {
	var b strings.Builder
	for _, name := range []string{"confine", "corrections", "fonts", "stylesheets", "drawings", "worker"} {
		text, _ := scripts.ReadFile(name + ".py") // it is embedded
		b.Write(text)
	}
	return b.String() + "\nrun(json.loads(sys.argv[1]))\n"
}

// layers are those of the confinement, in their order: the last ones forbid what the first ones need.
var layers = []string{"network", "files", "system calls", "limits"}

const (
	// maxFile bounds the files of a process: it writes the fonts of its document.
	maxFile = 128 * domain.MiB
	// reserved is the address space beyond its limit of memory: libraries, and the stack of the thread that prints.
	reserved = 2 * domain.GiB
)

// process is a Python that prints one document after the other.
type process struct {
	engine  *Renderer
	folder  string // its working directory, temporary folder and home
	session ports.Session
	command *exec.Cmd
	stdin   *os.File
	stdout  *os.File
	stderr  osprocess.Tail
	group   *osprocess.Group
	release func() bool // of the context that ends it
	ready   readyMessage
	refused []domain.FailedResource // by this package, of the current document
	waits   bool                    // for a document, and has the memory for it
}

// launch starts a process in a folder of its own below the engine's. It ends with ctx.
func (r *Renderer) launch(ctx context.Context) (_ workers.Process, err error) {
	p := &process{engine: r}
	defer func() {
		if err != nil {
			p.clean()
			err = fmt.Errorf("start weasyprint: %w", err)
		}
	}()
	if p.session, err = r.egress.Open(ports.SessionOptions{}); err != nil {
		return nil, err
	}
	if p.folder, err = os.MkdirTemp(r.folder, "process-*"); err != nil {
		return nil, err
	}
	memory := int64(-1)
	if r.cfg.MaxMemory > 0 {
		memory = int64(r.cfg.MaxMemory + reserved)
	}
	argument, err := json.Marshal(settings{Confine: layers, Folder: p.folder, Memory: memory, File: int64(maxFile)})
	if err != nil {
		return nil, err
	}
	//nolint:noctx // it outlives the start, and is killed as a group
	p.command = exec.Command(r.python, "-s", "-c", script(), string(argument))
	p.command.Dir = p.folder
	p.command.Env = environment(p.folder, r.folder)
	p.command.Stderr = &p.stderr
	// A grandchild that left the group could hold standard error open.
	p.command.WaitDelay = time.Second
	if err := p.start(); err != nil {
		return nil, err
	}
	p.release = context.AfterFunc(ctx, p.kill)
	return p, nil
}

// start starts the program with a pipe each way.
func (p *process) start() error {
	reading, stdin, err := os.Pipe()
	if err != nil {
		return err
	}
	defer reading.Close()
	stdout, writing, err := os.Pipe()
	if err != nil {
		return errors.Join(err, stdin.Close())
	}
	defer writing.Close()
	p.stdin, p.stdout, p.command.Stdin, p.command.Stdout = stdin, stdout, reading, writing
	p.group, err = osprocess.Start(p.command)
	return err
}

// environment is the whole environment of a process. It holds nothing of the service's own.
func environment(home, engine string) []string {
	return []string{
		"PATH=/usr/local/bin:/usr/bin:/bin",
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC",
		"HOME=" + home, "TMPDIR=" + home, "XDG_CACHE_HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_DATA_HOME=" + home,
		"PYTHONDONTWRITEBYTECODE=1", "PYTHONUTF8=1",
		// What Python writes in the order of its hash tables is the same in each process.
		"PYTHONHASHSEED=0", "SOURCE_DATE_EPOCH=0",
		genericfonts.Variable(engine),
	}
}

// kill kills the process and all that it has started. It does not wait.
func (p *process) kill() { _ = p.group.Kill() }

// Group is the running program.
func (p *process) Group() *osprocess.Group { return p.group }

// Reusable reports whether the worker waits for a document: it keeps nothing of the last one.
func (p *process) Reusable() bool { return p.waits }

// Close ends the process, waits for it, and removes its folder and its session.
func (p *process) Close() {
	p.release()
	p.kill()
	<-p.group.Ended()
	p.clean()
}

func (p *process) clean() {
	if p.session != nil {
		_ = p.session.Close()
	}
	if p.stdin != nil {
		_, _ = p.stdin.Close(), p.stdout.Close()
	}
	if p.folder != "" {
		_ = os.RemoveAll(p.folder)
	}
}

// awaitReady waits until the process is ready for its first document.
func (p *process) awaitReady(ctx context.Context) error {
	if p.ready.Version != "" {
		return nil
	}
	defer context.AfterFunc(ctx, p.kill)()
	if _, err := receive(p.stdout, &p.ready, 0); err != nil {
		return p.ended(ctx, err)
	}
	p.engine.ready.Store(&p.ready)
	return nil
}

// ended is the error of a process that does not answer: it was killed with the context, or has ended.
func (p *process) ended(ctx context.Context, cause error) error {
	p.kill()
	<-p.group.Ended()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	p.engine.log.Debug("a process ended", zap.String("stderr", p.stderr.String()))
	if p.command.ProcessState.Exited() && strings.Contains(p.stderr.String(), "No module named 'weasyprint'") {
		return fmt.Errorf("%s has no WeasyPrint: %s", p.engine.python, remedy)
	}
	return fmt.Errorf("%w: %w: %s", ports.ErrEngineLost, cause, p.command.ProcessState)
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
