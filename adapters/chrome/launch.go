package chrome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"platen/adapters/internal/osprocess"
	"platen/adapters/internal/workers"
)

// launch starts a browser, or connects to the one of chrome.url, and waits until it answers. ctx bounds the start.
func (e *Engine) launch(ctx context.Context) (*browser, error) {
	ctx, cancel := context.WithTimeout(ctx, launchTimeout)
	defer cancel()
	if e.cfg.URL != "" {
		return e.connect(ctx)
	}
	bin, err := e.cfg.Find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(e.setup.WorkFolder, "chrome-")
	if err != nil {
		return nil, fmt.Errorf("chrome: a folder for the browser's profile: %w", err)
	}
	b := newBrowser(e)
	b.path, b.dir = bin, dir
	stderr, err := b.startProcess(bin)
	if err != nil {
		b.end(err)
		os.RemoveAll(dir)
		return nil, fmt.Errorf("chrome: start %s: %w", bin, err)
	}
	go b.reap()
	if err := b.handshake(ctx); err != nil {
		b.close()
		return nil, startProblem(bin, stderr.String(), err)
	}
	return b, nil
}

// startProblem returns why a browser did not answer, from what it wrote to its standard error.
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
func (b *browser) startProcess(bin string) (*osprocess.Tail, error) {
	pipe, theirs, err := newPipe()
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
	}()
	stderr := &osprocess.Tail{}
	//nolint:noctx // it outlives the start, and is killed as a group
	cmd := exec.Command(bin, b.engine.cfg.flags(b.dir, b.engine.setup.Egress.SPKIHash())...)
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
	ctx, cancel := workers.Either(ctx, b.alive)
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
	return causeOf(ctx, b.findNetwork(root))
}

// scriptsFlag switches scripts off; every tab does so again. It also switches lazy loading off, since images that are off the screen are
// printed too, and the controls of media, whose pictures arrive at any time: documents with them differed from print to print.
const scriptsFlag = "--blink-settings=scriptEnabled=false,lazyLoadEnabled=false,mediaControlsEnabled=false"

// flags is the browser's command line. rod's launcher is not used, since it adds --no-sandbox in containers.
func (c Config) flags(dataDir, spkiHash string) []string {
	flags := []string{
		"--headless",
		"--remote-debugging-pipe",
		"--user-data-dir=" + dataDir,
		"--no-first-run",
		"--no-startup-window",
		"--disable-gpu",
		"--disable-software-rasterizer", // WebGL, which needs scripts; its code took 17 MB in each browser
		"--disable-dev-shm-usage",       // containers give 64 MB of it
		"--disable-breakpad",
		"--disable-crash-reporter",
		"--disable-extensions",
		"--disable-sync",
		"--disable-component-update",
		"--disable-default-apps",
		"--disable-domain-reliability",
		"--disable-client-side-phishing-detection",
		"--disable-hang-monitor",
		"--metrics-recording-only",
		"--password-store=basic",
		"--use-mock-keychain",
		"--mute-audio",
		// All frames of a document share the process of its tab, so that their memory is counted and their crash is noticed.
		// The isolation of sites protects from scripts, which never run, and every tab has a process of its own.
		"--disable-site-isolation-trials",
		"--hide-scrollbars",
		"--force-color-profile=srgb",
		"--font-render-hinting=none", // hinting fits letters to pixels, which moves them on paper

		// Background tabs print as fast as the one in front.
		"--disable-background-timer-throttling",
		"--disable-backgrounding-occluded-windows",
		"--disable-renderer-backgrounding",
		"--disable-ipc-flooding-protection",

		// There is no screen. Drawing one on a thread of its own took 3.7 of the 8.5 ms of processor time of a page.
		"--disable-threaded-compositing",

		scriptsFlag,
		"--no-pings",

		// A tab's egress session is its only way to the network. A context without one reaches no server.
		"--proxy-server=http://127.0.0.1:9",
		"--proxy-bypass-list=<-loopback>",
		"--ignore-certificate-errors-spki-list=" + spkiHash,
		"--disable-background-networking",
		"--disable-quic",
		"--dns-prefetch-disable",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		// With RenderDocument, a reset to about:blank makes a new frame, which takes three times as long.
		"--disable-features=RenderDocument,Translate,MediaRouter,OptimizationHints,AutofillServerCommunication," +
			"InterestFeedContentSuggestions,NetworkPrediction,SpeculationRules,PrefetchProxy,DnsOverHttps," +
			"AsyncDns,Prerender2,WebBluetooth,PermissionElement,GeolocationElement,UserMediaElement," +
			"CertificateTransparencyComponentUpdater,SpareRendererForSitePerProcess",
	}
	if !c.sandboxed() {
		flags = append(flags, "--no-sandbox")
	}
	return flags
}

var (
	errNoSandbox = errors.New("the kernel does not let Chrome set up its sandbox: allow unprivileged user namespaces " +
		"(sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns and user.max_user_namespaces; " +
		"in a container, a seccomp profile that permits clone and unshare), or set chrome.sandbox to off")
	errRootSandbox = errors.New("the sandbox of Chrome does not work for root: run the service as another user, " +
		"or set chrome.sandbox to auto or off")
)

// sandboxProblem returns why a browser could not set up its sandbox, from its output; nil if the output does not say so.
func sandboxProblem(output string) error {
	switch {
	case strings.Contains(output, "No usable sandbox"), strings.Contains(output, "Failed to move to new namespace"):
		return errNoSandbox
	case strings.Contains(output, "Running as root without --no-sandbox"):
		return errRootSandbox
	}
	return nil
}
