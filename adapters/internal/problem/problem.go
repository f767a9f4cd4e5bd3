// Package problem is the JSON of a failure, with which every listener of the service answers: contract, section 5.
package problem

import (
	"crypto/rand"
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
	text, _ := domain.EncodeJSON(p, "") // three strings always encode
	return text
}

// Write answers with a failure of a request that has no id of its own.
func Write(w http.ResponseWriter, status int, code domain.Code, message string) {
	p := Problem{Error: message, Code: code, RequestID: NewID()}
	w.Header().Set("Content-Type", "application/json")
	SetCommonHeader(w.Header(), p.RequestID)
	w.WriteHeader(status)
	_, _ = w.Write(p.JSON()) // a client that closed the connection needs no answer
}

// NewID returns 16 letters and digits for a request: 80 random bits.
func NewID() string { return rand.Text()[:16] }

// SetCommonHeader sets the fields that every answer has, whatever its status.
func SetCommonHeader(h http.Header, requestID string) {
	h.Set("X-Request-Id", requestID)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
}
