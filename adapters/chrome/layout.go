package chrome

import (
	"context"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// layoutInterval is how long a document may load without being laid out.
const layoutInterval = 30 * time.Millisecond

// awaitDocument waits for the load event of the document that was set, and gives its loader. Most have fired it
// already. Without a screen to draw, see flags.go, nothing has the browser lay a document or its frames out while
// they load; yet what an SVG use element names is asked for by the layout only, and holds the load event until
// then, even where it is never asked for. So there is a layout now and then.
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
			// Whether something is there is only known after the layout of all frames. Where that fails, the document
			// has gone or the tab has died, which is told otherwise.
			_, _ = proto.RuntimeEvaluate{Expression: "document.elementFromPoint(0, 0), 0"}.Call(page)
		}
	}
}
