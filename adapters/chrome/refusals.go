package chrome

import (
	"context"
	"net/url"
	"strings"
	"sync"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"platen/domain"
)

// refusals are the resources of one document that the browser refused without a request, so that the egress session does not know
// of them. Each address counts once. Safe for concurrent use.
type refusals struct {
	mu        sync.Mutex
	requests  map[proto.NetworkRequestID]request
	atLoad    int             // how many requests had begun at the load event
	ended     chan struct{}   // holds a value if a request ended since it was last received from
	seen      map[string]bool // the addresses of resources
	resources []domain.FailedResource
}

// request is a request for a resource.
type request struct {
	address string
	number  int  // from 1, in their order
	shown   bool // what it brings may be on a page
	ended   bool
}

// take returns those since the last call.
func (r *refusals) take() []domain.FailedResource {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.resources
	r.requests, r.atLoad, r.seen, r.resources = map[proto.NetworkRequestID]request{}, 0, map[string]bool{}, nil
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

// add adds a resource.
func (r *refusals) add(address, reason string) {
	if mediaType, _, is := strings.Cut(address, ","); is && strings.HasPrefix(address, "data:") {
		mediaType, _, _ = strings.Cut(mediaType, ";")
		r.addOnce(address[:min(len(address), shownAddress)],
			domain.NewFailedResource(&url.URL{Scheme: "data", Opaque: mediaType[len("data:"):]}, reason))
		return
	}
	parsed, err := url.Parse(address)
	if err != nil {
		parsed = &url.URL{}
	}
	r.addOnce(address, domain.NewFailedResource(parsed, reason))
}

func (r *refusals) addOnce(key string, resource domain.FailedResource) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.seen[key] {
		r.seen[key] = true
		r.resources = append(r.resources, resource)
	}
}

// handle handles the events of a document's resources.
func (r *refusals) handle(event *cdp.Event) {
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
func (r *refusals) begin(sent proto.NetworkRequestWillBeSent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	number := len(r.requests) + 1
	if redirected, known := r.requests[sent.RequestID]; known {
		number = redirected.number
	}
	r.requests[sent.RequestID] = request{address: sent.Request.URL, number: number, shown: shown[sent.Type]}
}

// end ends a request and returns its address.
func (r *refusals) end(id proto.NetworkRequestID) (address string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ending, known := r.requests[id]; known {
		address = ending.address
		ending.ended = true
		r.requests[id] = ending
	}
	select {
	case r.ended <- struct{}{}:
	default:
	}
	return address
}

// begun returns how many requests have begun.
func (r *refusals) begun() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.requests)
}

// loaded notes the load event.
func (r *refusals) loaded() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.atLoad = len(r.requests)
}

// begunAtLoad returns how many requests had begun at the load event.
func (r *refusals) begunAtLoad() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.atLoad
}

// awaitLater waits until all requests for what is shown have ended but the first ones, so many, and reports whether there were any.
func (r *refusals) awaitLater(ctx context.Context, first int) (some bool, err error) {
	for {
		some, open := r.later(first)
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

// later reports whether there are requests for what is shown after the first ones, and whether one of them has not ended.
func (r *refusals) later(first int) (some, open bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.requests {
		if one.number > first && one.shown {
			some, open = true, open || !one.ended
		}
	}
	return some, open
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
func (r *refusals) addLogged(text string) {
	if file, is := strings.CutPrefix(text, "Not allowed to load local resource: "); is {
		r.add(file, reasonFile)
	} else if strings.HasPrefix(text, "Subresource requests whose URLs contain embedded credentials") {
		r.add("", reasonUser)
	}
}
