package keyfile

import (
	"time"

	"go.uber.org/zap"
)

const (
	// warnBefore is how long before a key expires the log says so, and warnEvery how often.
	warnBefore, warnEvery = 14 * 24 * time.Hour, 24 * time.Hour
)

// NextExpiry is when the next of the valid keys expires; zero: none does.
func (k *Keyring) NextExpiry() (next time.Time) {
	now := time.Now()
	for _, key := range *k.keys.Load() {
		if !key.expires.IsZero() && !key.expired(now) && (next.IsZero() || key.expires.Before(next)) {
			next = key.expires
		}
	}
	return next
}

// warnOfExpiry logs the valid keys that expire soon.
func (k *Keyring) warnOfExpiry() {
	now := time.Now()
	for _, key := range *k.keys.Load() {
		if !key.expires.IsZero() && !key.expired(now) && key.expired(now.Add(warnBefore)) {
			k.log.Warn("an API key expires soon: add a new one for its client with `platen keys new NAME`",
				zap.String("client", key.client.Name), zap.Time("expires", key.expires))
		}
	}
}
