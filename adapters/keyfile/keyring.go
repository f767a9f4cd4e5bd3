package keyfile

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

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
	// keys are all of them now.
	keys atomic.Pointer[[]key]
	// watch watches the file; nil without one.
	watch *watch
	// seen is what reading the file last gave, its text or its error. Only the watch changes it.
	seen string
}

// New reads the keys, and watches the file until Close. It fails where there is no key at all, where one cannot
// be used, and where the file cannot be read or watched.
func New(c Config, log *zap.Logger) (*Keyring, error) {
	plain, err := c.plain()
	if err != nil {
		return nil, err
	}
	k := &Keyring{log: log, file: c.File, plain: plain}
	for _, key := range plain {
		if key.short {
			log.Warn("a key of auth.keys is easy to guess: use `platen keys new NAME`", zap.String("client", key.name))
		}
	}
	if k.file == "" {
		if err := k.take(nil); err != nil {
			return nil, err
		}
		return k, nil
	}
	// Watched before it is read, or a change in between would go unseen.
	if k.watch, err = newWatch(k.file, k.reload, log); err != nil {
		return nil, fmt.Errorf("auth.keys_file: watch %s: %w", k.file, err)
	}
	if _, err := k.read(); err != nil {
		return nil, errors.Join(err, k.Close())
	}
	k.watch.start()
	return k, nil
}

// Authenticate implements ports.Keyring. It compares the hash of what was presented with every key's, all of them and
// each as a whole: a map of hashes would be safe too, since nobody can steer towards a hash bit by bit, but this
// needs no argument, and a thousand keys take it some microseconds.
func (k *Keyring) Authenticate(secret string) (client ports.Client, ok bool) {
	hash := sha256.Sum256([]byte(secret))
	keys, found := *k.keys.Load(), -1
	for i := range keys {
		found = subtle.ConstantTimeSelect(subtle.ConstantTimeCompare(hash[:], keys[i].hash[:]), i, found)
	}
	if found < 0 {
		return ports.Client{}, false
	}
	return ports.Client{Name: keys[found].name}, true
}

// Close ends the watching of the file. The keys stay known. A second call does nothing.
func (k *Keyring) Close() error {
	if k.watch == nil {
		return nil
	}
	return k.watch.close()
}

// take makes the file's keys and those of the configuration the keys from now on.
func (k *Keyring) take(fromFile []key) error {
	keys := append(append([]key{}, k.plain...), fromFile...)
	if err := checkUnique(keys); err != nil {
		return err
	}
	if len(keys) == 0 && k.keys.Load() == nil {
		return errors.New("there is no API key: make one with `platen keys new NAME`, " +
			"put its line into a file, and name the file in auth.keys_file (or give name=secret in auth.keys)")
	}
	k.keys.Store(&keys)
	return nil
}

// reload reads the file after it may have changed, and says what came of it.
func (k *Keyring) reload() {
	changed, err := k.read()
	switch {
	case !changed:
	case err != nil:
		k.log.Error("the keys file cannot be used: the keys stay as they were", zap.Error(err))
	case len(*k.keys.Load()) == 0:
		k.log.Warn("the keys file holds no key any more: every request is refused")
	default:
		k.log.Info("the keys file was read again", zap.Int("keys", len(*k.keys.Load())))
	}
}

// read reads the file and takes its keys. Nothing changed where the outcome is that of the last time.
func (k *Keyring) read() (changed bool, err error) {
	text, err := os.ReadFile(k.file)
	outcome := string(text)
	if err != nil {
		outcome = err.Error()
	}
	changed = outcome != k.seen
	k.seen = outcome
	if err != nil {
		return changed, fmt.Errorf("auth.keys_file: %w", err)
	}
	keys, err := parseHashes(text)
	if err != nil {
		return changed, fmt.Errorf("auth.keys_file: %s: %w", k.file, err)
	}
	return changed, k.take(keys)
}
