package egress

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"platen/domain"
)

// fetcher gets resources for every exit.
type fetcher struct {
	policy   *policy
	direct   *http.Transport
	upstream *http.Transport // for names that are resolved upstream; nil: none
	timeout  time.Duration
	maxBytes int64
}

// answer is a resource that came whole, or a redirect.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// sent are the request headers that go out: by Accept and User-Agent servers choose formats that the engine
// can read.
var sent = []string{"Accept", "Accept-Language", "User-Agent"}

// kept are the response headers that come back. Framing policies are the framed page's say.
var kept = []string{"Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options"}

// fetch gets the resource at u. It counts its bytes for the document.
func (f *fetcher) fetch(ctx context.Context, doc *document, u *url.URL, r *http.Request) (*answer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, f.timeout, errTimeout)
	defer cancel()
	t, transport, err := f.way(u)
	if err != nil {
		return nil, err
	}
	plain := *u
	plain.Host = t.authority(u.Scheme) // as it was understood here, for nobody to understand it otherwise
	request := (&http.Request{Method: r.Method, URL: &plain, Host: plain.Host, Header: http.Header{}}).WithContext(ctx)
	for _, name := range sent {
		if values := r.Header.Values(name); len(values) > 0 {
			request.Header[name] = values
		}
	}
	if request.UserAgent() == "" {
		request.Header.Set("User-Agent", "Platen")
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return nil, timedOut(ctx, err)
	}
	defer func() { _ = response.Body.Close() }()
	a, err := f.read(response, &plain, doc)
	return a, timedOut(ctx, err)
}

// way is how u is reached. The direct one decides by itself, for it knows addresses; the one upstream cannot.
func (f *fetcher) way(u *url.URL) (target, *http.Transport, error) {
	if u.User != nil {
		return target{}, nil, refusal("the address holds credentials")
	}
	t, err := parseTarget(u.Scheme, u.Host)
	if err != nil {
		return target{}, nil, err
	}
	if f.upstream == nil || f.policy.excepted(t, t.addr) {
		return t, f.direct, nil
	}
	return t, f.upstream, f.policy.checkName(t)
}

// read takes what is wanted of a response.
func (f *fetcher) read(response *http.Response, u *url.URL, doc *document) (*answer, error) {
	a := &answer{status: response.StatusCode, header: http.Header{}}
	for _, name := range kept {
		if values := response.Header.Values(name); len(values) > 0 {
			a.header[name] = values
		}
	}
	switch code := response.StatusCode; {
	case code == http.StatusMovedPermanently, code == http.StatusFound, code == http.StatusSeeOther,
		code == http.StatusTemporaryRedirect, code == http.StatusPermanentRedirect:
		to, err := u.Parse(response.Header.Get("Location"))
		if err != nil || to.Scheme != "http" && to.Scheme != "https" || to.Host == "" || response.Header.Get("Location") == "" {
			return nil, errRedirect
		}
		if err := doc.redirect(u, to); err != nil {
			return nil, err
		}
		// Engines may read an odd address otherwise than we do; this is no longer odd.
		a.header.Set("Location", to.String())
		return a, nil
	case code < 200, code > 299, code == http.StatusPartialContent: // no part was asked for
		return nil, status(code)
	}
	// The transport has undone the one encoding that it asks for.
	if encoding := response.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return nil, errEncoding
	}
	if response.ContentLength > f.maxBytes {
		return nil, errTooLarge
	}
	var body bytes.Buffer
	body.Grow(int(min(max(response.ContentLength, 0), prealloc)) + bytes.MinRead)
	_, err := body.ReadFrom(&metered{response.Body, f.maxBytes, doc})
	a.body = body.Bytes()
	return a, err
}

// prealloc bounds what is allocated on a server's word.
const prealloc = int64(256 * domain.KiB)

// metered counts what is read, for the resource and for the document.
type metered struct {
	body io.Reader
	left int64
	doc  *document
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.body.Read(p)
	if m.left -= int64(n); m.left < 0 {
		return n, errTooLarge
	}
	if over := m.doc.spend(n); over != nil {
		return n, over
	}
	return n, err
}

// close ends connections that wait for use.
func (f *fetcher) close() {
	f.direct.CloseIdleConnections()
	if f.upstream != nil {
		f.upstream.CloseIdleConnections()
	}
}

// timedOut puts the reason for which ctx ended in the place of an error that follows from it.
func timedOut(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
