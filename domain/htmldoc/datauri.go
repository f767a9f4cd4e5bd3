package htmldoc

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"

	"platen/domain"
)

// sniffed is how much of an image is looked at.
const sniffed = 1024

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
func (u DataURI) Content() ([]byte, bool) { return u.start(len(u.data)) }

// start decodes the first bytes of the data, limit or more, but checks all of it.
func (u DataURI) start(limit int) ([]byte, bool) {
	data := percentDecoded(u.data)
	if !u.base64 {
		return []byte(data[:min(len(data), limit)]), true
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
	if strings.IndexFunc(kept, notBase64) >= 0 || len(kept)%4 == 1 {
		return nil, false
	}
	// Four characters are three bytes.
	content, err := base64.RawStdEncoding.DecodeString(kept[:min(len(kept), (limit+2)/3*4)])
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

func notBase64(r rune) bool {
	return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '+' && r != '/'
}

// undecodable describes a data: URI that cannot be decoded, or that is an image and holds none. It shows the
// media type, and not the data.
func undecodable(address string, image bool) (domain.FailedResource, bool) {
	u, ok := ParseDataURI(address)
	mediaType, _, _ := strings.Cut(u.MediaType, ";")
	resource := domain.NewFailedResource(&url.URL{Scheme: "data", Opaque: mediaType}, reasonData)
	if !ok {
		return resource, true
	}
	content, ok := u.start(sniffed)
	if !ok {
		return resource, true
	}
	isImage := image || hasPrefixFold(mediaType, "image/")
	return resource, isImage && !looksLikeImage(content)
}

// magic are the first bytes of the image formats that engines read.
var magic = []string{
	"\x89PNG\r\n\x1a\n", "GIF87a", "GIF89a", "\xff\xd8\xff", "BM", "\x00\x00\x01\x00", "\x00\x00\x02\x00", "II*\x00", "MM\x00*",
}

// looksLikeImage reports whether the bytes begin as an image does. Engines decide by these bytes too, not by the type.
func looksLikeImage(content []byte) bool {
	for _, m := range magic {
		if bytes.HasPrefix(content, []byte(m)) {
			return true
		}
	}
	switch {
	case len(content) >= 12 && string(content[:4]) == "RIFF" && string(content[8:12]) == "WEBP":
		return true
	case len(content) >= 8 && string(content[4:8]) == "ftyp": // AVIF
		return true
	case len(content) > 2 && content[0] == 0xff && content[1] == 0x0a: // JPEG XL
		return true
	}
	// SVG, perhaps after a prologue, and with any prefix of its namespace.
	text := bytes.TrimLeft(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")), " \t\r\n")
	return bytes.HasPrefix(text, []byte("<")) || bytes.HasPrefix(content, []byte("\xff\xfe")) || bytes.HasPrefix(content, []byte("\xfe\xff"))
}
