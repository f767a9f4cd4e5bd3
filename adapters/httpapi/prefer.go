package httpapi

import (
	"net/http"
	"regexp"
	"strings"
)

// The preferences of a field, and one without its parameters: commas and semicolons divide unless they are within quotes.
var (
	preferences = regexp.MustCompile(`(?:"(?:\\.|[^"\\])*"?|[^",])+`)
	unadorned   = regexp.MustCompile(`^(?:"(?:\\.|[^"\\])*"?|[^";])*`)
)

// prefersStrict reports whether the client asks for handling=strict (RFC 7240 section 4.4). Of a repeated preference, the first
// counts; parameters and preferences that are not known are ignored.
func prefersStrict(h http.Header) bool {
	for _, preference := range preferences.FindAllString(strings.Join(h.Values("Prefer"), ","), -1) {
		name, value, _ := strings.Cut(unadorned.FindString(preference), "=")
		if strings.EqualFold(strings.TrimSpace(name), "handling") {
			return strings.EqualFold(strings.Trim(strings.TrimSpace(value), `"`), "strict")
		}
	}
	return false
}
