package domain

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// Fingerprint names all that a document depends on, so that two documents show why they differ. Each part is a Digest;
// empty: not known.
type Fingerprint struct {
	// Request is the digest of the filled request.
	Request string
	// Engine is the engine and its version, Service this program and its settings, Fonts the fonts that are installed.
	Engine, Service, Fonts string
}

// String is the value of a header field, a dictionary of structured fields (RFC 8941), as in `request="…", engine="…"`.
// Parts that are not known are left out.
func (f Fingerprint) String() string {
	var parts []string
	for _, p := range []struct{ name, digest string }{
		{"request", f.Request}, {"engine", f.Engine}, {"service", f.Service}, {"fonts", f.Fonts},
	} {
		if p.digest != "" {
			parts = append(parts, fmt.Sprintf("%s=%q", p.name, p.digest))
		}
	}
	return strings.Join(parts, ", ")
}

// Digest returns 16 hexadecimal digits of the SHA-256 of the texts. Equal texts have equal digests, and it matters where one
// ends and the next begins.
func Digest(texts ...string) string {
	hash := sha256.New()
	var length [8]byte
	for _, text := range texts {
		binary.BigEndian.PutUint64(length[:], uint64(len(text)))
		hash.Write(length[:])
		hash.Write([]byte(text))
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// Digest identifies a filled request: all that is printed, and the standards that its key asks for.
func (r Request) Digest() string {
	return Digest(r.HTML, r.CSS, r.HeaderHTML, r.FooterHTML, string(r.Standards))
}
