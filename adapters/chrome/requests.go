package chrome

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"platen/domain"
)

// requests are those of one document, as the browser reports them: which are under way, and which resources it refused by itself, so that
// the egress session does not know of them. Each address counts once. Safe for concurrent use.
type requests struct {
	mu        sync.Mutex
	addresses map[proto.NetworkRequestID]string // of all requests
	awaited   map[proto.NetworkRequestID]bool   // requests for what is shown, since ignoreCurrent; true: under way
	ended     chan struct{}                     // holds a value if a request ended since it was last received from
	seen      map[string]bool                   // the addresses of resources
	refused   []domain.FailedResource
}

// drain forgets the requests so far, and returns the resources that the browser refused.
func (r *requests) drain() []domain.FailedResource {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.refused
	r.addresses, r.awaited = map[proto.NetworkRequestID]string{}, map[proto.NetworkRequestID]bool{}
	r.seen, r.refused = map[string]bool{}, nil
	return taken
}

// The reasons, for the log.
const (
	reasonFile   = "refused: a local file"
	reasonUser   = "refused: the address holds credentials"
	reasonPort   = "refused: a port of another protocol"
	reasonScheme = "refused: neither http nor https"
	reasonData   = "undecodable data URI"
)

// shownAddress is how much is kept of an address that only the document tells.
const shownAddress = 200

// add adds a resource that the browser refused.
func (r *requests) add(address, reason string) {
	if data, is := strings.CutPrefix(address[:min(len(address), shownAddress)], "data:"); is {
		r.addOnce(data, domain.NewFailedResource(&url.URL{Scheme: "data", Opaque: data}, reason))
		return
	}
	parsed, err := url.Parse(address)
	if err != nil {
		parsed = &url.URL{}
	}
	r.addOnce(address, domain.NewFailedResource(parsed, reason))
}

func (r *requests) addOnce(key string, resource domain.FailedResource) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.seen[key] {
		r.seen[key] = true
		r.refused = append(r.refused, resource)
	}
}

// handle handles the events of a document's resources.
func (r *requests) handle(event *cdp.Event) {
	switch event.Method {
	case "Network.requestWillBeSent":
		with(event, r.begin)
	case "Network.loadingFinished":
		with(event, func(finished proto.NetworkLoadingFinished) { r.end(finished.RequestID) })
	case "Network.loadingFailed":
		with(event, func(failed proto.NetworkLoadingFailed) {
			if address := r.end(failed.RequestID); reasonOf(failed, address) != "" {
				r.add(address, reasonOf(failed, address))
			}
		})
	case "Log.entryAdded":
		with(event, func(added proto.LogEntryAdded) { r.addLogged(added.Entry.Text) })
	}
}

// shown are the types of resources that a document waits for. The request for a film may stay open.
var shown = map[proto.NetworkResourceType]bool{
	proto.NetworkResourceTypeImage: true, proto.NetworkResourceTypeStylesheet: true, proto.NetworkResourceTypeFont: true,
}

// begin begins a request, or, after a redirect, follows one.
func (r *requests) begin(sent proto.NetworkRequestWillBeSent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, redirected := r.addresses[sent.RequestID]; !redirected && shown[sent.Type] {
		r.awaited[sent.RequestID] = true
	}
	r.addresses[sent.RequestID] = sent.Request.URL
}

// end ends a request and returns its address.
func (r *requests) end(id proto.NetworkRequestID) (address string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, awaited := r.awaited[id]; awaited {
		r.awaited[id] = false
	}
	select {
	case r.ended <- struct{}{}:
	default:
	}
	return r.addresses[id]
}

// ignoreCurrent makes await wait for later requests only.
func (r *requests) ignoreCurrent() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.awaited)
}

// await waits until all requests for what is shown have ended that have begun since ignoreCurrent, and reports whether there were any.
func (r *requests) await(ctx context.Context) (some bool, err error) {
	for {
		r.mu.Lock()
		some, open := len(r.awaited) > 0, slices.Contains(slices.Collect(maps.Values(r.awaited)), true)
		r.mu.Unlock()
		if !open {
			return some, nil
		}
		select {
		case <-r.ended:
		case <-ctx.Done():
			return some, context.Cause(ctx)
		}
	}
}

// reasonOf returns why the browser refused a resource; empty if it requested it, so that the egress session knows of the failure.
func reasonOf(failed proto.NetworkLoadingFailed, address string) string {
	if failed.Type == proto.NetworkResourceTypeScript {
		return "" // none ever runs
	}
	switch failed.BlockedReason {
	case "":
	case proto.NetworkBlockedReasonOrigin:
		if parsed, err := url.Parse(address); err != nil || parsed.User != nil {
			return reasonUser
		}
		return "refused by the engine: another origin" // as of SVG use elements
	case proto.NetworkBlockedReasonOther: // local files, which the log names
		return ""
	default:
		return "refused by the engine: " + string(failed.BlockedReason)
	}
	switch failed.ErrorText {
	case "net::ERR_UNSAFE_PORT":
		return reasonPort
	case "net::ERR_UNKNOWN_URL_SCHEME", "net::ERR_DISALLOWED_URL_SCHEME":
		return reasonScheme
	case "net::ERR_INVALID_URL":
		return reasonData
	case "net::ERR_ABORTED":
		if scheme, _, known := strings.Cut(address, ":"); known && scheme != "http" && scheme != "https" { // a frame
			return reasonScheme
		}
	}
	return ""
}

// addLogged adds the resource of a log entry, if it is about one that other events do not report: a file, or a frame whose address
// holds credentials.
func (r *requests) addLogged(text string) {
	if file, is := strings.CutPrefix(text, "Not allowed to load local resource: "); is {
		r.add(file, reasonFile)
	} else if strings.HasPrefix(text, "Subresource requests whose URLs contain embedded credentials") {
		r.add("", reasonUser)
	}
}
