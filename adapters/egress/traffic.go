package egress

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/url"
	"sync"

	"platen/domain"
	"platen/ports"
)

// printTraffic is the traffic of one session during one print. A connection belongs to the print during which
// it was opened, and is closed when the print ends.
type printTraffic struct {
	scope printScope // the document's
	own   *scope     // of a print without a document, such as an engine's self-test; nil: it has one

	mu      sync.Mutex
	conns   map[net.Conn]struct{}
	hops    map[string]int // by address: the redirects that led to it
	traffic domain.Traffic
}

func newPrintTraffic(scope printScope) *printTraffic {
	return &printTraffic{scope: scope, conns: map[net.Conn]struct{}{}, hops: map[string]int{}}
}

// newOwnTraffic is the traffic of a print without a document, with limits of its own.
func newOwnTraffic(e *Egress) *printTraffic {
	own := newScope(e.fetcher, 0)
	p := newPrintTraffic(printScope{own, context.Background()})
	p.own = own
	return p
}

// add assigns the connection to the print.
func (p *printTraffic) add(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns[c] = struct{}{}
}

// remove forgets a closed connection.
func (p *printTraffic) remove(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
}

// count counts a request of the engine.
func (p *printTraffic) count() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.traffic.Requests++
}

// fail reports a resource that did not load. After the end of the print it has no effect.
func (p *printTraffic) fail(resource domain.FailedResource) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.traffic.Failed = append(p.traffic.Failed, resource)
}

// reject counts a request that failed before it could be read.
func (p *printTraffic) reject(u *url.URL, err error) {
	p.count()
	p.fail(failed(u, err))
}

// load counts a request, and returns its resource, fetched now or for an earlier request of the same document. A failure is reported if the
// request still waits for it.
func (p *printTraffic) load(ctx context.Context, u *url.URL, header http.Header) (*answer, error) {
	p.count()
	a, err := p.scope.get(ctx, u, header)
	if err == nil && a.location != nil {
		err = p.redirect(u, a.location)
	}
	if err != nil && ctx.Err() == nil {
		p.fail(failed(u, err))
	}
	return a, err
}

// fetch gets the resource at an address, over its redirects, whose number the print bounds.
func (p *printTraffic) fetch(ctx context.Context, address string, header http.Header) (ports.Resource, error) {
	u, err := url.Parse(address)
	if err == nil && (u.Scheme != "http" && u.Scheme != "https" || u.Opaque != "") {
		err = errRequest
	}
	if err != nil {
		p.reject(cmp.Or(u, new(url.URL)), errRequest)
		return ports.Resource{}, err
	}
	for {
		a, err := p.load(ctx, u, header)
		switch {
		case err != nil:
			return ports.Resource{}, err
		case a.location == nil:
			return ports.Resource{URL: u.String(), Type: a.header.Get("Content-Type"), Content: a.body}, nil
		}
		u = a.location
	}
}

// end closes the print's connections and returns its traffic.
func (p *printTraffic) end() domain.Traffic {
	p.mu.Lock()
	conns := p.conns
	p.conns = nil
	traffic := p.traffic
	p.mu.Unlock()
	for c := range conns {
		_ = c.Close() // it calls remove, which takes the lock
	}
	if p.own != nil {
		p.own.Close()
	}
	return traffic
}

// maxRedirects bounds the redirects of one resource. Engines have bounds of their own, of 10 or 20, and
// report nothing when they stop.
const maxRedirects = 9

// redirect counts a redirect from one address to another; the error reports a loop. Each hop is a request of its own, so a loop
// is recognised by addresses that it reaches again.
func (p *printTraffic) redirect(from, to *url.URL) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	hops := p.hops[canonical(from)] + 1
	if hops > maxRedirects {
		return errRedirects
	}
	p.hops[canonical(to)] = max(hops, p.hops[canonical(to)])
	return nil
}

// canonical is an address in one spelling, as the server receives it.
func canonical(u *url.URL) string {
	return u.Scheme + "://" + authorityOf(u) + u.RequestURI()
}

// authorityOf is the host and port of an address in one spelling.
func authorityOf(u *url.URL) string {
	if t, err := parseTarget(u.Scheme, u.Host); err == nil {
		return t.authority(u.Scheme)
	}
	return u.Host
}
