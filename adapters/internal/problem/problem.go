// Package problem is the JSON of a failure, with which every listener of the service answers: contract, section 5.
package problem

import (
	"bytes"
	"encoding/json"
	"net/http"

	"platen/domain"
)

// Problem is the body of a failure.
type Problem struct {
	Error     string      `json:"error"` // for a person
	Code      domain.Code `json:"code"`
	RequestID string      `json:"requestId"`
}

// JSON encodes the problem, with a line feed at its end.
func (p Problem) JSON() []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	// The messages are for people: "<style>" should not reach them as "\u003cstyle\u003e".
	encoder.SetEscapeHTML(false)
	// Three strings always encode.
	_ = encoder.Encode(p)
	return b.Bytes()
}

// SetCommonHeader sets the fields that every answer has, whatever its status.
func SetCommonHeader(h http.Header, requestID string) {
	h.Set("X-Request-Id", requestID)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
}
