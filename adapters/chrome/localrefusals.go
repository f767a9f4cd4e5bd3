package chrome

import (
	"encoding/json"
	"net/url"
	"strings"
	"sync"

	"github.com/go-rod/rod/lib/proto"

	"platen/domain"
)

// localRefusals are the resources of one document that the browser refused without a request, so that the egress session does not know
// of them. The browser reports them in its log only. Safe for concurrent use.
type localRefusals struct {
	mu        sync.Mutex
	resources []domain.FailedResource
}

// take returns those since the last call.
func (r *localRefusals) take() []domain.FailedResource {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.resources
	r.resources = nil
	return taken
}

// add adds the resource of a Log.entryAdded event, if it has one.
func (r *localRefusals) add(params json.RawMessage) {
	var added proto.LogEntryAdded
	if err := json.Unmarshal(params, &added); err != nil || added.Entry == nil {
		return
	}
	address, reason := refusal(added.Entry)
	if reason == "" {
		return
	}
	parsed, err := url.Parse(address)
	if err != nil {
		parsed = &url.URL{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.resources = append(r.resources, domain.NewFailedResource(parsed, reason))
}

// refusal returns the refused resource of a log entry and the reason; no reason if the entry reports something else. Failures that the
// egress session sees too have other texts.
func refusal(entry *proto.LogLogEntry) (address, reason string) {
	if file, is := strings.CutPrefix(entry.Text, "Not allowed to load local resource: "); is {
		return file, "refused: a local file"
	}
	if entry.Source != proto.LogLogEntrySourceNetwork {
		return "", ""
	}
	switch {
	case strings.HasSuffix(entry.Text, "net::ERR_UNSAFE_PORT"):
		return entry.URL, "refused: a port of another protocol"
	case strings.HasSuffix(entry.Text, "net::ERR_UNKNOWN_URL_SCHEME"), strings.HasSuffix(entry.Text, "net::ERR_DISALLOWED_URL_SCHEME"):
		return entry.URL, "refused: neither http nor https"
	}
	return "", ""
}
