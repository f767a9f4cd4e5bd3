package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"

	"platen/domain"
)

// statusOf is the one table from the contract's codes to HTTP's statuses.
func statusOf(code domain.Code) int {
	switch code {
	case domain.InvalidRequest:
		return http.StatusBadRequest
	case domain.Unauthorized:
		return http.StatusUnauthorized
	case domain.NotFound:
		return http.StatusNotFound
	case domain.MethodNotAllowed:
		return http.StatusMethodNotAllowed
	case domain.PayloadTooLarge:
		return http.StatusRequestEntityTooLarge
	case domain.UnsupportedMediaType:
		return http.StatusUnsupportedMediaType
	case domain.RateLimited:
		return http.StatusTooManyRequests
	case domain.Overloaded:
		return http.StatusServiceUnavailable
	case domain.Timeout:
		return http.StatusGatewayTimeout
	default:
		return http.StatusInternalServerError
	}
}

// problem is the body of every failure.
type problem struct {
	Error     string      `json:"error"`
	Code      domain.Code `json:"code"`
	RequestID string      `json:"requestId"`
}

func (p problem) json() []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	// The messages are for people: "<style>" should not reach them as "\u003cstyle\u003e".
	encoder.SetEscapeHTML(false)
	// Three strings always encode.
	_ = encoder.Encode(p)
	return b.Bytes()
}

// setCommon sets what every answer bears, whatever it is.
func setCommon(h http.Header, requestID string) {
	h.Set("X-Request-Id", requestID)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
}
