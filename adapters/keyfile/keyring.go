// Package keyfile implements ports.Keyring with keys from a file of hashes and from the configuration, for installations with a
// handful of clients and no identity provider.
//
// The file is a YAML or JSON list. Each key has the name of its client and the SHA-256 hash of the secret, in hexadecimal. It may have a
// time at which it expires, a rate limit of its own, the engine for its documents, and standards that they keep:
//
//   - {name: "billing", sha256: "(64 hexadecimal digits)"}
//   - name: "crm"
//     sha256: "(64 hexadecimal digits)"
//     expires: 2027-01-01T00:00:00Z
//     rate_limit: {requests: 6000, window: 1m, burst: 600}
//     engine: NAME
//     standards: ua-1 a-2b
//
// NewKey makes such a line, so `platen keys new billing >> keys.yaml` adds a client. A name may occur several times: while a
// client changes to a new key, the old one is still valid.
//
// The file is read every half a second. A change is used when a second reading finds one too: a file that is written in place is incomplete
// for a moment. Reading notices every kind of change: a file written in place, replaced by renaming, exchanged through symbolic links as
// Kubernetes does with secrets, in a folder that was removed and made again, or on a network file system that reports no events. A broken
// file changes no key; it is logged, and Problem and Failures report it.
package keyfile

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"platen/ports"
)

var _ ports.Keyring = (*Keyring)(nil)

// shortest is the length below which a secret causes a warning: less than 95 random bits in base64.
const shortest = 16

// Keyring knows the keys of a Config.
type Keyring struct {
	log *zap.Logger
	// file is that of the configuration; its path is empty if there is none.
	file reader
	// config is what keys of the file may say.
	config Config
	// plain are the keys of the configuration, which never change.
	plain []key
	// loaded is what the last reading of the file that was used has left.
	loaded   atomic.Pointer[loaded]
	failures atomic.Int64

	// changing is held while a reading is used.
	changing sync.Mutex
	// observe is called after each call of changed, also when the file cannot be used; nil: nobody asked.
	observe func()
	// warned are the times of the last warnings that keys expire, by their hashes; New and then the watching have it alone.
	warned map[[sha256.Size]byte]time.Time

	// end ends the watching of the file; nil: there is none.
	end      context.CancelFunc
	watching sync.WaitGroup
}

// loaded is what a reading of the file left.
type loaded struct {
	// keys are all keys; where the file cannot be used, those before.
	keys []key
	// result is the file's text or the message of the error with which it was read, and problem says why it cannot be used; nil: it can.
	result  string
	problem error
}

// New reads the keys, and watches the file until Close. It fails if there is no valid key, if a key cannot be used,
// and if the file cannot be read.
func New(c Config, log *zap.Logger) (*Keyring, error) {
	plain, err := parsePlain(c.Keys)
	if err != nil {
		return nil, err
	}
	// The error of a broken file is the operator's and needs no stack.
	k := &Keyring{log: log.WithOptions(zap.AddStacktrace(zap.DPanicLevel)), file: reader{path: c.File}, config: c, plain: plain,
		warned: map[[sha256.Size]byte]time.Time{}}
	k.loaded.Store(&loaded{})
	for _, key := range plain {
		if key.short {
			log.Warn("a key of auth.keys is easy to guess: use `platen keys new NAME`", zap.String("client", key.Client.Name))
		}
	}
	if err := k.load(k.file.read()); err != nil {
		return nil, err
	}
	if k.Len() == 0 {
		return nil, errNoKey(k.loaded.Load().keys)
	}
	if c.File != "" {
		k.warnOfExpiry()
		watching, end := context.WithCancel(context.Background())
		k.end = end
		k.watching.Go(func() { k.watch(watching) })
	}
	return k, nil
}

func errNoKey(expired []key) error {
	if len(expired) > 0 {
		last := slices.MaxFunc(expired, func(a, b key) int { return a.Expires.Compare(b.Expires) })
		return fmt.Errorf("every API key has expired, the last one at %s: make one with `platen keys new NAME`",
			last.Expires.Format(time.RFC3339))
	}
	return errors.New("there is no API key: make one with `platen keys new NAME`, " +
		"put its line into a file, and name the file in auth.keys_file (or give name=secret in auth.keys)")
}

// Authenticate implements ports.Keyring. It compares the hash of the secret with every key's, each as a whole. A map of hashes
// would be safe too, since no client can choose the bits of a hash; comparing all needs no such argument, and takes some
// microseconds for a thousand keys.
func (k *Keyring) Authenticate(secret string) (client ports.Client, ok bool) {
	hash := sha256.Sum256([]byte(secret))
	keys, found := k.loaded.Load().keys, -1
	for i := range keys {
		found = subtle.ConstantTimeSelect(subtle.ConstantTimeCompare(hash[:], keys[i].hash[:]), i, found)
	}
	if found < 0 {
		return ports.Client{}, false
	}
	return keys[found].Client, !keys[found].Expired(time.Now())
}

// valid are the keys that are valid now.
func (k *Keyring) valid() []key {
	now := time.Now()
	return slices.DeleteFunc(slices.Clone(k.loaded.Load().keys), func(key key) bool { return key.Expired(now) })
}

// Len is the number of keys that are valid now.
func (k *Keyring) Len() int { return len(k.valid()) }

// NextExpiry is when the next of the valid keys expires; zero: none does.
func (k *Keyring) NextExpiry() (next time.Time) {
	for _, key := range k.valid() {
		if !key.Expires.IsZero() && (next.IsZero() || key.Expires.Before(next)) {
			next = key.Expires
		}
	}
	return next
}

// Engines are the engines that keys name, each once.
func (k *Keyring) Engines() (names []string) {
	for _, key := range k.loaded.Load().keys {
		if name := key.Client.Engine; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Observe has a function called after each change of the file, after each Reload, and every half a minute. It must not block.
func (k *Keyring) Observe(observe func()) {
	k.changing.Lock()
	defer k.changing.Unlock()
	k.observe = observe
}

// Problem returns the error of a file that cannot be used, while the keys of its last good text are valid; nil: none.
func (k *Keyring) Problem() error { return k.loaded.Load().problem }

// Failures counts how often the file could not be used: once for each broken text, and once more for each 30 seconds that it
// stays.
func (k *Keyring) Failures() int64 { return k.failures.Load() }

// Reload reads the file now, and returns its error. Without a file it does nothing.
func (k *Keyring) Reload() error {
	k.changed(k.file.read())
	return k.Problem()
}

// Close stops watching the file. The keys stay valid. A second call does nothing.
func (k *Keyring) Close() {
	if k.end != nil {
		k.end()
		k.watching.Wait()
	}
}

// changed uses a new text or error of the file, and logs it.
func (k *Keyring) changed(text []byte, err error) {
	k.changing.Lock()
	defer k.changing.Unlock()
	before := k.loaded.Load()
	err = k.load(text, err)
	if err != nil {
		k.failures.Add(1)
	}
	now := k.loaded.Load()
	if k.observe != nil {
		k.observe()
	}
	changes := []zap.Field{zap.Int("keys", k.Len()), zap.Strings("added", without(now.keys, before.keys)),
		zap.Strings("removed", without(before.keys, now.keys))}
	switch {
	case now.result == before.result:
	case err != nil:
		k.log.Error("the keys file cannot be used: the keys stay as they were", zap.Error(err))
	case k.Len() == 0:
		k.log.Warn("the keys file has no valid key any more: every request is refused", changes...)
	default:
		k.log.Info("the keys file was read again", changes...)
	}
}

// without returns the names of the keys that are not among others, in their order.
func without(keys, others []key) []string {
	names := []string{}
	for _, k := range keys {
		if !slices.ContainsFunc(others, func(o key) bool { return o.hash == k.hash && o.Client.Name == k.Client.Name }) {
			names = append(names, k.Client.Name)
		}
	}
	return names
}

// load takes the keys of the file's text, beside those of the configuration.
func (k *Keyring) load(text []byte, err error) error {
	now := loaded{result: result(text, err)}
	if err != nil {
		err = fmt.Errorf("auth.keys_file: %w", err)
	} else if _, now.keys, err = parseFile(text, k.config.Engines); err != nil {
		err = fmt.Errorf("auth.keys_file: %s: %w", k.file.path, err)
	} else {
		now.keys = slices.Concat(k.plain, now.keys)
		err = cmp.Or(checkUnique(now.keys), k.config.checkClients(now.keys))
	}
	if now.problem = err; err != nil {
		now.keys = k.loaded.Load().keys
	}
	k.loaded.Store(&now)
	return err
}

// result returns a reading's text or error message, for comparison.
func result(text []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Config names the sources of keys. They must give at least one key.
type Config struct {
	// File is the path of a YAML or JSON file of key hashes, read again when it changes; empty: none.
	File string `key:"keys_file"`
	// Keys are keys in plain text, as name=secret,name2=secret2, for the environment. A secret holds no comma.
	Keys string `key:"keys"`
	// Engines are the names of engines that a key of the file may name.
	Engines []string `key:"-"`
	// Check returns an error if the service cannot serve a client of the file; nil: it can serve all.
	Check func(ports.Client) error `key:"-"`
}

func (c Config) checkClients(keys []key) error {
	if c.Check == nil {
		return nil
	}
	for _, k := range keys {
		if err := c.Check(k.Client); err != nil {
			return fmt.Errorf("%s: %w", k.where, err)
		}
	}
	return nil
}

// Validate checks Keys. New reads the file.
func (c Config) Validate() error {
	_, err := parsePlain(c.Keys)
	return err
}
