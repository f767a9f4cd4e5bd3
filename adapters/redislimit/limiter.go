// Package redislimit counts requests in Redis, for installations whose replicas share the rate limit. It uses GCRA, which gives the
// same answers as the token buckets of package ratelimit, on Redis's clock, in one round trip a request.
//
// Redis keys are platen:rate:LIMIT:CLIENT, and expire when the client's burst is full again. Nothing else is stored.
package redislimit

import (
	"cmp"
	"context"
	"crypto/tls"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gomodule/redigo/redis"
	"go.uber.org/zap"

	"platen/adapters/internal/gcra"
	"platen/ports"
)

var _ ports.Limiter = (*Limiter)(nil)

// pingEvery is the time between two pings of Redis, so that a Redis that comes back is noticed within 2 s.
const pingEvery = 500 * time.Millisecond

// gcra.lua counts a request. KEYS: the client's key. ARGV: the microseconds in which one request is granted, the burst. It returns the
// microseconds until the request would be granted, 0 if it was, and those until the burst is full again.
//
//go:embed gcra.lua
var script string

var gcraScript = redis.NewScript(1, script)

// Config names the Redis and the limit.
type Config struct {
	// URL is redis://[user:password@]host[:port][/database] or the same with rediss, for TLS.
	URL string
	// General is the limit of clients without a limit of their own.
	General ports.RateLimit
	// Timeout is how long a request waits for Redis, including the time to connect; 0: 100 ms. On a new connection, Redis may take as
	// long to check the password.
	Timeout time.Duration
}

// Limiter counts each client's requests in Redis. Safe for concurrent use.
type Limiter struct {
	general ports.RateLimit
	timeout time.Duration
	log     *zap.Logger
	redis   *redis.Pool
	// failed is when Redis did not answer last, in nanoseconds since 1970. Connections that were not used since are not used again.
	failed atomic.Int64
	// problem is the error while Redis does not answer; nil: none, or it was not asked yet.
	problem atomic.Pointer[error]

	stopPings context.CancelFunc
	pings     sync.WaitGroup
}

// New makes a limiter, and pings Redis until Close. It fails only for an invalid URL: the service starts even if its Redis does not
// answer.
func New(c Config, log *zap.Logger) (*Limiter, error) {
	c.Timeout = cmp.Or(c.Timeout, 100*time.Millisecond)
	dial, err := dialler(c)
	if err != nil {
		return nil, err
	}
	connections := 10 * runtime.GOMAXPROCS(0)
	pinging, stop := context.WithCancel(context.Background())
	l := &Limiter{general: c.General, timeout: c.Timeout, log: log, stopPings: stop}
	l.redis = &redis.Pool{DialContext: dial, MaxActive: connections, MaxIdle: connections, IdleTimeout: time.Minute, Wait: true,
		TestOnBorrow: func(_ redis.Conn, used time.Time) error {
			if used.UnixNano() <= l.failed.Load() {
				return errors.New("it is from before an outage")
			}
			return nil
		}}
	l.pings.Go(func() { l.keepAsking(pinging) })
	return l, nil
}

// Ping asks Redis once, within the timeout. Its errors do not quote the URL.
func Ping(ctx context.Context, c Config) error {
	dial, err := dialler(c)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	return ping(ctx, dial)
}

func ping(ctx context.Context, connect func(context.Context) (redis.Conn, error)) error {
	conn, err := connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	_, err = redis.DoContext(conn, ctx, "PING")
	return err
}

// dialler checks the URL, and returns a function that connects. Its errors do not quote the URL, which may hold a password.
func dialler(c Config) (func(context.Context) (redis.Conn, error), error) {
	address, err := url.Parse(c.URL)
	if err != nil {
		return nil, errors.New("rate_limit.redis_url is not a URL as in redis://redis.example:6379/0")
	}
	options := []redis.DialOption{
		redis.DialTLSConfig(&tls.Config{
			MinVersion: tls.VersionTLS12, InsecureSkipVerify: address.Query().Get("skip_verify") == "true", //nolint:gosec // the operator asks
		}),
		redis.DialReadTimeout(c.Timeout), redis.DialWriteTimeout(c.Timeout), redis.DialTLSHandshakeTimeout(c.Timeout),
	}
	// The library reads the URL when it connects: a connection that is refused here shows that it can.
	refused := errors.New("not connected")
	_, err = redis.DialURL(c.URL, redis.DialNetDial(func(string, string) (net.Conn, error) { return nil, refused }))
	if !errors.Is(err, refused) {
		return nil, fmt.Errorf("rate_limit.redis_url: %w", err)
	}
	return func(ctx context.Context) (redis.Conn, error) { return redis.DialURLContext(ctx, c.URL, options...) }, nil
}

// Take implements ports.Limiter. It fails if Redis does not answer within the timeout, and returns the limit with nothing remaining then.
func (l *Limiter) Take(ctx context.Context, client ports.Client) (ports.Allowance, error) {
	limit := client.RateLimit.Or(l.general)
	if limit.Requests == 0 {
		return ports.Allowance{Granted: true}, nil
	}
	waiting, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	wait, full, err := l.count(waiting, keyOf(client.Name, limit), gcra.Interval(limit), limit.Burst)
	if err != nil {
		if ctx.Err() == nil { // otherwise the client left
			l.note(err)
		}
		unknown := ports.Allowance{Limited: true, Requests: limit.Requests, Burst: limit.Burst, Window: limit.Window}
		return unknown, fmt.Errorf("ask Redis: %w", err)
	}
	l.note(nil)
	return gcra.Allowance(limit, wait, full, time.Microsecond), nil
}

// count runs the script. All times are in nanoseconds.
func (l *Limiter) count(ctx context.Context, key string, interval float64, burst int) (wait, full float64, err error) {
	conn, err := l.redis.GetContext(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = conn.Close() }()
	micros, err := redis.Ints(gcraScript.DoContext(ctx, conn, key, interval/1000, burst))
	if err != nil {
		return 0, 0, err
	}
	return 1000 * float64(micros[0]), 1000 * float64(micros[1]), nil
}

// keyOf has the name at its end, since it may hold any character.
func keyOf(client string, limit ports.RateLimit) string {
	return fmt.Sprintf("platen:rate:%d/%s/%d:%s", limit.Requests, limit.Window, limit.Burst, client)
}

// Problem returns the error while Redis does not answer; nil if it does.
func (l *Limiter) Problem() error {
	if err := l.problem.Load(); err != nil {
		return *err
	}
	return nil
}

// keepAsking notices the beginning and the end of an outage while there is no request, until the context ends.
func (l *Limiter) keepAsking(ctx context.Context) {
	for {
		waiting, cancel := context.WithTimeout(ctx, l.timeout)
		err := ping(waiting, l.redis.GetContext)
		cancel()
		if ctx.Err() != nil {
			return
		}
		l.note(err)
		select {
		case <-ctx.Done():
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
			l.log.Info("Redis can be used again: the rate limit is shared")
		}
		return
	}
	l.failed.Store(time.Now().UnixNano())
	if l.problem.Swap(&err) == nil {
		l.log.Warn("Redis cannot be used: see rate_limit.on_redis_error", zap.Error(err))
	}
}

// Close ends the connections. Later requests fail. A second call does nothing.
func (l *Limiter) Close() error {
	l.stopPings()
	// The pool's first Get, which is the first ping's, must not run beside its Close: the library's Pool sets itself up there unlocked.
	l.pings.Wait()
	return l.redis.Close()
}

// Fallback is a Limiter for the requests for which another one fails.
type Fallback struct {
	Limiter ports.Limiter
	// Local decides then; nil: the request is granted, and as many more as the burst. The limit is for fairness between known clients,
	// and refusing all of them can do more harm.
	Local ports.Limiter
}

var _ ports.Limiter = Fallback{}

// Take implements ports.Limiter. It fails only if Local does.
func (f Fallback) Take(ctx context.Context, client ports.Client) (ports.Allowance, error) {
	allowance, err := f.Limiter.Take(ctx, client)
	switch {
	case err == nil:
		return allowance, nil
	case f.Local != nil:
		return f.Local.Take(ctx, client)
	}
	allowance.Granted, allowance.Remaining = true, allowance.Burst
	return allowance, nil
}
