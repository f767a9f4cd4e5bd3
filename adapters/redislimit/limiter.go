// Package redislimit counts requests in Redis, for installations whose replicas share the rate limit. It uses GCRA, which gives the
// same answers as the token buckets of package ratelimit, on Redis's clock, in one round trip a request.
//
// Redis keys are platen:rate:LIMIT:CLIENT after redis_rate's own prefix, and expire when the client's burst is full again. Nothing
// else is stored.
package redislimit

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-redis/redis_rate/v10"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
	"go.uber.org/zap"

	"platen/ports"
)

var _ ports.Limiter = (*Limiter)(nil)

// pingEvery is the time between two pings of Redis. go-redis tries a lost server again after up to a second and Timeout, so that a
// Redis that comes back is noticed within 2 s.
const pingEvery = 500 * time.Millisecond

// Config names the Redis and the limit.
type Config struct {
	// URL is redis://[user:password@]host[:port][/database] or the same with rediss, for TLS.
	URL string
	// General is the limit of clients without a limit of their own.
	General ports.RateLimit
	// Timeout is how long a request waits for Redis, including the time to connect; 0: 100 ms.
	Timeout time.Duration
}

// Limiter counts each client's requests in Redis. Safe for concurrent use.
type Limiter struct {
	general ports.RateLimit
	timeout time.Duration
	log     *zap.Logger
	redis   *redis.Client
	gcra    *redis_rate.Limiter
	// problem is the error while Redis does not answer; nil: none, or it was not asked yet.
	problem atomic.Pointer[error]

	stopping chan struct{}
	closing  sync.Once
	pings    sync.WaitGroup
}

// New makes a limiter, and pings Redis until Close. It fails only for an invalid URL: the service starts even if its Redis does not
// answer.
func New(c Config, log *zap.Logger) (*Limiter, error) {
	c.Timeout = cmp.Or(c.Timeout, 100*time.Millisecond)
	options, err := optionsOf(c)
	if err != nil {
		return nil, err
	}
	// go-redis writes a line of plain text for each failed connection to standard error. note logs outages instead.
	logging.Disable()
	l := &Limiter{general: c.General, timeout: c.Timeout, log: log, redis: redis.NewClient(options), stopping: make(chan struct{})}
	l.gcra = redis_rate.NewLimiter(l.redis)
	l.pings.Go(l.keepAsking)
	return l, nil
}

// Ping asks Redis once, within the timeout. Its errors do not quote the URL.
func Ping(ctx context.Context, c Config) error {
	options, err := optionsOf(c)
	if err != nil {
		return err
	}
	client := redis.NewClient(options)
	defer func() { _ = client.Close() }()
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	return client.Ping(ctx).Err()
}

// optionsOf parses the URL. Its errors do not quote the URL, which may hold a password.
func optionsOf(c Config) (*redis.Options, error) {
	options, err := redis.ParseURL(c.URL)
	var malformed *url.Error
	switch {
	case errors.As(err, &malformed):
		return nil, errors.New("rate_limit.redis_url is not a URL as in redis://redis.example:6379/0")
	case err != nil:
		return nil, fmt.Errorf("rate_limit.redis_url: %w", err)
	}
	if options.TLSConfig != nil {
		options.TLSConfig.MinVersion = tls.VersionTLS12
	}
	// A request waits once, without a second try.
	options.MaxRetries, options.DialerRetries = -1, 1
	options.DialTimeout, options.PoolTimeout = c.Timeout, c.Timeout
	options.ContextTimeoutEnabled = true
	// Without this, the first request on a connection takes another round trip.
	options.DisableIdentity = true
	options.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return options, nil
}

// Take implements ports.Limiter. It fails if Redis does not answer within the timeout.
func (l *Limiter) Take(ctx context.Context, client ports.Client) (ports.Allowance, error) {
	limit := client.RateLimit.Or(l.general)
	if limit.Requests == 0 {
		return ports.Allowance{Granted: true}, nil
	}
	waiting, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	result, err := l.gcra.Allow(waiting, keyOf(client.Name, limit), redis_rate.Limit{
		Rate: limit.Requests, Period: limit.Window, Burst: limit.Burst,
	})
	if err != nil {
		if ctx.Err() == nil { // otherwise the client left
			l.note(err)
		}
		return ports.Allowance{}, fmt.Errorf("ask Redis: %w", err)
	}
	l.note(nil)
	return allowance(limit, result), nil
}

// keyOf has the name at its end, since it may hold any character.
func keyOf(client string, limit ports.RateLimit) string {
	return fmt.Sprintf("platen:rate:%d/%s/%d:%s", limit.Requests, limit.Window, limit.Burst, client)
}

// allowance converts Redis's answer. It uses ResetAfter, the time until the burst is full again: redis_rate's own Remaining is one
// too small if rounding makes a float slightly smaller.
func allowance(limit ports.RateLimit, r *redis_rate.Result) ports.Allowance {
	a := ports.Allowance{
		Granted: r.Allowed > 0, Limited: true,
		Requests: limit.Requests, Burst: limit.Burst, Window: limit.Window,
	}
	if !a.Granted {
		// Redis counts in microseconds.
		a.RetryAfter = max(r.RetryAfter, time.Microsecond)
		a.Reset = a.RetryAfter
		return a
	}
	interval := float64(limit.Window) / float64(limit.Requests)
	spent := float64(r.ResetAfter) / interval
	a.Remaining = max(0, int(math.Floor(float64(limit.Burst)-spent+float64(time.Microsecond)/interval+1e-9)))
	if a.Remaining < limit.Burst {
		a.Reset = max(time.Duration(float64(r.ResetAfter)-float64(limit.Burst-a.Remaining-1)*interval), time.Microsecond)
	}
	return a
}

// Problem returns the error while Redis does not answer; nil if it does.
func (l *Limiter) Problem() error {
	if err := l.problem.Load(); err != nil {
		return *err
	}
	return nil
}

// keepAsking notices the beginning and the end of an outage while there is no request.
func (l *Limiter) keepAsking() {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), l.timeout)
		err := l.redis.Ping(ctx).Err()
		cancel()
		select {
		case <-l.stopping:
			return
		default:
			l.note(err)
		}
		select {
		case <-l.stopping:
			return
		case <-time.After(pingEvery):
		}
	}
}

// note records the result of asking Redis, and logs the beginning and the end of an outage.
func (l *Limiter) note(err error) {
	if err == nil {
		// Each request reads it; only the first one after an outage writes it.
		if l.problem.Load() != nil && l.problem.Swap(nil) != nil {
			l.log.Info("Redis answers again: the rate limit is shared")
		}
		return
	}
	if l.problem.Swap(&err) == nil {
		l.log.Warn("Redis does not answer: see rate_limit.on_redis_error", zap.Error(err))
	}
}

// Close ends the connections. Later requests fail. A second call does nothing.
func (l *Limiter) Close() error {
	var err error
	l.closing.Do(func() {
		close(l.stopping)
		err = l.redis.Close()
		l.pings.Wait()
	})
	return err
}
