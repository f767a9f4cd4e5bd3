package htmldoc

import (
	"encoding/base64"
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
	data := percentDecoded(u.data)
	if !u.base64 {
		return []byte(data), true
	}
	kept := strings.Map(func(r rune) rune {
		if strings.ContainsRune(blanks, r) {
			return -1
		}
		return r
	}, data)
	if padding := len(kept) - len(strings.TrimRight(kept, "=")); padding <= 2 && len(kept)%4 == 0 {
		kept = kept[:len(kept)-padding]
	}
	content, err := base64.RawStdEncoding.DecodeString(kept)
	return content, err == nil
}

// percentDecoded decodes escapes; a "%" that begins none stands for itself.
func percentDecoded(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "%")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		code, err := strconv.ParseUint(after[:min(len(after), 2)], 16, 8)
		if text = after; err != nil || len(after) < 2 {
			b.WriteByte('%')
			continue
		}
		b.WriteByte(byte(code))
		text = after[2:]
	}
}
