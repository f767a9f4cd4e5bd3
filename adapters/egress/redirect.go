package egress

import "net/url"

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
	if p.hops == nil {
		p.hops = map[string]int{}
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
