package chrome

import (
	"context"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// layoutInterval is the time between the forced layouts of a document that loads.
const layoutInterval = 30 * time.Millisecond

// awaitDocument waits for the load event of the document that was set, and returns its loader. For most documents it has already
// fired. Since no screen is drawn (see flags.go), Chrome does not lay out a document while it loads. But resources that SVG use
// elements name are requested by a layout only, and the load event waits for them. So a layout is forced at intervals.
func (t *tab) awaitDocument(page session) (loader string, err error) {
	again := time.NewTicker(layoutInterval)
	defer again.Stop()
	for {
		select {
		case loader := <-t.loaded:
			return loader, nil
		case <-page.ctx.Done():
			return "", context.Cause(page.ctx)
		case <-again.C:
			// The answer needs a layout of all frames. An error means that the document has navigated or the tab has ended;
			// events report both.
			_, _ = proto.RuntimeEvaluate{Expression: "document.elementFromPoint(0, 0), 0"}.Call(page)
		}
	}
}
