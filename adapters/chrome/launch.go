package chrome

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/go-rod/rod/lib/proto"
	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/ports"
)

// launch starts a browser, or connects to the one of chrome.url, and waits until it answers. ctx bounds the start.
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
		return nil, startProblem(bin, stderr.String(), err)
	}
	return b, nil
}

// startProblem tells why a browser did not answer, from what it wrote to its standard error.
func startProblem(bin, output string, err error) error {
	if problem := sandboxProblem(output); problem != nil {
		return fmt.Errorf("chrome: %w", problem)
	}
	if output != "" {
		err = fmt.Errorf("%w; its output: %s", err, output)
	}
	return fmt.Errorf("chrome: %s does not answer: %w", bin, err)
}

// startProcess starts the browser in a process group of its own. Debian's command is a shell script that does not exec, so only
// a signal to the group reaches the browser.
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
	//nolint:noctx // it outlives the start, and is killed as a group
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
		_ = group.GiveWay() // without it, the browser only takes more of the processor
	}
	b.cmd, b.group, b.transport = cmd, group, pipe
	return stderr, nil
}

// environment is the environment of the browser. It inherits nothing from the service, whose environment may hold secrets.
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
	b.conn = newCDPConn(b.alive, b.end, b.transport, b.dispatch)
	context.AfterFunc(b.alive, b.kill) // a browser that is given up may still run
	ctx, cancel := either(ctx, b.alive)
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
