package keyfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// key is one API key.
type key struct {
	name string
	hash [sha256.Size]byte
	// where says where it stands, for messages; short says that it is easy to guess.
	where string
	short bool
}

// The messages below say where something is wrong and never quote what is wrong: it may be a secret that slipped.

// parsePlain reads keys in the clear: name=secret,name2=secret2.
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
			// Base64 without a name ends so: the name would be the secret.
			return nil, fmt.Errorf("%s has no secret: write name=secret", where)
		case strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }):
			return nil, fmt.Errorf("%s has a secret that no Authorization header can hold: "+
				"use printable ASCII without blanks", where)
		}
		keys = append(keys, key{name: name, hash: sha256.Sum256([]byte(secret)), where: where, short: len(secret) < shortest})
	}
	return keys, nil
}

// parseHashes reads a file of key hashes, as the package's comment shows it.
func parseHashes(text []byte) ([]key, error) {
	var document yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("it is empty: `platen keys new NAME` makes a line for it, and [] stands for no key at all")
	case err != nil && strings.Contains(err.Error(), "anchor"):
		return nil, errors.New("it is not YAML or JSON: an alias without an anchor")
	case err != nil:
		return nil, fmt.Errorf("it is not YAML or JSON: %w", err)
	case !errors.Is(decoder.Decode(&yaml.Node{}), io.EOF):
		return nil, errors.New("it goes on after its list of keys")
	}
	list := document.Content[0]
	if list.Kind != yaml.SequenceNode {
		return nil, errors.New(`it is not a list of keys, each as in - {name: "billing", sha256: "…"}`)
	}
	keys := make([]key, 0, len(list.Content))
	for _, node := range list.Content {
		k, err := parseEntry(node)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", node.Line, err)
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// parseEntry reads one key of the file.
func parseEntry(node *yaml.Node) (key, error) {
	if node.Kind != yaml.MappingNode {
		return key{}, errors.New(`this is not a key as in - {name: "billing", sha256: "…"}`)
	}
	fields := map[string]string{}
	for i := 0; i < len(node.Content); i += 2 {
		name, value := node.Content[i].Value, node.Content[i+1]
		_, again := fields[name]
		switch {
		case name != "name" && name != "sha256":
			return key{}, errors.New("a key has the fields name and sha256, and no other")
		case again:
			return key{}, fmt.Errorf("%s stands there twice", name)
		case value.Kind != yaml.ScalarNode || value.Tag == "!!null":
			return key{}, fmt.Errorf("%s is not a text", name)
		}
		fields[name] = value.Value
	}
	if err := checkName(fields["name"]); err != nil {
		return key{}, err
	}
	hash, err := hex.DecodeString(fields["sha256"])
	if err != nil || len(hash) != sha256.Size {
		return key{}, errors.New("sha256 is not a hash of 64 hexadecimal digits, as `platen keys new NAME` prints it")
	}
	k := key{name: fields["name"], where: fmt.Sprintf("auth.keys_file: line %d", node.Line)}
	copy(k.hash[:], hash)
	return k, nil
}

// checkName says what keeps a name from being a client's.
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

// checkUnique refuses a secret that two keys share: whose would it be?
func checkUnique(keys []key) error {
	first := map[[sha256.Size]byte]string{}
	for _, k := range keys {
		if where, taken := first[k.hash]; taken {
			return fmt.Errorf("%s has the same secret as %s", k.where, where)
		}
		first[k.hash] = k.where
	}
	return nil
}
