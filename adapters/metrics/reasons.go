package metrics

import (
	"regexp"
	"strings"
	"sync"
)

// maxReasons bounds the values of the label reason, whatever engines report.
const maxReasons = 64

// reasons makes label values from the reasons for which resources fail.
type reasons struct {
	mu   sync.Mutex
	seen map[string]bool
}

var statusCode = regexp.MustCompile(`\b([1-9])\d\d\b`)

// of returns the reason without its details: the text after a colon, and the last digits of an HTTP status.
func (r *reasons) of(reason string) string {
	reason, _, _ = strings.Cut(reason, ":")
	reason = statusCode.ReplaceAllString(strings.ToValidUTF8(reason, "?"), "${1}xx")
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.seen[reason] {
		if len(r.seen) >= maxReasons {
			return "other"
		}
		r.seen[reason] = true
	}
	return reason
}
