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
)

// parseFile parses a file of key hashes, as in the package comment, whose keys may name the given engines.
func parseFile(text []byte, engines []string) ([]key, error) {
	list, err := parseList(text)
	if err != nil {
		return nil, err
	}
	keys := make([]key, 0, len(list.Content))
	for _, node := range list.Content {
		k, err := parseEntry(node, engines)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", node.Line, err)
		}
		keys = append(keys, k)
	}
	return keys, nil
}

// parseList finds the list of keys in a file.
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
	}
	list := document.Content[0]
	if list.Kind != yaml.SequenceNode {
		return nil, errors.New("it is not a list of keys, each as in " + example)
	}
	return list, nil
}

// parseEntry reads one key of the file.
func parseEntry(node *yaml.Node, engines []string) (key, error) {
	if node.Kind != yaml.MappingNode {
		return key{}, errors.New("this is not a key as in " + example)
	}
	fields, err := fieldsOf(node, fieldsOfKey, "name", "sha256", "expires", "rate_limit", "engine", "standards")
	if err != nil {
		return key{}, err
	}
	k := key{where: fmt.Sprintf("auth.keys_file: line %d", node.Line)}
	if k.client.Name, err = textOf(fields, "name"); err == nil {
		err = checkName(k.client.Name)
	}
	if err == nil {
		k.hash, err = parseHash(fields)
	}
	if err == nil && fields["expires"] != nil {
		k.expires, err = parseExpiry(fields)
	}
	if limit := fields["rate_limit"]; err == nil && limit != nil {
		k.client.RateLimit, err = parseLimit(limit)
	}
	if err == nil && fields["engine"] != nil {
		k.client.Engine, err = parseEngine(fields, engines)
	}
	if err == nil {
		k.client.Standards, err = parseStandards(fields)
	}
	return k, err
}

// fieldsOf returns the values of a mapping that may have only those names.
func fieldsOf(node *yaml.Node, otherwise string, names ...string) (map[string]*yaml.Node, error) {
	fields := map[string]*yaml.Node{}
	for i := 0; i < len(node.Content); i += 2 {
		name := node.Content[i].Value
		if !slices.Contains(names, name) {
			return nil, errors.New(otherwise)
		}
		if fields[name] != nil {
			return nil, fmt.Errorf("%s occurs twice", name)
		}
		fields[name] = node.Content[i+1]
	}
	return fields, nil
}

// textOf returns a field's text; empty if there is no such field.
func textOf(fields map[string]*yaml.Node, name string) (string, error) {
	value := fields[name]
	if value == nil {
		return "", nil
	}
	if value.Kind != yaml.ScalarNode || value.Tag == "!!null" {
		return "", fmt.Errorf("%s is not a text", name)
	}
	return value.Value, nil
}

func parseHash(fields map[string]*yaml.Node) (hash [sha256.Size]byte, err error) {
	text, err := textOf(fields, "sha256")
	if err != nil {
		return hash, err
	}
	digits, err := hex.DecodeString(text)
	if err != nil || len(digits) != len(hash) {
		return hash, errors.New("sha256 is not a hash of 64 hexadecimal digits, as `platen keys new NAME` prints it")
	}
	return [sha256.Size]byte(digits), nil
}

func parseExpiry(fields map[string]*yaml.Node) (time.Time, error) {
	text, err := textOf(fields, "expires")
	if err != nil {
		return time.Time{}, err
	}
	expires, err := time.Parse(time.RFC3339, strings.ToUpper(text))
	if err != nil || expires.IsZero() {
		return time.Time{}, errors.New("expires is not a time with a zone, as in 2027-01-01T00:00:00Z")
	}
	return expires, nil
}

func parseEngine(fields map[string]*yaml.Node, engines []string) (string, error) {
	name, err := textOf(fields, "engine")
	if err == nil && !slices.Contains(engines, name) {
		err = errors.New("engine is not one of " + strings.Join(engines, ", "))
	}
	return name, err
}

func parseStandards(fields map[string]*yaml.Node) (domain.Standards, error) {
	text, err := textOf(fields, "standards")
	if err != nil {
		return domain.Standards{}, err
	}
	standards, err := domain.ParseStandards(text)
	if err != nil {
		return domain.Standards{}, errors.New(`standards is not ua-1, a-2b or a-3b, ua-1 with one of the others, or none`)
	}
	return standards, nil
}

// parseLimit parses a rate limit. A missing window or burst is that of the configuration.
func parseLimit(node *yaml.Node) (*ports.RateLimit, error) {
	const otherwise = "rate_limit is not written as {requests: 600, window: 1m, burst: 60}"
	if node.Kind != yaml.MappingNode {
		return nil, errors.New(otherwise)
	}
	fields, err := fieldsOf(node, otherwise, "requests", "window", "burst")
	if err != nil {
		return nil, err
	}
	if fields["requests"] == nil {
		return nil, errors.New("rate_limit has no requests; 0 means no limit")
	}
	var limit ports.RateLimit
	for name, target := range map[string]*int{"requests": &limit.Requests, "burst": &limit.Burst} {
		if fields[name] == nil {
			continue
		}
		least := map[string]int{"requests": 0, "burst": 1}[name]
		if *target, err = strconv.Atoi(fields[name].Value); err != nil || *target < least {
			return nil, fmt.Errorf("rate_limit: %s is not a whole number of at least %d", name, least)
		}
	}
	if window := fields["window"]; window != nil {
		if limit.Window, err = time.ParseDuration(window.Value); err != nil || limit.Window <= 0 {
			return nil, errors.New("rate_limit: window is not a duration, as in 500ms, 10s or 1m30s")
		}
	}
	return &limit, nil
}
