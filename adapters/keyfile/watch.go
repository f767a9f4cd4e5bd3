package keyfile

import (
	"context"
	"time"

	"go.uber.org/zap"
)

const (
	// readEvery is the time between two readings. A change must take effect within 2 seconds.
	readEvery = 500 * time.Millisecond
	// waitAtMost is the time after which a changed text is taken even if it changes with each reading.
	waitAtMost = time.Second
	// takeEvery is the time after which an unchanged text is taken again.
	takeEvery = 30 * time.Second
	// warnBefore is how long before a key expires the log says so, and warnEvery how often.
	warnBefore, warnEvery = 14 * 24 * time.Hour, 24 * time.Hour
)

// watch reads the file until ctx ends, and takes its text or error when two readings agree on another one than the last, which was
// seen, or when none has agreed for a second.
func (k *Keyring) watch(ctx context.Context, seen string) {
	before, unchanged, taken, warned := seen, time.Now(), time.Now(), time.Now()
	for {
		select {
		case <-time.After(readEvery):
		case <-ctx.Done():
			return
		}
		if time.Since(warned) >= warnEvery {
			warned = time.Now()
			k.warnOfExpiry()
		}
		text, err := k.file.read()
		now := result(text, err)
		if now == seen {
			unchanged = time.Now()
		}
		settled := now == before || time.Since(unchanged) >= waitAtMost
		if settled && (now != seen || time.Since(taken) >= takeEvery) {
			seen, unchanged, taken = now, time.Now(), time.Now()
			k.changed(text, err)
		}
		before = now
	}
}

// result returns a reading's text or error message, for comparison.
func result(text []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// warnOfExpiry logs the valid keys that expire soon.
func (k *Keyring) warnOfExpiry() {
	now := time.Now()
	for _, key := range *k.keys.Load() {
		if !key.Expires.IsZero() && !key.Expired(now) && key.Expired(now.Add(warnBefore)) {
			k.log.Warn("an API key expires soon: add a new one for its client with `platen keys new NAME`",
				zap.String("client", key.Client.Name), zap.Time("expires", key.Expires))
		}
	}
}
