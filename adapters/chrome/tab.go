package chrome

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
	"go.uber.org/zap"

	"platen/adapters/internal/osprocess"
	"platen/domain"
	"platen/ports"
)

// tab is one open page in a browser context, with a renderer process and an egress session of its own. One document
// at a time is in it.
type tab struct {
	browser *browser
	egress  ports.Session
	id      proto.TargetTargetID // the page's, and its main frame's
	context proto.BrowserBrowserContextID
	session proto.TargetSessionID
	process interface { // the renderer's
		status() (osprocess.Status, error)
		measurePeak() (peak func() domain.ByteSize)
		kill() error
		close()
	}

	alive context.Context // ends with the renderer process or the browser; the cause is ErrEngineLost
	died  context.CancelCauseFunc

	loader atomic.Value // the NetworkLoaderID of the main frame's last navigation
	loaded chan string  // holds the loader of the last document that fired its load event
	prints int          // documents so far, the first page included

	refusals localRefusals // of the document that is in it
}

// closeTimeout bounds how long a tab may take to close or to be reset, in the background.
const closeTimeout = 10 * time.Second

// page gives the session to the tab's page.
func (t *tab) page(ctx context.Context) session {
	return session{ctx: ctx, conn: t.browser.conn, id: t.session}
}

// errCrashed is the end of a tab whose renderer process ended.
var errCrashed = fmt.Errorf("%w: a renderer process ended", ports.ErrEngineLost)

// handle handles the tab's events, one after the other. It must not wait for the browser.
func (t *tab) handle(event *cdp.Event) {
	switch event.Method {
	case "Page.frameNavigated":
		var navigated proto.PageFrameNavigated
		if err := json.Unmarshal(event.Params, &navigated); err == nil && navigated.Frame.ID == proto.PageFrameID(t.id) {
			t.loader.Store(string(navigated.Frame.LoaderID))
		}
	case "Page.loadEventFired":
		t.drainLoadEvent()
		t.loaded <- t.loader.Load().(string)
	case "Fetch.requestPaused":
		var paused proto.FetchRequestPaused
		if err := json.Unmarshal(event.Params, &paused); err == nil {
			go t.decide(paused)
		}
	case "Log.entryAdded":
		t.refusals.add(event.Params)
	case "Inspector.targetCrashed":
		t.died(errCrashed)
	case "Inspector.detached":
		t.died(fmt.Errorf("%w: a tab was closed", ports.ErrEngineLost))
	}
}

// decide lets frames load and refuses navigations of the document itself. Aborted is the only reason that leaves the
// document as it is: others commit an error page.
func (t *tab) decide(paused proto.FetchRequestPaused) {
	page := t.page(t.alive)
	if paused.FrameID == proto.PageFrameID(t.id) {
		_ = proto.FetchFailRequest{RequestID: paused.RequestID, ErrorReason: proto.NetworkErrorReasonAborted}.Call(page)
		return
	}
	_ = proto.FetchContinueRequest{RequestID: paused.RequestID}.Call(page)
}

// reset navigates the tab to about:blank, which ends the document and everything that belongs to it.
func (t *tab) reset(ctx context.Context) error {
	page := t.page(ctx)
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
	t.egress.Drain() // what the old document still asked for
	// A context keeps these beyond its documents.
	if err := (proto.NetworkClearBrowserCache{}).Call(page); err != nil {
		return err
	}
	return proto.NetworkClearBrowserCookies{}.Call(page)
}

// drainLoadEvent forgets an earlier load event.
func (t *tab) drainLoadEvent() {
	select {
	case <-t.loaded:
	default:
	}
}

// awaitLoad waits for a load event and gives the loader of the document.
func (t *tab) awaitLoad(ctx context.Context) (loader string, err error) {
	select {
	case loader := <-t.loaded:
		return loader, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// used says whether documents were printed in the tab, beside the first page.
func (t *tab) used() bool { return t.prints > 1 }

// kill ends the tab and its renderer process for a cause.
func (t *tab) kill(cause error) {
	t.died(cause)
	if err := t.process.kill(); err != nil {
		t.browser.log.Warn("a renderer process could not be killed", zap.Error(err))
	}
}

var errTabClosed = fmt.Errorf("%w: its tab was closed", ports.ErrEngineLost)

// close ends the tab, whatever it is doing, and its egress session.
func (t *tab) close() {
	b := t.browser
	if t.process != nil && t.alive.Err() == nil {
		t.kill(errTabClosed) // a renderer that is deep in a layout would take its time to close
	}
	t.died(errTabClosed)
	if t.context != "" {
		ctx, cancel := context.WithTimeout(b.alive, closeTimeout)
		defer cancel()
		_ = proto.TargetDisposeBrowserContext{BrowserContextID: t.context}.Call(session{ctx: ctx, conn: b.conn})
	}
	b.mu.Lock()
	delete(b.tabs, t.session)
	b.mu.Unlock()
	t.abandon()
}

// abandon releases what the tab holds outside the browser.
func (t *tab) abandon() {
	if t.process != nil {
		t.process.close()
	}
	t.egress.Close()
}
