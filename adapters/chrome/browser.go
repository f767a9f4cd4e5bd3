package chrome

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/ports"
)

// browser is a running Chrome in a process group of its own, with the connection to it.
type browser struct {
	cfg    Config
	log    *zap.Logger
	egress ports.Egress

	cmd   *exec.Cmd
	group *osprocess.Group
	pipe  *pipe
	conn  *cdpConn
	dir   string // the profile, removed with the browser

	alive context.Context // ends, with ErrEngineLost as its cause, when the browser ends or is given up
	died  context.CancelCauseFunc
	ended chan struct{} // closed when processes and files are gone

	path, version string

	mu   sync.Mutex
	tabs map[proto.TargetSessionID]*tab

	starting chan struct{} // holds a value while a tab is started, see findProcess
	network  *process      // which loads resources; nil if the browser itself does
}

// launch starts a browser and waits until it answers; ctx bounds the start.
func launch(ctx context.Context, cfg Config, egress ports.Egress, log *zap.Logger) (*browser, error) {
	bin, err := cfg.Find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(cfg.WorkFolder, "chrome-")
	if err != nil {
		return nil, fmt.Errorf("chrome: a folder for the browser's profile: %w", err)
	}
	b := &browser{
		cfg: cfg, log: log, egress: egress, path: bin, dir: dir,
		tabs: map[proto.TargetSessionID]*tab{}, starting: make(chan struct{}, 1), ended: make(chan struct{}),
	}
	b.alive, b.died = context.WithCancelCause(context.Background())
	stderr, err := b.startProcess(bin)
	if err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("chrome: start %s: %w", bin, err)
	}
	go b.reap()
	if err := b.handshake(ctx); err != nil {
		b.close()
		output := stderr.String()
		if problem := sandboxProblem(output); problem != nil {
			return nil, fmt.Errorf("chrome: %w", problem)
		}
		if output != "" {
			err = fmt.Errorf("%w; its output: %s", err, output)
		}
		return nil, fmt.Errorf("chrome: %s does not answer: %w", bin, err)
	}
	return b, nil
}

// startProcess starts the browser in a process group of its own: Debian's command is a shell that does not exec, so
// only the group reaches the browser.
func (b *browser) startProcess(bin string) (*outputTail, error) {
	pipe, theirs, err := newPipe()
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
	}()
	stderr := &outputTail{}
	//nolint:noctx // it outlives the start and is killed as a group
	cmd := exec.Command(bin, b.cfg.flags(b.dir, b.egress.SPKIHash())...)
	cmd.ExtraFiles = theirs
	cmd.Env = b.environment()
	cmd.Dir = b.dir
	cmd.Stderr = stderr
	// Children of a dead browser may hold standard error open.
	cmd.WaitDelay = time.Second
	group, err := osprocess.Start(cmd)
	if err != nil {
		pipe.close()
		return nil, err
	}
	b.cmd, b.group, b.pipe = cmd, group, pipe
	return stderr, nil
}

// environment is the environment of the browser. It has nothing of the service's, which holds secrets.
func (b *browser) environment() []string {
	return []string{
		"PATH=/usr/local/bin:/usr/bin:/bin",
		"HOME=" + b.dir,
		"TMPDIR=" + b.dir,
		"XDG_CONFIG_HOME=" + filepath.Join(b.dir, "config"),
		"XDG_CACHE_HOME=" + filepath.Join(b.dir, "cache"),
		"LANG=C.UTF-8",
	}
}

// handshake opens the protocol, asks for the version and finds the network process.
func (b *browser) handshake(ctx context.Context) error {
	b.conn = newCDPConn(b.alive, b.died, b.pipe, b.dispatch)
	context.AfterFunc(b.alive, b.kill) // a browser that is given up is killed
	ctx, cancel := b.while(ctx)
	defer cancel()
	root := session{ctx: ctx, conn: b.conn}
	version, err := proto.BrowserGetVersion{}.Call(root)
	if err != nil {
		return causeOf(ctx, err)
	}
	b.version = version.Product
	if err := b.findNetwork(root); err != nil {
		return causeOf(ctx, err)
	}
	return nil
}

// dispatch hands an event to the tab that it belongs to.
func (b *browser) dispatch(event *cdp.Event) {
	b.mu.Lock()
	t := b.tabs[proto.TargetSessionID(event.SessionID)]
	b.mu.Unlock()
	if t != nil {
		t.handle(event)
	}
}

// reap waits for the end of the browser and removes its profile.
func (b *browser) reap() {
	err := b.group.Wait()
	b.died(fmt.Errorf("%w: the browser ended: %w", ports.ErrEngineLost, err))
	b.pipe.close()
	if b.network != nil {
		b.network.close()
	}
	if err := os.RemoveAll(b.dir); err != nil {
		b.log.Warn("a browser's profile could not be removed", zap.Error(err))
	}
	close(b.ended)
}

// kill ends the whole process group. It does not wait; see close.
func (b *browser) kill() {
	if err := b.group.Kill(); err != nil {
		b.log.Warn("a browser could not be killed", zap.Error(err))
	}
}

// close kills the browser and waits until its processes and files are gone.
func (b *browser) close() {
	b.kill()
	<-b.ended
}

// while gives a context that ends with ctx or with the browser, whichever ends first.
func (b *browser) while(ctx context.Context) (context.Context, context.CancelFunc) {
	return either(ctx, b.alive)
}
