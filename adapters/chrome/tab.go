package chrome

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
	"go.uber.org/zap"

	"platen/adapters/internal/workers"
	"platen/ports"
)

// tab is one open page in a browser context, with a renderer process and an egress session of its own. It holds one document at a
// time.
type tab struct {
	browser *browser
	egress  ports.Session
	id      proto.TargetTargetID // of the page and of its main frame
	context proto.BrowserBrowserContextID
	session proto.TargetSessionID
	process *process // the renderer process; nil if the browser is remote

	alive context.Context // ends with the renderer process or the browser; the cause is an ErrEngineLost
	end   context.CancelCauseFunc

	loader atomic.Value // the NetworkLoaderID of the main frame's last navigation, a string
	loaded chan string  // holds the loader of the last document whose load event fired
	prints int          // documents so far, the warm-up page included
	last   usage        // of the last document
	own    bool         // the browser is this tab's own, for an isolated document

	world    proto.RuntimeExecutionContextID // see enterWorld
	requests requests                        // of the present document
}

// closeTimeout bounds the reset and the closing of a tab, while no document waits for it.
const closeTimeout = 10 * time.Second

// page returns the session with the tab's page.
func (t *tab) page(ctx context.Context) session {
	return session{ctx: ctx, conn: t.browser.conn, id: t.session}
}

// errCrashed ends a tab whose renderer process ended.
var errCrashed = fmt.Errorf("%w: a renderer process ended", ports.ErrEngineLost)

// handle handles an event of the tab. It is called for one event after the other, by the goroutine that reads answers, so it must not
// wait for one.
func (t *tab) handle(event *cdp.Event) {
	switch event.Method {
	case "Page.frameNavigated":
		with(event, func(navigated proto.PageFrameNavigated) {
			if navigated.Frame.ID == proto.PageFrameID(t.id) {
				t.loader.Store(string(navigated.Frame.LoaderID))
			}
		})
	case "Page.loadEventFired":
		t.requests.ignoreCurrent()
		t.drainLoadEvent()
		t.loaded <- t.loader.Load().(string)
	case "Fetch.requestPaused":
		with(event, func(paused proto.FetchRequestPaused) { go t.decide(paused) })
	case "Inspector.targetCrashed":
		t.end(errCrashed)
	case "Inspector.detached":
		t.end(fmt.Errorf("%w: a tab was closed", ports.ErrEngineLost))
	default:
		t.requests.handle(event)
	}
}

// decide lets frames load, and refuses navigations of the document itself. With the reason Aborted, the document stays; other
// reasons show an error page in its place.
func (t *tab) decide(paused proto.FetchRequestPaused) {
	page := t.page(t.alive)
	if paused.FrameID == proto.PageFrameID(t.id) {
		_ = proto.FetchFailRequest{RequestID: paused.RequestID, ErrorReason: proto.NetworkErrorReasonAborted}.Call(page)
		return
	}
	_ = proto.FetchContinueRequest{RequestID: paused.RequestID}.Call(page)
}

// reset navigates the tab to about:blank, which ends the document with all that it loads and runs.
func (t *tab) reset(ctx context.Context) error {
	page := t.page(ctx)
	gone, err := proto.PageNavigate{URL: "about:blank"}.Call(page)
	if err != nil {
		return err
	}
	for loader := ""; loader != string(gone.LoaderID); {
		if loader, err = t.awaitDocument(page); err != nil {
			return err
		}
	}
	t.egress.Drain() // the last requests of the old document
	// The cache and the cookies belong to the browser context and outlive its documents.
	if err := (proto.NetworkClearBrowserCache{}).Call(page); err != nil {
		return err
	}
	if err := (proto.NetworkClearBrowserCookies{}).Call(page); err != nil {
		return err
	}
	return t.enterWorld(page)
}

// drainLoadEvent discards an earlier load event.
func (t *tab) drainLoadEvent() {
	select {
	case <-t.loaded:
	default:
	}
}

var errTabClosed = fmt.Errorf("%w: its tab was closed", ports.ErrEngineLost)

// Close closes the tab and its egress session, and the browser if that is its own. A document may still be printed: a renderer process
// closes its page only after the layout that it is busy with, and so is killed.
func (t *tab) Close() {
	b := t.browser
	switch {
	case t.own:
		b.close()
	case t.alive.Err() != nil:
	case b.remote():
		go t.crash()
	case t.process != nil:
		if err := t.process.kill(); err != nil {
			b.engine.log.Warn("a renderer process could not be killed", zap.Error(err))
		}
	}
	t.end(errTabClosed)
	if t.context != "" {
		ctx, cancel := context.WithTimeout(b.alive, closeTimeout)
		defer cancel()
		_ = proto.TargetDisposeBrowserContext{BrowserContextID: t.context}.Call(session{ctx: ctx, conn: b.conn})
	}
	b.mu.Lock()
	delete(b.tabs, t.session)
	b.mu.Unlock()
	t.egress.Close()
}

// openTab opens a tab, in which nothing was printed. The end of its renderer process ends the opening.
func (b *browser) openTab(ctx context.Context) (_ *tab, err error) {
	egress, err := b.engine.setup.Egress.Open()
	if err != nil {
		return nil, fmt.Errorf("chrome: open an egress session for a tab: %w", err)
	}
	t := &tab{browser: b, egress: egress, loaded: make(chan string, 1), requests: requests{ended: make(chan struct{}, 1)}}
	t.loader.Store("")
	_ = t.requests.drain()
	t.alive, t.end = context.WithCancelCause(b.alive)
	ctx, cancel := workers.Either(ctx, t.alive)
	defer cancel()
	defer func() {
		if err != nil {
			err = fmt.Errorf("chrome: open a tab: %w", causeOf(ctx, err))
			t.Close()
		}
	}()
	if err := t.start(ctx); err != nil {
		return nil, err
	}
	return t, t.setUp(t.page(ctx))
}

// start makes the tab and finds its process. Only one tab at a time is started, see findProcess.
func (t *tab) start(ctx context.Context) error {
	b := t.browser
	select {
	case b.starting <- struct{}{}:
		defer func() { <-b.starting }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	root := session{ctx: ctx, conn: b.conn}
	before, err := processesOf(root, rendererProcess)
	if err != nil {
		return err
	}
	if err := t.create(root); err != nil {
		return err
	}
	page := t.page(ctx)
	if err := (proto.InspectorEnable{}).Call(page); err != nil { // from here on, the browser tells of a crash
		return err
	}
	if err := (proto.PageEnable{}).Call(page); err != nil { // its answer means that the process runs
		return err
	}
	return t.findProcess(root, page, before)
}

// create makes the context, the page and the session to it.
func (t *tab) create(root session) error {
	made, err := proto.TargetCreateBrowserContext{
		DisposeOnDetach: true,
		ProxyServer:     "http://" + t.egress.Addr(),
		ProxyBypassList: "<-loopback>", // or loopback and link-local addresses would be asked directly
	}.Call(root)
	if err != nil {
		return err
	}
	t.context = made.BrowserContextID
	page, err := proto.TargetCreateTarget{URL: "about:blank", BrowserContextID: t.context}.Call(root)
	if err != nil {
		return err
	}
	t.id = page.TargetID
	attached, err := proto.TargetAttachToTarget{TargetID: t.id, Flatten: true}.Call(root)
	if err != nil {
		return err
	}
	t.session = attached.SessionID
	t.browser.mu.Lock()
	t.browser.tabs[t.session] = t
	t.browser.mu.Unlock()
	return proto.BrowserSetDownloadBehavior{
		Behavior: proto.BrowserSetDownloadBehaviorBehaviorDeny, BrowserContextID: t.context,
	}.Call(root)
}

// setUp sets what holds for every document in the tab.
func (t *tab) setUp(page session) error {
	steps := []interface{ Call(proto.Client) error }{
		proto.LogEnable{}, // this and the next tell of resources that are not requested
		proto.NetworkEnable{MaxTotalBufferSize: new(int), MaxResourceBufferSize: new(int)},
		proto.EmulationSetScriptExecutionDisabled{Value: true},
		// Resources that only the print media rules name are loaded with the others, before the load event.
		proto.EmulationSetEmulatedMedia{Media: "print"},
		proto.FetchEnable{Patterns: []*proto.FetchRequestPattern{{
			URLPattern: "*", ResourceType: proto.NetworkResourceTypeDocument, RequestStage: proto.FetchRequestStageRequest,
		}}},
	}
	if t.browser.remote() {
		// It does not know the key of this service's egress, which alone it connects to and which verifies the servers.
		steps = append(steps, proto.SecuritySetIgnoreCertificateErrors{Ignore: true})
	}
	for _, step := range steps {
		if err := step.Call(page); err != nil {
			return err
		}
	}
	return t.enterWorld(page)
}
