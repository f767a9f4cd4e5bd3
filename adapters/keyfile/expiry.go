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
		if !key.Expires.IsZero() && !key.Expired(now) && (next.IsZero() || key.Expires.Before(next)) {
			next = key.Expires
		}
	}
	return next
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
