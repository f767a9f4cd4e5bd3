package httpapi

import (
	"crypto/rand"
	"net/http"
	"strings"
)

// requestID is the client's own X-Request-Id where it is fit to be echoed and logged, else a new one.
func requestID(h http.Header) string {
	if id := h.Get("X-Request-Id"); fitID(id) {
		return id
	}
	return newID()
}

// fitID accepts printable ASCII, blanks included, of up to 128 characters.
func fitID(id string) bool {
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	return id != "" && len(id) <= 128 && strings.IndexFunc(id, unprintable) < 0
}

// newID returns 16 letters and digits: 80 random bits.
func newID() string { return rand.Text()[:16] }
