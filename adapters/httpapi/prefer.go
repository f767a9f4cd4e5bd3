package httpapi

import (
	"net/http"
	"strings"
)

// prefersStrict reports whether the client asks for handling=strict (RFC 7240 section 4.4). Of a repeated preference, the first
// counts; parameters and preferences that are not known are ignored.
func prefersStrict(h http.Header) bool {
	for _, preference := range outsideQuotes(strings.Join(h.Values("Prefer"), ","), ',') {
		name, value, _ := strings.Cut(outsideQuotes(preference, ';')[0], "=")
		if strings.EqualFold(strings.TrimSpace(name), "handling") {
			return strings.EqualFold(strings.Trim(strings.TrimSpace(value), `"`), "strict")
		}
	}
	return false
}

// outsideQuotes splits a field at a separator that is not within a quoted string.
func outsideQuotes(field string, separator rune) (parts []string) {
	quoted, escaped := false, false
	begin := 0
	for i, r := range field {
		switch {
		case escaped || quoted && r == '\\':
			escaped = !escaped
		case r == '"':
			quoted = !quoted
		case r == separator && !quoted:
			parts = append(parts, field[begin:i])
			begin = i + 1
		}
	}
	return append(parts, field[begin:])
}
