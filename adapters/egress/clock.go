package egress

import "time"

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
