package htmldoc

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"
)

// DataURI is a data: address (RFC 2397), as browsers read it (Fetch, section 6).
type DataURI struct {
	// MediaType is as it was written, with its parameters.
	MediaType string

	data   string
	base64 bool
}

// ParseDataURI reads an address that begins with "data:"; false if it has no comma.
func ParseDataURI(address string) (DataURI, bool) {
	head, data, found := strings.Cut(address[len("data:"):], ",")
	u := DataURI{MediaType: strings.Trim(head, blanks), data: data}
	if end := strings.LastIndexByte(u.MediaType, ';'); end >= 0 && strings.EqualFold(strings.Trim(u.MediaType[end+1:], " "), "base64") {
		u.MediaType, u.base64 = u.MediaType[:end], true
	}
	return u, found
}

// Content decodes the data; false if it is not encoded as the address says. Blanks, and the lack of padding, are no
// errors.
func (u DataURI) Content() ([]byte, bool) {
	data := percentEscape.ReplaceAllStringFunc(u.data, func(escape string) string {
		code, _ := strconv.ParseUint(escape[len("%"):], 16, 8) // the expression matches nothing else
		return string([]byte{byte(code)})
	})
	if !u.base64 {
		return []byte(data), true
	}
	kept := withoutBlanks.Replace(data)
	if padding := len(kept) - len(strings.TrimRight(kept, "=")); padding <= 2 && len(kept)%4 == 0 {
		kept = kept[:len(kept)-padding]
	}
	content, err := base64.RawStdEncoding.DecodeString(kept)
	return content, err == nil
}

var (
	percentEscape = regexp.MustCompile(`%[0-9a-fA-F]{2}`)
	withoutBlanks = strings.NewReplacer(" ", "", "\t", "", "\n", "", "\f", "", "\r", "")
)
