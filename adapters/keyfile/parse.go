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
func parseEntry(node *yaml.Node, engines []string) (key, error) {
	if node.Kind != yaml.MappingNode {
		return key{}, errors.New("this is not a key as in " + example)
	}
	f := fieldsOf(node, fieldsOfKey, "name", "sha256", "expires", "rate_limit", "engine", "standards")
	k := key{where: fmt.Sprintf("auth.keys_file: line %d", node.Line)}
	f.require("name", "the key has no name")
	f.require("sha256", notAHash)
	f.read("name", "", func(text string) error {
		k.Client.Name = text
		return checkName(text)
	})
	f.read("sha256", notAHash, func(text string) error {
		digits, err := hex.DecodeString(text)
		if err != nil || len(digits) != len(k.hash) {
			return errWrong
		}
		k.hash, k.Hash = [sha256.Size]byte(digits), strings.ToLower(text)
		return nil
	})
	f.read("expires", "expires is not a time with a zone, as in 2027-01-01T00:00:00Z", func(text string) (err error) {
		if k.Expires, err = time.Parse(time.RFC3339, strings.ToUpper(text)); k.Expires.IsZero() {
			return errWrong
		}
		return err
	})
	f.read("engine", "engine is not one of "+strings.Join(engines, ", "), func(text string) error {
		if k.Client.Engine = text; !slices.Contains(engines, text) {
			return errWrong
		}
		return nil
	})
	f.read("standards", "standards is not ua-1, a-2b or a-3b, ua-1 with one of the others, or none", func(text string) (err error) {
		k.Client.Standards, err = domain.ParseStandards(text)
		return err
	})
	if limit := f.values["rate_limit"]; f.err == nil && limit != nil {
		k.Client.RateLimit, f.err = parseLimit(limit)
	}
	return k, f.err
}

// parseLimit parses a rate limit. A missing window or burst is that of the configuration.
func parseLimit(node *yaml.Node) (*ports.RateLimit, error) {
	const otherwise = "rate_limit is not written as {requests: 600, window: 1m, burst: 60}"
	if node.Kind != yaml.MappingNode {
		return nil, errors.New(otherwise)
	}
	f := fieldsOf(node, otherwise, "requests", "window", "burst")
	f.require("requests", "rate_limit has no requests; 0 means no limit")
	var limit ports.RateLimit
	whole := func(name string, least int, number *int) {
		f.read(name, fmt.Sprintf("rate_limit: %s is not a whole number of at least %d", name, least), func(text string) (err error) {
			if *number, err = strconv.Atoi(text); *number < least {
				return errWrong
			}
			return err
		})
	}
	whole("requests", 0, &limit.Requests)
	whole("burst", 1, &limit.Burst)
	f.read("window", "rate_limit: window is not a duration, as in 500ms, 10s or 1m30s", func(text string) (err error) {
		if limit.Window, err = time.ParseDuration(text); limit.Window <= 0 {
			return errWrong
		}
		return err
	})
	return &limit, f.err
}

// fields are the values of a mapping by their names, and the first error in reading them.
type fields struct {
	values map[string]*yaml.Node
	err    error
}

// errWrong says that a text does not fit its field.
var errWrong = errors.New("it does not fit")

// fieldsOf returns the values of a mapping that may have only those names.
func fieldsOf(node *yaml.Node, otherwise string, names ...string) *fields {
	f := &fields{values: map[string]*yaml.Node{}}
	for i := 0; i < len(node.Content); i += 2 {
		name := node.Content[i].Value
		if !slices.Contains(names, name) {
			f.err = errors.New(otherwise)
		} else if f.values[name] != nil {
			f.err = fmt.Errorf("%s occurs twice", name)
		}
		f.values[name] = node.Content[i+1]
	}
	return f
}

// require fails if there is no such field.
func (f *fields) require(name, otherwise string) {
	if f.err == nil && f.values[name] == nil {
		f.err = errors.New(otherwise)
	}
}

// read has a field's text taken, if there is one. If take fails, the error is otherwise; if that is empty, the error of take.
func (f *fields) read(name, otherwise string, take func(text string) error) {
	value := f.values[name]
	if f.err != nil || value == nil {
		return
	}
	if value.Kind != yaml.ScalarNode || value.Tag == "!!null" {
		f.err = fmt.Errorf("%s is not a text", name)
	} else if f.err = take(value.Value); f.err != nil && otherwise != "" {
		f.err = errors.New(otherwise)
	}
}
