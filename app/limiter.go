package app

import (
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/metrics"
	"platen/adapters/ratelimit"
	"platen/adapters/redislimit"
	"platen/configs"
	"platen/ports"
)

// newLimiter counts in Redis if the configuration names one, else in memory.
func newLimiter(life fx.Lifecycle, config configs.Config, measured *metrics.Metrics, log *zap.Logger) (limiter, error) {
	c := config.RateLimit
	if c.RedisURL == "" {
		return limiter{Limiter: measured.Limiter(ratelimit.New(c))}, nil
	}
	shared, err := redislimit.New(redislimit.Config{URL: c.RedisURL, General: c.General()}, log)
	if err != nil {
		return limiter{}, err
	}
	life.Append(fx.StopHook(shared.Close))
	if c.OnRedisError == ratelimit.OnErrorDeny {
		return limiter{measured.Limiter(shared), []check{{"redis", shared.Problem, true}}}, nil
	}
	fallback := redislimit.Fallback{Limiter: measured.Limiter(shared)}
	if c.OnRedisError == ratelimit.OnErrorLocal {
		fallback.Local = measured.Limiter(ratelimit.New(c))
	}
	return limiter{fallback, []check{{"redis", shared.Problem, false}}}, nil
}

// limiter is the rate limit, with what /readyz shows of it.
type limiter struct {
	ports.Limiter
	checks []check
}
