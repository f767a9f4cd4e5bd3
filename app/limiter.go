package app

import (
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/ratelimit"
	"platen/adapters/redislimit"
	"platen/configs"
	"platen/ports"
)

// newLimiter counts in Redis where the configuration names one, else in memory.
func newLimiter(life fx.Lifecycle, config configs.Config, log *zap.Logger) (ports.Limiter, error) {
	c := config.RateLimit
	if c.RedisURL == "" {
		return ratelimit.New(c), nil
	}
	shared, err := redislimit.New(redislimit.Config{URL: c.RedisURL, General: c.General()}, log)
	if err != nil {
		return nil, err
	}
	life.Append(fx.StopHook(shared.Close))
	if c.OnRedisError == ratelimit.OnErrorDeny {
		return shared, nil
	}
	return redislimit.Allow{Limiter: shared}, nil
}
