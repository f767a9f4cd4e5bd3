package httpapi

import (
	"fmt"
	"mime"
	"net/http"
	"strings"

	"platen/domain"
)

// checkMedia refuses bodies that are not plain JSON. Parameters of the type, such as charset, are ignored: JSON is UTF-8, and
// other bytes are refused as malformed. Compressed bodies are refused, since a few bytes could expand to many.
func checkMedia(h http.Header) error {
	for _, coding := range h.Values("Content-Encoding") {
		if coding = strings.TrimSpace(coding); coding != "" && !strings.EqualFold(coding, "identity") {
			return unsupported("compressed bodies are not accepted: send the JSON as it is, without Content-Encoding")
		}
	}
	types := h.Values("Content-Type")
	switch {
	case len(types) == 0 || len(types) == 1 && types[0] == "":
		return nil
	case len(types) > 1:
		return unsupported("there is more than one Content-Type: send application/json, once")
	}
	media, _, err := mime.ParseMediaType(types[0])
	if err != nil {
		return unsupported("the Content-Type is not well-formed: send application/json")
	}
	if media != "application/json" {
		return unsupported(fmt.Sprintf("the Content-Type %q is not accepted: send application/json", media))
	}
	return nil
}

func unsupported(message string) error {
	return &domain.Error{Code: domain.UnsupportedMediaType, Message: message}
}
