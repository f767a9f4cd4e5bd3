package egress

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"platen/domain"
	"platen/domain/htmldoc"
)

// fetcher loads resources for every document.
type fetcher struct {
	Config
	transport atomic.Pointer[http.Transport]
	observe   func(took time.Duration, failed bool)
}

// answer is a complete resource, or a redirect.
type answer struct {
	status   int
	header   http.Header
	body     []byte
	location *url.URL // of a redirect; nil: not a redirect
}

// sent are the request headers that are sent: by Accept and User-Agent servers choose formats that the engine can read.
var sent = []string{"Accept", "Accept-Language", "User-Agent"}

// kept are the response headers that the engine receives. The framed page decides about framing.
var kept = []string{"Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options"}

// newRequest copies the parts of an engine's request that are sent; fetch sets its address.
func newRequest(ctx context.Context, header http.Header) *http.Request {
	request := (&http.Request{Method: http.MethodGet, Header: http.Header{}}).WithContext(ctx)
	for _, name := range sent {
		if values := header.Values(name); len(values) > 0 {
			request.Header[name] = values
		}
	}
	if request.UserAgent() == "" {
		request.Header.Set("User-Agent", "Platen")
	}
	return request
}

// fetch gets the resource at u within a timeout, and counts its bytes.
func (f *fetcher) fetch(ctx context.Context, request *http.Request, u *url.URL, timeout time.Duration, m *meter) (_ *answer, err error) {
	defer recovered(&err)
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, errTimeout)
	defer cancel()
	t, err := targetOf(u)
	if err != nil {
		return nil, err
	}
	plain := *u
	plain.Host = t.authority(u.Scheme) // as it was checked here, so that every server reads the same host
	request = request.WithContext(ctx)
	request.URL, request.Host = &plain, plain.Host
	response, err := f.transport.Load().RoundTrip(request)
	if err != nil {
		return nil, causeOf(ctx, err)
	}
	defer func() { _ = response.Body.Close() }()
	a, err := f.read(response, &plain, m)
	return a, causeOf(ctx, err)
}

// targetOf returns the target of an address that may be requested, whatever its host. The dialer checks that.
func targetOf(u *url.URL) (target, error) {
	switch {
	case u.User != nil, u.Hostname() == htmldoc.UserHost:
		return target{}, refusal("the address holds credentials")
	case u.Hostname() == htmldoc.RelativeHost:
		return target{}, refusal("a relative address in a document without an absolute base address")
	}
	return parseTarget(u.Scheme, u.Host)
}

// read reads the body and the headers that the engine receives.
func (f *fetcher) read(response *http.Response, u *url.URL, m *meter) (*answer, error) {
	a := &answer{status: response.StatusCode, header: http.Header{}}
	for _, name := range kept {
		if values := response.Header.Values(name); len(values) > 0 {
			a.header[name] = values
		}
	}
	switch code := response.StatusCode; {
	case code == http.StatusMovedPermanently, code == http.StatusFound, code == http.StatusSeeOther,
		code == http.StatusTemporaryRedirect, code == http.StatusPermanentRedirect:
		return a, a.redirect(u, response.Header.Get("Location"))
	case code < 200, code > 299, code == http.StatusNoContent, code == http.StatusPartialContent: // no part was asked for
		return nil, status(code)
	}
	// The transport has undone the one encoding that it asks for.
	if encoding := response.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return nil, errEncoding
	}
	if response.ContentLength > int64(f.MaxBytes) {
		return nil, errTooLarge
	}
	m.body, m.left = response.Body, int64(f.MaxBytes)
	var content bytes.Buffer
	content.Grow(int(min(max(response.ContentLength, 0), initialBuffer)) + bytes.MinRead)
	_, err := content.ReadFrom(m)
	a.body = bytes.Clone(content.Bytes()) // without the buffer's spare capacity
	switch {
	case err != nil:
	case lacksPictureOrFont(response, a.body):
		err = errNoPicture
	case lacksStyles(response):
		err = errNoStyles
	}
	return a, err
}

// lacksPictureOrFont reports whether an answer should be a picture, by its own header or that of the request, and is empty or text. An SVG
// document is text, too, but always names its namespace or its root. So do many pages, which begin with a tag of HTML. Fonts, and
// pictures on some engines, are asked for as */*, and frames never are: an answer to that is no page.
func lacksPictureOrFont(response *http.Response, body []byte) bool {
	answered, asked := response.Header.Get("Content-Type"), response.Request.Header.Get("Accept")
	kind := http.DetectContentType(body)
	isPage := strings.HasPrefix(kind, "text/html") && !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<!--"))
	isText := strings.HasPrefix(kind, "text/") && strings.HasSuffix(kind, "=utf-8") && (isPage || !bytes.Contains(body, []byte("svg")))
	isPicture := strings.HasPrefix(answered, "image/") || strings.HasPrefix(asked, "image/")
	return isPicture && isText || asked == "*/*" && isPage
}

// lacksStyles reports whether an answer should be a style sheet, by the header of the request, and has a type with which no engine uses it.
// Sheets of XSL are asked for with the same header.
func lacksStyles(response *http.Response) bool {
	answered, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	answered = strings.ToLower(strings.TrimSpace(answered))
	_, subtype, isType := strings.Cut(answered, "/")
	return strings.HasPrefix(response.Request.Header.Get("Accept"), "text/css") && isType &&
		subtype != "css" && subtype != "x-unknown-content-type" && subtype != "xsl" && !strings.HasSuffix(subtype, "xml")
}

// redirect sets the address that the answer leads to.
func (a *answer) redirect(from *url.URL, location string) error {
	to, err := from.Parse(location)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" || to.Host == "" || location == "" {
		return errRedirect
	}
	a.location = to
	// Engines may read an unusual address in another way than net/url; in this form all read the same.
	a.header.Set("Location", to.String())
	return nil
}

// initialBuffer bounds the memory that is allocated for the length that a server announces.
const initialBuffer = int64(256 * domain.KiB)

// meter counts the bytes read of a body, for the resource and for the document.
type meter struct {
	scope *scope
	body  io.Reader
	left  int64
	// The scope's lock guards these.
	received  domain.ByteSize
	abandoned bool
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.body.Read(p)
	over := m.scope.receive(m, n)
	if m.left -= int64(n); m.left < 0 {
		return n, errTooLarge
	}
	if over != nil {
		return n, over
	}
	return n, err
}

// causeOf replaces an error that follows from the end of ctx by the reason for that end.
func causeOf(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
