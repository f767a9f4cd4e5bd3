package chrome

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"platen/ports"
)

// tab is one open page in a browser context, with a renderer process and an exit of its own. One document at a
// time is in it.
type tab struct {
	browser *browser
	exit    ports.Session
	id      proto.TargetTargetID // the page's, and its main frame's
	context proto.BrowserBrowserContextID
	session proto.TargetSessionID

	alive context.Context // ends with the renderer process or the browser; the cause is ErrEngineLost
	died  context.CancelCauseFunc

	loader atomic.Value // the NetworkLoaderID of what the main frame went to last
	loaded chan string  // holds the loader of the document that was the last to fire its load event
	prints int          // documents so far

	refused refused // by the browser, of the document that is in it
}

// closeTimeout bounds how long a tab that is given up may take to close, in the background.
const closeTimeout = 10 * time.Second

// openTab opens a tab that is ready to print.
func (b *browser) openTab(ctx context.Context) (_ *tab, err error) {
	ctx, cancel := b.while(ctx)
	defer cancel()
	exit, err := b.egress.Open(ports.SessionOptions{})
	if err != nil {
		return nil, fmt.Errorf("chrome: an exit for a tab: %w", err)
	}
	t := &tab{browser: b, exit: exit, loaded: make(chan string, 1)}
	t.loader.Store("")
	t.alive, t.died = context.WithCancelCause(b.alive)
	defer func() {
		if err != nil {
			err = fmt.Errorf("chrome: open a tab: %w", causeOf(ctx, err))
			t.close()
		}
	}()
	if err := t.create(session{ctx: ctx, wire: b.wire}); err != nil {
		return nil, err
	}
	return t, t.prepare(session{ctx: ctx, wire: b.wire, id: t.session})
}

// create makes the context, the page and the session to it.
func (t *tab) create(root session) error {
	made, err := proto.TargetCreateBrowserContext{
		DisposeOnDetach: true,
		ProxyServer:     "http://" + t.exit.Addr(),
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

// prepare sets what holds for every document in the tab.
func (t *tab) prepare(page session) error {
	steps := []interface{ Call(proto.Client) error }{
		proto.InspectorEnable{}, // tells of a crash
		proto.PageEnable{},      // tells of the load event
		proto.LogEnable{},       // tells of resources that are not asked for
		proto.EmulationSetScriptExecutionDisabled{Value: true},
		// Resources that only the print media rules name are loaded with the others, before the load event.
		proto.EmulationSetEmulatedMedia{Media: "print"},
		proto.FetchEnable{Patterns: []*proto.FetchRequestPattern{{
			URLPattern: "*", ResourceType: proto.NetworkResourceTypeDocument, RequestStage: proto.FetchRequestStageRequest,
		}}},
	}
	for _, step := range steps {
		if err := step.Call(page); err != nil {
			return err
		}
	}
	return nil
}

// errCrashed is the end of a tab whose renderer process ended.
var errCrashed = fmt.Errorf("%w: a renderer process ended", ports.ErrEngineLost)

// handle is told of the tab's events, one after the other. It must not wait for the browser.
func (t *tab) handle(event *cdp.Event) {
	switch event.Method {
	case "Page.frameNavigated":
		var navigated proto.PageFrameNavigated
		if err := json.Unmarshal(event.Params, &navigated); err == nil && navigated.Frame.ID == proto.PageFrameID(t.id) {
			t.loader.Store(string(navigated.Frame.LoaderID))
		}
	case "Page.loadEventFired":
		t.unload()
		t.loaded <- t.loader.Load().(string)
	case "Fetch.requestPaused":
		var paused proto.FetchRequestPaused
		if err := json.Unmarshal(event.Params, &paused); err == nil {
			go t.decide(paused)
		}
	case "Log.entryAdded":
		t.refused.hear(event.Params)
	case "Inspector.targetCrashed":
		t.died(errCrashed)
	case "Inspector.detached":
		t.died(fmt.Errorf("%w: a tab was closed", ports.ErrEngineLost))
	}
}

// decide lets frames inside the document load, and the document itself not go away. Aborted is the one answer
// that leaves it as it is: others commit an error page.
func (t *tab) decide(paused proto.FetchRequestPaused) {
	page := session{ctx: t.alive, wire: t.browser.wire, id: t.session}
	if paused.FrameID == proto.PageFrameID(t.id) {
		_ = proto.FetchFailRequest{RequestID: paused.RequestID, ErrorReason: proto.NetworkErrorReasonAborted}.Call(page)
		return
	}
	_ = proto.FetchContinueRequest{RequestID: paused.RequestID}.Call(page)
}

// blank sends the tab through about:blank, which ends the document and all that hung on it.
func (t *tab) blank(ctx context.Context) error {
	page := session{ctx: ctx, wire: t.browser.wire, id: t.session}
	gone, err := proto.PageNavigate{URL: "about:blank"}.Call(page)
	if err != nil {
		return err
	}
	if gone.ErrorText != "" {
		return fmt.Errorf("go to about:blank: %s", gone.ErrorText)
	}
	for loader := ""; loader != string(gone.LoaderID); {
		if loader, err = t.awaitLoad(ctx); err != nil {
			return err
		}
	}
	t.exit.Drain() // what the old document still asked for
	// A context keeps these beyond its documents, wherever an exit lets them through.
	if err := (proto.NetworkClearBrowserCache{}).Call(page); err != nil {
		return err
	}
	return proto.NetworkClearBrowserCookies{}.Call(page)
}

// unload forgets an earlier load event.
func (t *tab) unload() {
	select {
	case <-t.loaded:
	default:
	}
}

// awaitLoad waits for a load event and gives the loader of what was loaded.
func (t *tab) awaitLoad(ctx context.Context) (loader string, err error) {
	select {
	case loader := <-t.loaded:
		return loader, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// close gives the tab up, whatever it is doing, and its exit with it.
func (t *tab) close() {
	b := t.browser
	ctx, cancel := context.WithTimeout(b.alive, closeTimeout)
	defer cancel()
	var ending sync.WaitGroup
	if t.session != "" && t.alive.Err() == nil {
		// A renderer that is deep in a layout would take its time to close; this ends the process at once. The
		// answer never comes.
		ending.Go(func() {
			_ = proto.PageCrash{}.Call(session{ctx: t.alive, wire: b.wire, id: t.session})
		})
	}
	if t.context != "" {
		root := session{ctx: ctx, wire: b.wire}
		_ = proto.TargetDisposeBrowserContext{BrowserContextID: t.context}.Call(root)
	}
	b.mu.Lock()
	delete(b.tabs, t.session)
	b.mu.Unlock()
	t.died(fmt.Errorf("%w: its tab was closed", ports.ErrEngineLost))
	ending.Wait()
	t.exit.Close()
}
