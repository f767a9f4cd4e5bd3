package keyfile

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"platen/ports"
)

var _ ports.Keyring = (*Keyring)(nil)

// shortest is the length below which a secret is worth a warning: less than 95 random bits in base64.
const shortest = 16

// Keyring knows the keys of a Config.
type Keyring struct {
	log *zap.Logger
	// file is the path of the file; empty: none.
	file string
	// plain are the keys of the configuration, which never change.
	plain []key
	// keys are all keys.
	keys atomic.Pointer[[]key]

	// reading is held while the file is read and taken.
	reading sync.Mutex
	// seen is the result of the last reading: the file's text, or the error.
	seen string
	// problem is what is wrong with the file; nil: nothing.
	problem  atomic.Pointer[error]
	failures atomic.Int64

	watch watch
}

// New reads the keys, and watches the file until Close. It fails if there is no valid key, if a key cannot be used,
// and if the file cannot be read.
func New(c Config, log *zap.Logger) (*Keyring, error) {
	plain, err := c.plain()
	if err != nil {
		return nil, err
	}
	// An operator's mistake in a file is no fault in the program: its error needs no stack.
	k := &Keyring{log: log.WithOptions(zap.AddStacktrace(zap.DPanicLevel)), file: c.File, plain: plain}
	for _, key := range plain {
		if key.short {
			log.Warn("a key of auth.keys is easy to guess: use `platen keys new NAME`", zap.String("client", key.client.Name))
		}
	}
	if k.file == "" {
		err = k.take(nil)
	} else {
		err = k.load(os.ReadFile(k.file))
	}
	if err != nil {
		return nil, err
	}
	if k.Len() == 0 {
		return nil, errNoKey(*k.keys.Load())
	}
	if k.file != "" {
		k.watch.start(k.file, k.seen, k.changed)
	}
	return k, nil
}

func errNoKey(expired []key) error {
	if len(expired) > 0 {
		return fmt.Errorf("every API key has expired, the last one at %s: make one with `platen keys new NAME`",
			expired[len(expired)-1].expires.Format(time.RFC3339))
	}
	return errors.New("there is no API key: make one with `platen keys new NAME`, " +
		"put its line into a file, and name the file in auth.keys_file (or give name=secret in auth.keys)")
}

// Authenticate implements ports.Keyring. It compares the hash of the secret with every key's, all of them and each as a
// whole: a map of hashes would be safe too, since nobody can steer towards a hash bit by bit, but this needs no
// argument, and a thousand keys take some microseconds.
func (k *Keyring) Authenticate(secret string) (client ports.Client, ok bool) {
	hash := sha256.Sum256([]byte(secret))
	keys, found := *k.keys.Load(), -1
	for i := range keys {
		found = subtle.ConstantTimeSelect(subtle.ConstantTimeCompare(hash[:], keys[i].hash[:]), i, found)
	}
	if found < 0 || keys[found].expired(time.Now()) {
		return ports.Client{}, false
	}
	return keys[found].client, true
}

// Len is the number of keys that are valid now.
func (k *Keyring) Len() (valid int) {
	now := time.Now()
	for _, key := range *k.keys.Load() {
		if !key.expired(now) {
			valid++
		}
	}
	return valid
}

// Problem says why the file cannot be used, so that the keys of its last good text are valid; nil if it can.
func (k *Keyring) Problem() error {
	if err := k.problem.Load(); err != nil {
		return *err
	}
	return nil
}

// Failures is the number of times that the file could not be used: each broken text counts once, and once more for each
// 30 seconds that it stays.
func (k *Keyring) Failures() int64 { return k.failures.Load() }

// Reload reads the file now, and gives what is wrong with it. Without a file it does nothing.
func (k *Keyring) Reload() error {
	if k.file == "" {
		return nil
	}
	k.changed(os.ReadFile(k.file))
	return k.Problem()
}

// Close stops watching the file. The keys stay known. A second call does nothing.
func (k *Keyring) Close() error {
	k.watch.stop()
	return nil
}

// changed takes what was read of the file, and logs what is new.
func (k *Keyring) changed(text []byte, err error) {
	k.reading.Lock()
	defer k.reading.Unlock()
	before := k.seen
	err = k.load(text, err)
	if err != nil {
		k.failures.Add(1)
	}
	switch {
	case k.seen == before:
	case err != nil:
		k.log.Error("the keys file cannot be used: the keys stay as they were", zap.Error(err))
	case k.Len() == 0:
		k.log.Warn("the keys file has no valid key any more: every request is refused")
	default:
		k.log.Info("the keys file was read again", zap.Int("keys", k.Len()))
	}
}

// load takes the keys out of what was read of the file.
func (k *Keyring) load(text []byte, err error) error {
	k.seen = result(text, err)
	var keys []key
	if err != nil {
		err = fmt.Errorf("auth.keys_file: %w", err)
	} else if keys, err = parseFile(text); err != nil {
		err = fmt.Errorf("auth.keys_file: %s: %w", k.file, err)
	} else {
		err = k.take(keys)
	}
	if err != nil {
		k.problem.Store(&err)
		return err
	}
	k.problem.Store(nil)
	return nil
}

// take makes the file's keys and those of the configuration the keys from now on.
func (k *Keyring) take(fromFile []key) error {
	keys := append(append([]key{}, k.plain...), fromFile...)
	if err := checkUnique(keys); err != nil {
		return err
	}
	k.keys.Store(&keys)
	return nil
}
