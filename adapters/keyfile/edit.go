package keyfile

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/google/renameio/v2"
	"go.yaml.in/yaml/v3"

	"platen/ports"
)

// Entry describes a key of a file.
type Entry struct {
	// Client is the client that the key belongs to.
	Client ports.Client
	// Hash is the SHA-256 of the secret, in hexadecimal.
	Hash string
	// Expires is when the key stops being valid; zero: never.
	Expires time.Time
}

// Expired reports whether the key is no longer valid.
func (e Entry) Expired(now time.Time) bool { return !e.Expires.IsZero() && !now.Before(e.Expires) }

// List reads the keys of a file, in its order. It fails if no service that has these engines would use the file.
func List(path string, engines []string) (entries []Entry, err error) {
	_, keys, err := list(path, engines)
	for _, k := range keys {
		entries = append(entries, k.Entry)
	}
	return entries, err
}

func list(path string, engines []string) (document *yaml.Node, keys []key, err error) {
	text, err := (&reader{path: path}).read()
	if err != nil {
		return nil, nil, err
	}
	if document, keys, err = parseFile(text, engines); err == nil {
		err = checkUnique(keys)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return document, keys, nil
}

// Revoke removes the keys of a client from a file: all of them, or those whose hash has that prefix. The other keys stay, with their
// comments. The file is replaced in one step, also behind a symbolic link. It returns the removed keys: at least one, or an error and
// an unchanged file.
func Revoke(path, name, hash string, engines []string) (removed []Entry, err error) {
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	document, keys, err := list(path, engines)
	if err != nil {
		return nil, err
	}
	var kept []*yaml.Node
	for i, node := range document.Content[0].Content {
		if k := keys[i]; k.Client.Name == name && strings.HasPrefix(k.Hash, strings.ToLower(hash)) {
			removed = append(removed, k.Entry)
		} else {
			kept = append(kept, node)
		}
	}
	if removed == nil {
		return nil, errors.New(path + " has no such key")
	}
	document.Content[0].Content = kept
	var left bytes.Buffer
	encoder := yaml.NewEncoder(&left)
	encoder.SetIndent(2)
	if err := errors.Join(encoder.Encode(document), encoder.Close()); err != nil {
		return nil, err
	}
	return removed, replace(path, left.Bytes())
}

// replace replaces a file by a new one with the same permissions and the same owner, since the service may run as another user than the
// operator who edits its keys.
func replace(path string, text []byte) error {
	before, err := os.Stat(path)
	if err != nil {
		return err
	}
	file, err := renameio.NewPendingFile(path, renameio.WithExistingPermissions(), renameio.WithTempDir(filepath.Dir(path)))
	if err != nil {
		return err
	}
	defer func() { _ = file.Cleanup() }()
	owner := before.Sys().(*syscall.Stat_t)
	if err := file.Chown(int(owner.Uid), int(owner.Gid)); err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		return err
	}
	return file.CloseAtomicallyReplace()
}

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
