package ratelimit

import (
	"fmt"
	"time"

	"platen/ports"
)

// Config is the limit that holds for each client without one of its own.
type Config struct {
	// Requests are allowed in each Window on average; 0: no limit.
	Requests int `koanf:"requests"`
	// Window is the time for which Requests are counted.
	Window time.Duration `koanf:"window"`
	// Burst is the number of requests that may come at once.
	Burst int `koanf:"burst"`
}

// DefaultConfig allows 600 requests a minute, 60 of them at once.
func DefaultConfig() Config { return Config{Requests: 600, Window: time.Minute, Burst: 60} }

// General is the limit as the ports have it.
func (c Config) General() ports.RateLimit {
	return ports.RateLimit{Requests: c.Requests, Window: c.Window, Burst: c.Burst}
}

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	switch {
	case c.Requests < 0:
		return fmt.Errorf("rate_limit.requests: %d is negative; 0 means no limit", c.Requests)
	case c.Requests == 0:
		return nil
	case c.Window <= 0:
		return fmt.Errorf("rate_limit.window: %s is not more than 0", c.Window)
	case c.Burst < 1:
		return fmt.Errorf("rate_limit.burst: %d is not at least 1", c.Burst)
	}
	return nil
}
