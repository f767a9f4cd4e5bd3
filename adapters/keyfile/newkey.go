package keyfile

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"
)

// prefix marks a key for people, and for programs that look for leaked secrets.
const prefix = "platen_"

// NewKey makes a key with 256 random bits for the client, and the line of its hash for the file, without a line break. The key is
// not stored. A zero expires means never.
func NewKey(name string, expires time.Time) (secret, line string, err error) {
	if err := checkName(name); err != nil {
		return "", "", fmt.Errorf("new key: %w", err)
	}
	random := make([]byte, 32)
	// It never fails: see crypto/rand.
	_, _ = rand.Read(random)
	secret = prefix + base64.RawURLEncoding.EncodeToString(random)
	hash := sha256.Sum256([]byte(secret))
	line = fmt.Sprintf("- {name: %s, sha256: %q", strconv.Quote(name), hex.EncodeToString(hash[:]))
	if !expires.IsZero() {
		line += fmt.Sprintf(", expires: %q", expires.Format(time.RFC3339))
	}
	return secret, line + "}", nil
}
