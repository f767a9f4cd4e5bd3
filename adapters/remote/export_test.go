package remote

import "net/http"

// Through sends the requests through a transport instead of the network.
func (s *Source) Through(transport http.RoundTripper) { s.client.Transport = transport }
