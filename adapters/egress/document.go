package egress

import (
	"context"
	"net"
	"sync"

	"platen/domain"
)

// maxFetches bounds what one document fetches at once.
const maxFetches = 32

func newDocument(config Config) *document {
	return &document{
		maxRequests: config.MaxRequests,
		maxTotal:    int64(config.MaxTotal),
		fetching:    make(chan struct{}, maxFetches),
		spending:    new(domain.Budget),
	}
}

// document is what passes through one exit between two Takes. A connection belongs to the document during which
// it was opened.
type document struct {
	maxRequests int
	maxTotal    int64
	fetching    chan struct{} // holds as many as are fetching

	mu       sync.Mutex
	conns    map[net.Conn]struct{}
	spending *domain.Budget // that of this print and those before it, of the same template
	hops     map[string]int // redirects on the way to an address, where there were any
	traffic  domain.Traffic
}

// charge puts what follows on an account.
func (d *document) charge(account *domain.Budget) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.spending = account
}

// untouched says that nothing has passed, and nobody connected.
func (d *document) untouched() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.conns) == 0 && d.traffic.Requests == 0
}

// join makes the connection the document's.
func (d *document) join(c net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.conns == nil {
		d.conns = map[net.Conn]struct{}{}
	}
	d.conns[c] = struct{}{}
}

// part forgets a connection.
func (d *document) part(c net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.conns, c)
}

// request counts one; the error says that the document has had its share.
func (d *document) request() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.traffic.Requests++
	switch {
	case d.spending.Request() > int64(d.maxRequests):
		return errTooMany
	case d.spending.Receive(0) > d.maxTotal:
		return errTotal
	}
	return nil
}

// enter waits until the document may fetch one more; leave must follow. Servers are not to meet hundreds of
// connections for one document.
func (d *document) enter(ctx context.Context) error {
	select {
	case d.fetching <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *document) leave() { <-d.fetching }

// spend counts bytes of bodies; the error says that they are too many.
func (d *document) spend(bytes int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.spending.Receive(bytes) > d.maxTotal {
		return errTotal
	}
	return nil
}

// fail tells of a resource that did not come; nobody hears it after the end.
func (d *document) fail(resource domain.FailedResource) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.traffic.Failed = append(d.traffic.Failed, resource)
}

// end closes the document's connections and gives what passed.
func (d *document) end() domain.Traffic {
	d.mu.Lock()
	conns := d.conns
	d.conns = nil
	traffic := d.traffic
	d.mu.Unlock()
	for c := range conns {
		_ = c.Close() // it parts, which takes the lock
	}
	return traffic
}
