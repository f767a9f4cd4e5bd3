package chrome

import (
	"context"
	"fmt"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"platen/ports"
)

// openTab opens a tab that is ready to print. The end of its renderer process ends the opening.
func (b *browser) openTab(ctx context.Context) (_ *tab, err error) {
	egress, err := b.egress.Open(ports.SessionOptions{})
	if err != nil {
		return nil, fmt.Errorf("chrome: open an egress session for a tab: %w", err)
	}
	t := &tab{browser: b, egress: egress, loaded: make(chan string, 1)}
	t.loader.Store("")
	_ = t.refusals.take()
	t.alive, t.end = context.WithCancelCause(b.alive)
	ctx, cancel := either(ctx, t.alive)
	defer cancel()
	defer func() {
		if err != nil {
			err = fmt.Errorf("chrome: open a tab: %w", causeOf(ctx, err))
			t.close()
		}
	}()
	if err := t.start(ctx); err != nil {
		return nil, err
	}
	return t, t.prepare(t.page(ctx))
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
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("its renderer process did not answer within %s", startTimeout))
	defer cancel()
	root := session{ctx: ctx, conn: b.conn}
	before, err := rendererProcesses(root)
	if err != nil {
		return err
	}
	if err := t.create(root); err != nil {
		return causeOf(ctx, err)
	}
	page := t.page(ctx)
	if err := (proto.InspectorEnable{}).Call(page); err != nil { // from here on, the browser tells of a crash
		return causeOf(ctx, err)
	}
	if err := (proto.PageEnable{}).Call(page); err != nil { // its answer means that the process runs
		return causeOf(ctx, err)
	}
	return causeOf(ctx, t.findProcess(root, page, before))
}

// startTimeout bounds how long a new renderer process may take until its first answer. Other tabs wait as long for
// their start.
const startTimeout = 3 * time.Second

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

// prepare sets what holds for every document in the tab.
func (t *tab) prepare(page session) error {
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
