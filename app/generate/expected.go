package generate

import (
	"context"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"platen/domain"
	"platen/domain/pagecss"
	"platen/ports"
)

// expectations remember the room that header and footer took on a client's last document with the same templates. The next
// document's body is printed with that room while its header and footer are measured. That print is used only if they need
// exactly this room, so a wrong expectation costs time and changes no document. Safe for concurrent use.
type expectations struct {
	mu    sync.Mutex
	known *simplelru.LRU[expectationKey, expectation]
}

// maxExpectations bounds the memory that they take: about 300 bytes each.
const maxExpectations = 4096

// expectationKey is what determines the room as a rule.
type expectationKey struct {
	client    string
	templates string // the digest of header and footer before they are filled
	page      domain.Size
	margins   domain.Margins
}

// expectation is the room that was measured last.
type expectation struct {
	room pagecss.MarginReserve
	// doubtful: it was another one the time before.
	doubtful bool
}

func newExpectations() *expectations {
	// The error is that of a number that is not positive.
	known, _ := simplelru.NewLRU[expectationKey, expectation](maxExpectations, nil)
	return &expectations{known: known}
}

// of gives the room that is likely; false if none is.
func (e *expectations) of(key expectationKey) (pagecss.MarginReserve, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	last, known := e.known.Get(key)
	return last.room, known && !last.doubtful
}

// learn notes the room that was measured.
func (e *expectations) learn(key expectationKey, room pagecss.MarginReserve) {
	e.mu.Lock()
	defer e.mu.Unlock()
	last, known := e.known.Get(key)
	e.known.Add(key, expectation{room, known && last.room != room})
}

// expectationKey gives the key of the document. templates is the request before it is filled.
func (j *job) expectationKey(ctx context.Context, templates domain.Request) expectationKey {
	page := j.geometry.Default()
	return expectationKey{
		client:    ports.ClientOf(ctx).Name,
		templates: domain.Digest(templates.HeaderHTML, templates.FooterHTML),
		page:      page.Size, margins: page.Margins,
	}
}

// earlyBody is a body that is printed before its header and footer are measured.
type earlyBody struct {
	room   pagecss.MarginReserve
	cancel context.CancelFunc
	done   chan struct{}
	body   printedBody
	err    error
}

// printEarly begins to print the body with the room that is expected; nil if none is. The caller ends it with discard.
func (j *job) printEarly(ctx context.Context, key expectationKey) *earlyBody {
	room, likely := j.expected.of(key)
	if !likely {
		return nil
	}
	early := &earlyBody{room: room, done: make(chan struct{})}
	ctx, early.cancel = context.WithCancel(ctx)
	go func() {
		defer close(early.done)
		defer recovered(&early.err)
		early.body, early.err = j.printBody(ctx, room)
	}()
	return early
}

// discard ends the print, if it is under way.
func (e *earlyBody) discard() {
	if e != nil {
		e.cancel()
		<-e.done
	}
}

// bodyWith gives the body with that room: the early one if it has the same, or else a new print.
func (j *job) bodyWith(ctx context.Context, room pagecss.MarginReserve, early *earlyBody) (body printedBody, err error) {
	if early != nil && early.room == room {
		<-early.done
		body, err = early.body, early.err
	} else {
		early.discard()
		body, err = j.printBody(ctx, room)
	}
	if err != nil {
		return printedBody{}, err
	}
	j.weight.Store(body.weight) // earlier prints are printed again
	return body, nil
}
