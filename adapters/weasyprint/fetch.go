package weasyprint

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"platen/domain"
)

// accept is what all requests accept: the fetcher is not told what a resource is for. It is that of the Fetch standard for style sheets,
// so that the service, which reads some of them for the engine, receives the same.
const accept = "text/css,*/*;q=0.1"

// fetch answers the request for a resource: it loads those of http and https through the session, which counts and refuses, and refuses
// all others itself.
func (p *process) fetch(ctx context.Context, asked workerMessage) (answer resourceMessage, content []byte) {
	refuse := func(reason string) (resourceMessage, []byte) {
		address, err := url.Parse(asked.Fetch)
		if err != nil {
			address = &url.URL{Opaque: asked.Fetch}
		}
		p.refused = append(p.refused, domain.NewFailedResource(address, "refused"+reason))
		return resourceMessage{Error: reason}, nil
	}
	address, err := url.Parse(asked.Fetch)
	switch {
	case err != nil:
		return refuse(": no valid address")
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
	answer, content, err = p.request(ctx, asked.Fetch)
	if err != nil { // the session has counted it
		return resourceMessage{Error: "it could not be loaded"}, nil
	}
	return answer, content
}

// request requests a resource through the session.
func (p *process) request(ctx context.Context, address string) (answer resourceMessage, content []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return answer, nil, err
	}
	request.Header = http.Header{"Accept": {accept}, "User-Agent": {userAgent(p.ready.Version)}}
	response, err := p.client.Do(request)
	if err != nil {
		return answer, nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return answer, nil, fmt.Errorf("the server answers %d", response.StatusCode)
	}
	content, err = io.ReadAll(response.Body)
	return resourceMessage{URL: response.Request.URL.String(), Type: response.Header.Get("Content-Type")}, content, err
}
