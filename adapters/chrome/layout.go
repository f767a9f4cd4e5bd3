package chrome

import (
	"context"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// layoutInterval is the time between two layouts of a document that loads.
const layoutInterval = 30 * time.Millisecond

// awaitDocument waits for the load event of the document that was set, and gives its loader. Most documents have fired
// it already. Since no screen is drawn (see flags.go), Chrome does not lay out a document or its frames while they
// load. But only a layout requests the resources that SVG use elements name, and the load event waits for those. So a
// layout is forced at intervals.
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
			// The answer needs a layout of all frames. If the call fails, the document has navigated or the tab has
			// ended, which is reported by other means.
			_, _ = proto.RuntimeEvaluate{Expression: "document.elementFromPoint(0, 0), 0"}.Call(page)
		}
	}
}
