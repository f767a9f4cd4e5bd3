package weasyprint

import (
	"context"
	"net/url"

	"platen/domain"
)

// accept returns what a request accepts, as the Fetch standard says.
func accept(sheet bool) string {
	if sheet {
		return "text/css,*/*;q=0.1"
	}
	return "*/*"
}

// fetch answers the request for a resource: it loads those of http and https through the session, which counts and refuses, and refuses
// all others itself.
func (p *process) fetch(ctx context.Context, asked workerMessage) (answer resourceMessage, content []byte) {
	address, err := url.Parse(asked.Fetch)
	refuse := func(reason string) (resourceMessage, []byte) {
		p.refused = append(p.refused, domain.NewFailedResource(address, "refused"+reason))
		return resourceMessage{Error: reason}, nil
	}
	switch {
	case err != nil:
		p.refused = append(p.refused, domain.InvalidResource(asked.Fetch))
		return resourceMessage{Error: "no valid address"}, nil
	case address.Scheme == "file":
		return refuse(": a local file")
	case address.Scheme == "data":
		return refuse(" by the engine: no image that it knows")
	case address.Scheme != "http" && address.Scheme != "https":
		return refuse(": neither http nor https")
	case asked.Frame:
		return refuse(" by the engine, which shows no frames")
	case address.User != nil:
		return refuse(": an address with a password")
	}
	loaded, err := p.session.Fetch(ctx, asked.Fetch,
		map[string][]string{"Accept": {accept(asked.Sheet)}, "User-Agent": {userAgent(p.ready.Version)}})
	if err != nil { // the session has counted it
		return resourceMessage{Error: "it could not be loaded"}, nil
	}
	return resourceMessage{URL: loaded.URL, Type: loaded.Type}, loaded.Content
}
