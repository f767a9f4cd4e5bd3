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

// browser is a running Chrome with the connection to it: in a process group of its own, or a remote one.
type browser struct {
	cfg    Config
	log    *zap.Logger
	egress ports.Egress

	cmd       *exec.Cmd // nil of a remote browser, as group is
	group     *osprocess.Group
	transport transport
	conn      *cdpConn
	dir       string // the profile, removed with the browser

	alive      context.Context // ends, with ErrEngineLost as its cause, when the browser ends or is given up
	died       context.CancelCauseFunc
	ended      chan struct{} // closed when processes and files are gone
	handshaken chan struct{} // closed when the handshake of a started browser has ended, well or not

	path, version, userAgent string

	mu   sync.Mutex
	tabs map[proto.TargetSessionID]*tab

	starting chan struct{} // holds a value while a tab is started, see findProcess
	// network is the process that loads resources; nil if the browser itself does. The handshake sets it.
	network interface {
		ended() bool
		close()
	}
}

func newBrowser(cfg Config, egress ports.Egress, log *zap.Logger) *browser {
	b := &browser{
		cfg: cfg, log: log, egress: egress,
		tabs: map[proto.TargetSessionID]*tab{}, starting: make(chan struct{}, 1), ended: make(chan struct{}), handshaken: make(chan struct{}),
	}
	b.alive, b.died = context.WithCancelCause(context.Background())
	return b
}

// remote says whether somebody else has started the browser.
func (b *browser) remote() bool { return b.cmd == nil }

// launch starts a browser, or connects to the one of chrome.url, and waits until it answers; ctx bounds the start.
func launch(ctx context.Context, cfg Config, egress ports.Egress, log *zap.Logger) (*browser, error) {
	if cfg.URL != "" {
		return connect(ctx, cfg, egress, log)
	}
	bin, err := cfg.Find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(cfg.WorkFolder, "chrome-")
	if err != nil {
		return nil, fmt.Errorf("chrome: a folder for the browser's profile: %w", err)
	}
	b := newBrowser(cfg, egress, log)
	b.path, b.dir = bin, dir
	stderr, err := b.startProcess(bin)
	if err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("chrome: start %s: %w", bin, err)
	}
	go b.reap()
	err = b.handshake(ctx)
	close(b.handshaken)
	if err != nil {
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
		_ = pipe.Close()
		return nil, err
	}
	if b.cfg.Background {
		_ = group.GiveWay() // else it is only faster than it should be
	}
	b.cmd, b.group, b.transport = cmd, group, pipe
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
	b.conn = newCDPConn(b.alive, b.died, b.transport, b.dispatch)
	context.AfterFunc(b.alive, b.kill) // a browser that is given up is killed
	ctx, cancel := b.while(ctx)
	defer cancel()
	root := session{ctx: ctx, conn: b.conn}
	version, err := proto.BrowserGetVersion{}.Call(root)
	if err != nil {
		return causeOf(ctx, err)
	}
	b.version, b.userAgent = version.Product, version.UserAgent
	if b.remote() {
		if err := b.checkFlags(root); err != nil {
			return causeOf(ctx, err)
		}
	}
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
	b.transport.Close()
	<-b.handshaken
	if b.network != nil {
		b.network.close()
	}
	if err := os.RemoveAll(b.dir); err != nil {
		b.log.Warn("a browser's profile could not be removed", zap.Error(err))
	}
	close(b.ended)
}

// kill ends the whole process group, or the connection to a remote browser. It does not wait; see close.
func (b *browser) kill() {
	if b.remote() {
		b.died(fmt.Errorf("%w: the connection to the browser was closed", ports.ErrEngineLost))
		return
	}
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
