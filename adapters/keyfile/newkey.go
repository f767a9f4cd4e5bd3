package keyfile

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
)

// prefix makes a key known for what it is, to people and to programs that look for leaked secrets.
const prefix = "platen_"

// NewKey makes a key with 256 random bits for the client, and the line of its hash for the file, without a line
// break. The key is kept nowhere.
func NewKey(name string) (secret, line string, err error) {
	if err := checkName(name); err != nil {
		return "", "", fmt.Errorf("new key: %w", err)
	}
	random := make([]byte, 32)
	// It never fails: see crypto/rand.
	_, _ = rand.Read(random)
	secret = prefix + base64.RawURLEncoding.EncodeToString(random)
	hash := sha256.Sum256([]byte(secret))
	return secret, fmt.Sprintf("- {name: %s, sha256: %q}", strconv.Quote(name), hex.EncodeToString(hash[:])), nil
}
