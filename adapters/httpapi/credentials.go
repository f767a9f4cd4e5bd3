package httpapi

import (
	"net/http"
	"strings"

	"platen/domain"
	"platen/ports"
)

// authenticate returns the client that the request's key belongs to, also if the key has expired.
func (s *Server) authenticate(h http.Header) (client ports.Client, err error) {
	key, fault := bearer(h)
	if fault != "" {
		return ports.Client{}, &domain.Error{Code: domain.Unauthorized,
			Message: "an API key is needed: " + fault + ": send the header Authorization: Bearer <key>, once"}
	}
	client, ok := s.keyring.Authenticate(key)
	if !ok {
		err := &domain.Error{Code: domain.Unauthorized, Message: "the API key is not valid"}
		if client.Name != "" { // only the log says so
			err.LogMessage = "the API key has expired"
		}
		return client, err
	}
	return client, nil
}

// bearer reads the key from the Authorization field, or says what is wrong with the field's form, without quoting anything that may
// be a key. Two such fields are refused, since a proxy in front of the service might check the other one. Blanks and tabs around the
// key are not part of it.
func bearer(h http.Header) (key, fault string) {
	fields := h["Authorization"]
	if len(fields) != 1 {
		return "", wrongFields(h, len(fields))
	}
	scheme := strings.Trim(fields[0], " \t")
	if blank := strings.IndexAny(scheme, " \t"); blank >= 0 {
		scheme, key = scheme[:blank], strings.TrimLeft(scheme[blank:], " \t")
	}
	switch isBearer := strings.EqualFold(scheme, "Bearer"); {
	case isBearer && key == "":
		return "", "the header Authorization has no key after the word Bearer"
	case isBearer:
		return key, ""
	case key == "":
		return "", "the header Authorization does not begin with a scheme"
	default:
		return "", "the header Authorization has another scheme than Bearer"
	}
}

// wrongFields says what is wrong with a header that has no, or several, Authorization fields.
func wrongFields(h http.Header, number int) string {
	if number > 1 {
		return "there are several headers Authorization"
	}
	for _, other := range []string{"X-Api-Key", "Api-Key", "Apikey", "X-Auth-Token", "X-Access-Token", "Proxy-Authorization"} {
		if h[other] != nil {
			return "the header " + other + " is not read"
		}
	}
	return "there is no header Authorization"
}
