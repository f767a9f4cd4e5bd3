package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/program"
)

// request is a request that a client sends repeatedly.
type request struct {
	name string
	body []byte
	// right returns what is wrong with an answer; "" if nothing is.
	right func(program.Answer) string
}

// client sends its requests in turn, one after the other, with a pause after each. The first of a scenario also warms the service up.
type client struct {
	name, key string
	requests  []request
	pause     time.Duration

	waits []float64 // in milliseconds
	wrong []string
}

// run sends requests until the context ends. It does not count the request that is then under way.
func (c *client) run(ctx context.Context, s *program.Service) {
	for i := 0; ; i++ {
		r, began := c.requests[i%len(c.requests)], time.Now()
		answer, err := s.Post(ctx, c.key, r.body)
		wait := time.Since(began)
		if ctx.Err() != nil {
			return
		}
		c.waits = append(c.waits, wait.Seconds()*1000)
		wrong := r.right(answer)
		if err != nil {
			wrong = err.Error()
		}
		if wrong != "" {
			c.wrong = append(c.wrong, fmt.Sprintf("%s %s after %s: %s", began.Format(time.TimeOnly), r.name, wait.Round(time.Millisecond), wrong))
		}
		_ = measure.Pause(ctx, c.pause)
	}
}

// ok accepts a whole PDF only.
func ok(a program.Answer) string { return status(a, 200) }

// status accepts some statuses.
func status(a program.Answer, accepted ...int) string {
	if slices.Contains(accepted, a.Status) {
		return ""
	}
	return fmt.Sprintf("%d %.300s", a.Status, a.Body)
}
