package keyfile

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"platen/ports"
)

// key is one API key.
type key struct {
	Entry
	hash [sha256.Size]byte
	// where is its place in the configuration, for messages. short: it is easy to guess.
	where string
	short bool
}

// parsePlain parses keys in plain text: name=secret,name2=secret2. Its messages name a place and never quote the text there,
// since it may be a secret.
func parsePlain(text string) ([]key, error) {
	var keys []key
	for i, pair := range strings.Split(text, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		where := fmt.Sprintf("auth.keys: key %d", i+1)
		name, secret, found := strings.Cut(strings.TrimSpace(pair), "=")
		switch {
		case !found:
			return nil, fmt.Errorf("%s is not written as name=secret", where)
		case checkName(name) != nil:
			return nil, fmt.Errorf("%s: %w", where, checkName(name))
		case strings.Trim(secret, "=") == "":
			// Base64 without a name ends with "=": the name would be the secret.
			return nil, fmt.Errorf("%s has no secret: write name=secret", where)
		case strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }):
			return nil, fmt.Errorf("%s has a secret that no Authorization header can hold: "+
				"use printable ASCII without blanks", where)
		}
		keys = append(keys, key{
			Entry: Entry{Client: ports.Client{Name: name}}, hash: sha256.Sum256([]byte(secret)),
			where: where, short: len(secret) < shortest,
		})
	}
	return keys, nil
}

// checkName returns an error if a name cannot be a client's.
func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("the key has no name")
	case strings.TrimSpace(name) != name:
		return errors.New("the key's name begins or ends with a blank")
	case len(name) > 128:
		return errors.New("the key's name is longer than 128 bytes")
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return errors.New("the key's name has a character that cannot be printed")
	}
	return nil
}

// checkUnique refuses a secret that two keys share: its client would be unknown.
func checkUnique(keys []key) error {
	places := map[[sha256.Size]byte]string{}
	for _, k := range keys {
		if where, taken := places[k.hash]; taken {
			return fmt.Errorf("%s has the same secret as %s", k.where, where)
		}
		places[k.hash] = k.where
	}
	return nil
}
