package egress

import (
	"errors"
	"time"
)

// networkClock measures the time during which at least one fetch of a document was under way. Its owner locks it.
type networkClock struct {
	limit  time.Duration // 0: none
	used   time.Duration
	active int
	since  time.Time
}

// start begins a fetch, and returns the time that is left.
func (c *networkClock) start() (left time.Duration, limited bool) {
	now := time.Now()
	if c.active == 0 {
		c.since = now
	}
	c.active++
	return c.limit - c.used - now.Sub(c.since), c.limit > 0
}

// stop ends a fetch.
func (c *networkClock) stop() {
	if c.active--; c.active == 0 {
		c.used += time.Since(c.since)
	}
}

// total is the time so far.
func (c *networkClock) total() time.Duration {
	if c.active == 0 {
		return c.used
	}
	return c.used + time.Since(c.since)
}

// maxTimeouts is how many fetches in a row may time out at one host before its others fail at once.
const maxTimeouts = 2

// unresponsive counts by host the fetches that timed out since the last answer. Its owner locks it.
type unresponsive map[string]int

// note records the end of a fetch.
func (u unresponsive) note(host string, err error) {
	if errors.Is(err, errTimeout) {
		u[host]++
	} else {
		delete(u, host)
	}
}

// gaveUp reports whether the host timed out too often.
func (u unresponsive) gaveUp(host string) bool { return u[host] >= maxTimeouts }
