package htmldoc

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strings"

	"platen/domain"
)

// sniffed is how much of an image is looked at.
const sniffed = 1024

// undecodable describes a data: URI that cannot be decoded (RFC 2397), or that is an image and holds none. It shows the
// media type, and not the data.
func undecodable(address string, image bool) (domain.FailedResource, bool) {
	head, data, ok := strings.Cut(address[len("data:"):], ",")
	mediaType, _, _ := strings.Cut(head, ";")
	resource := domain.NewFailedResource(&url.URL{Scheme: "data", Opaque: mediaType}, reasonData)
	if !ok {
		return resource, true
	}
	parameters := strings.Split(strings.ToLower(head), ";")
	encoded := strings.TrimSpace(parameters[len(parameters)-1]) == "base64" && len(parameters) > 1
	content, ok := decodeStart(data, encoded)
	if !ok {
		return resource, true
	}
	isImage := image || hasPrefixFold(strings.TrimSpace(mediaType), "image/")
	return resource, isImage && !looksLikeImage(content)
}

// decodeStart decodes the beginning of the data; false if any of it is not encoded as it says.
func decodeStart(data string, encoded bool) ([]byte, bool) {
	if strings.Contains(data, "%") {
		if unescaped, err := url.PathUnescape(data); err == nil {
			data = unescaped // a stray % stands for itself
		}
	}
	if !encoded {
		return []byte(data[:min(len(data), sniffed)]), true
	}
	kept := strings.Map(func(r rune) rune {
		if strings.ContainsRune(blanks, r) {
			return -1
		}
		return r
	}, data)
	kept = strings.TrimRight(kept, "=")
	if strings.IndexFunc(kept, notBase64) >= 0 || len(kept)%4 == 1 {
		return nil, false
	}
	content, err := base64.RawStdEncoding.DecodeString(kept[:min(len(kept), sniffed)])
	return content, err == nil || len(content) > 0
}

func notBase64(r rune) bool {
	return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '+' && r != '/'
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
