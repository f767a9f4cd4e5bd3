package ratelimit

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"platen/ports"
)

// Config is the limit of each client without a limit of its own.
type Config struct {
	// Requests are allowed in each Window on average; 0: no limit.
	Requests int `key:"requests"`
	// Window is the time for which Requests are counted.
	Window time.Duration `key:"window"`
	// Burst is the number of requests that may come at once.
	Burst int `key:"burst"`
	// RedisURL is the Redis in which replicas share their counts, redis://host:port or rediss://host:port; empty: each
	// process counts in its own memory.
	RedisURL string `key:"redis_url"`
	// OnRedisError decides about a request while Redis does not answer: OnErrorAllow, OnErrorDeny or OnErrorLocal.
	OnRedisError string `key:"on_redis_error"`
}

// What happens to a request that cannot be counted.
const (
	// OnErrorAllow lets it pass.
	OnErrorAllow = "allow"
	// OnErrorDeny refuses it with Overloaded.
	OnErrorDeny = "deny"
	// OnErrorLocal counts it in this process's memory.
	OnErrorLocal = "local"
)

// DefaultConfig allows 600 requests a minute, 60 of them at once.
func DefaultConfig() Config {
	return Config{Requests: 600, Window: time.Minute, Burst: 60, OnRedisError: OnErrorAllow}
}

// General is the limit in the form of the ports.
func (c Config) General() ports.RateLimit {
	return ports.RateLimit{Requests: c.Requests, Window: c.Window, Burst: c.Burst}
}

// Validate names the first key whose value is invalid.
func (c Config) Validate() error {
	switch {
	case c.OnRedisError != OnErrorAllow && c.OnRedisError != OnErrorDeny && c.OnRedisError != OnErrorLocal:
		return fmt.Errorf("rate_limit.on_redis_error: %q is not %s, %s or %s", c.OnRedisError, OnErrorAllow, OnErrorDeny, OnErrorLocal)
	case c.RedisURL != "" && !isRedis(c.RedisURL):
		return errors.New("rate_limit.redis_url is not a URL as in redis://redis.example:6379/0, or rediss:// for TLS")
	case c.Requests < 0:
		return fmt.Errorf("rate_limit.requests: %d is negative; 0 means no limit", c.Requests)
	case c.Window <= 0:
		return fmt.Errorf("rate_limit.window: %s is not more than 0", c.Window)
	case c.Burst < 1:
		return fmt.Errorf("rate_limit.burst: %d is not at least 1", c.Burst)
	}
	return nil
}

// isRedis reports whether a text is the URL of a Redis. Errors must not quote it, since it may hold a password.
func isRedis(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "redis" && u.Scheme != "rediss" || u.Host == "" {
		return false
	}
	port, err := strconv.ParseUint(cmp.Or(u.Port(), "6379"), 10, 16)
	return err == nil && port > 0
}
