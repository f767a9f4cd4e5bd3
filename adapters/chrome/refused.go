package chrome

import (
	"encoding/json"
	"net/url"
	"strings"
	"sync"

	"github.com/go-rod/rod/lib/proto"

	"platen/domain"
)

// refused are the resources of one document that the browser did not even ask the network for, so that no exit
// knows of them. It says so in its log only. Safe for concurrent use.
type refused struct {
	mu        sync.Mutex
	resources []domain.FailedResource
}

// forget begins another document.
func (r *refused) forget() { _ = r.take() }

// take gives those of the document.
func (r *refused) take() []domain.FailedResource {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.resources
	r.resources = nil
	return taken
}

// hear takes a Log.entryAdded.
func (r *refused) hear(params json.RawMessage) {
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

// refusal tells by an entry which resource was refused and why; no reason where none was. Failures that an exit
// sees too stand in the log under other names.
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
