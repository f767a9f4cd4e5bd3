package httpapi

import (
	"net/http"
	"strings"

	"platen/domain"
	"platen/ports"
)

// authenticate returns the client that the request's key belongs to, also if the key has expired.
func (s *Server) authenticate(h http.Header) (client ports.Client, err error) {
	key, ok := bearer(h)
	if !ok {
		return ports.Client{}, &domain.Error{Code: domain.Unauthorized, Message: "an API key is needed: send the header Authorization: Bearer <key>, once"}
	}
	client, ok = s.keyring.Authenticate(key)
	if !ok {
		err := &domain.Error{Code: domain.Unauthorized, Message: "the API key is not valid"}
		if client.Name != "" { // only the log says so
			err.LogMessage = "the API key has expired"
		}
		return client, err
	}
	return client, nil
}

// bearer reads the key from the Authorization field. Two such fields are refused, since a proxy in front of the service
// might check the other one. Blanks and tabs around the key are not part of it.
func bearer(h http.Header) (key string, ok bool) {
	fields := h["Authorization"]
	if len(fields) != 1 {
		return "", false
	}
	const scheme = "bearer"
	field := strings.Trim(fields[0], " \t")
	if len(field) <= len(scheme) || !strings.EqualFold(field[:len(scheme)], scheme) {
		return "", false
	}
	key = strings.TrimLeft(field[len(scheme):], " \t")
	return key, len(key) < len(field)-len(scheme) && key != ""
}
