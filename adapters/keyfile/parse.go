package keyfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"platen/domain"
	"platen/ports"
)

// The messages of this file name a line and never quote its text, since it may be a misplaced secret.

const (
	example     = `- {name: "billing", sha256: "…"}`
	fieldsOfKey = "a key has the fields name, sha256, expires, rate_limit, engine and standards, and no other"
	rateLimit   = "rate_limit"
	standards   = "standards"
	notAHash    = "sha256 is not a hash of 64 hexadecimal digits, as `platen keys new NAME` prints it"
)

// parseFile parses a file of key hashes, as in the package comment, whose keys may name the given engines. The document is a list with a
// node for each key.
func parseFile(text []byte, engines []string) (document *yaml.Node, keys []key, err error) {
	if document, err = parseList(text); err != nil {
		return nil, nil, err
	}
	for _, node := range document.Content[0].Content {
		k, err := parseEntry(node, engines)
		if err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", node.Line, err)
		}
		keys = append(keys, k)
	}
	return document, keys, nil
}

// parseList parses a file that is a list.
func parseList(text []byte) (*yaml.Node, error) {
	var document yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("it is empty: `platen keys new NAME` makes a line for it, and [] means no key at all")
	case err != nil && strings.Contains(err.Error(), "anchor"):
		return nil, errors.New("it is not YAML or JSON: an alias without an anchor")
	case err != nil:
		return nil, fmt.Errorf("it is not YAML or JSON: %w", err)
	case !errors.Is(decoder.Decode(&yaml.Node{}), io.EOF):
		return nil, errors.New("it goes on after its list of keys")
	case document.Content[0].Kind != yaml.SequenceNode:
		return nil, errors.New("it is not a list of keys, each as in " + example)
	}
	return &document, nil
}

// parseEntry reads one key of the file.
func parseEntry(node *yaml.Node, engines []string) (k key, err error) {
	if node.Kind != yaml.MappingNode {
		return k, errors.New("this is not a key as in " + example)
	}
	k.where = fmt.Sprintf("auth.keys_file: line %d", node.Line)
	names := []string{"name", "sha256", "expires", rateLimit, "engine", standards}
	err = eachField(node, fieldsOfKey, names, func(name string, value *yaml.Node) (err error) {
		switch text := value.Value; name {
		case "name":
			k.Client.Name, err = text, checkName(text)
		case "sha256":
			digits, wrong := hex.DecodeString(text)
			if wrong != nil || len(digits) != len(k.hash) {
				return errors.New(notAHash)
			}
			k.hash, k.Hash = [sha256.Size]byte(digits), strings.ToLower(text)
		case "expires":
			if k.Expires, _ = time.Parse(time.RFC3339, strings.ToUpper(text)); k.Expires.IsZero() { // an error gives zero, too
				return errors.New("expires is not a time with a zone, as in 2027-01-01T00:00:00Z")
			}
		case rateLimit:
			k.Client.RateLimit, err = parseLimit(value)
		case "engine":
			if k.Client.Engine = text; !slices.Contains(engines, text) {
				return errors.New("engine is not one of " + strings.Join(engines, ", "))
			}
		case standards:
			list := []string{text}
			if value.Kind == yaml.SequenceNode {
				err = value.Decode(&list)
			}
			if err == nil {
				k.Client.Standards, err = domain.ParseStandards(strings.Join(list, " "))
			}
			if err != nil {
				return errors.New("standards is not ua-1, a-2b or a-3b, ua-1 with one of the others, or none")
			}
		}
		return err
	})
	switch {
	case err == nil && k.Client.Name == "":
		err = errors.New("the key has no name")
	case err == nil && k.Hash == "":
		err = errors.New(notAHash)
	}
	return k, err
}

// parseLimit parses a rate limit. A missing window or burst is that of the configuration, a burst up to the requests.
func parseLimit(node *yaml.Node) (*ports.RateLimit, error) {
	const otherwise = "rate_limit is not written as {requests: 600, window: 1m, burst: 60}"
	if node.Kind != yaml.MappingNode {
		return nil, errors.New(otherwise)
	}
	limit := ports.RateLimit{Requests: -1}
	err := eachField(node, otherwise, []string{"requests", "window", "burst"}, func(name string, value *yaml.Node) (err error) {
		switch name {
		case "requests":
			limit.Requests, err = wholeNumber(name, value.Value, 0)
		case "burst":
			limit.Burst, err = wholeNumber(name, value.Value, 1)
		case "window":
			if limit.Window, _ = time.ParseDuration(value.Value); limit.Window < time.Millisecond { // an error gives 0
				return errors.New("rate_limit: window is not a duration of 1ms or more, as in 500ms, 10s or 1m30s")
			}
		}
		return err
	})
	if err == nil && limit.Requests < 0 {
		err = errors.New("rate_limit has no requests; 0 means no limit")
	}
	return &limit, err
}

func wholeNumber(name, text string, least int) (int, error) {
	number, err := strconv.Atoi(text)
	if err != nil || number < least {
		return 0, fmt.Errorf("rate_limit: %s is not a whole number of at least %d", name, least)
	}
	return number, nil
}

// eachField calls take with each field of a mapping, which may have only those names, each once. Values are texts, but for rate
// limits and lists of standards.
func eachField(node *yaml.Node, otherwise string, names []string, take func(name string, value *yaml.Node) error) error {
	seen := map[string]bool{}
	for pair := range slices.Chunk(node.Content, 2) {
		name, value := pair[0].Value, pair[1]
		switch {
		case !slices.Contains(names, name):
			return errors.New(otherwise)
		case seen[name]:
			return fmt.Errorf("%s occurs twice", name)
		case name == standards && value.Kind == yaml.SequenceNode:
		case name != rateLimit && (value.Kind != yaml.ScalarNode || value.Tag == "!!null"):
			return fmt.Errorf("%s is not a text", name)
		}
		seen[name] = true
		if err := take(name, value); err != nil {
			return err
		}
	}
	return nil
}
