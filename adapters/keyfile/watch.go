package keyfile

import (
	"context"
	"time"

	"go.uber.org/zap"
)

const (
	// readEvery is the time between two readings. A change must take effect within 2 seconds.
	readEvery = 500 * time.Millisecond
	// takeEvery is the time after which an unchanged text is taken again.
	takeEvery = 30 * time.Second
	// warnBefore is how long before a key expires the log says so, and warnEvery how often.
	warnBefore, warnEvery = 14 * 24 * time.Hour, 24 * time.Hour
)

// watch reads the file until ctx ends, and takes its text or error at the second reading in a row that differs from what was taken last.
func (k *Keyring) watch(ctx context.Context) {
	taken, changing := time.Now(), false
	for {
		select {
		case <-time.After(readEvery):
		case <-ctx.Done():
			return
		}
		k.warnOfExpiry()
		text, err := k.file.read()
		changed := k.loaded.Load().result != result(text, err)
		if changed && changing || !changed && time.Since(taken) >= takeEvery {
			taken, changed = time.Now(), false
			k.changed(text, err)
		}
		changing = changed
	}
}

// warnOfExpiry logs the valid keys that expire soon, each once in warnEvery.
func (k *Keyring) warnOfExpiry() {
	now := time.Now()
	for _, key := range k.valid() {
		if key.Expired(now.Add(warnBefore)) && now.Sub(k.warned[key.hash]) >= warnEvery {
			k.warned[key.hash] = now
			k.log.Warn("an API key expires soon: add a new one for its client with `platen keys new NAME`",
				zap.String("client", key.Client.Name), zap.Time("expires", key.Expires))
		}
	}
}
