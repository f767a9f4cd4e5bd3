package egress

import "net/url"

// maxRedirects is how many redirects one resource may take. Engines give up by themselves, Chrome after 20 and Qt
// after 10, and neither says so.
const maxRedirects = 9

// redirect counts one from an address to another; the error says that the resource goes round in circles. Each
// hop is a request of its own here, so a chain is known by the addresses that it has come to: one that leads
// nowhere comes to some of them again.
func (d *document) redirect(from, to *url.URL) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	hops := d.hops[place(from)] + 1
	if hops > maxRedirects {
		return errCircle
	}
	if d.hops == nil {
		d.hops = map[string]int{}
	}
	d.hops[place(to)] = max(hops, d.hops[place(to)])
	return nil
}

// place is an address in one spelling, as a server hears it.
func place(u *url.URL) string {
	authority := u.Host
	if t, err := parseTarget(u.Scheme, u.Host); err == nil {
		authority = t.authority(u.Scheme)
	}
	return u.Scheme + "://" + authority + u.RequestURI()
}
