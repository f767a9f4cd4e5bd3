package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"platen/integration/program"
)

// request is a request that a client sends repeatedly.
type request struct {
	name string
	body []byte
	// right gives what is wrong with an answer; "" if nothing is.
	right func(program.Answer) string
}

// client sends its requests in turn, one after the other.
type client struct {
	name, key string
	requests  []request
	// small marks the client whose waits are bounded by a promise; it also warms the service up. The pause is between its
	// requests.
	small bool
	pause time.Duration

	waits []float64 // in milliseconds
	wrong []string
}

// run sends requests until the context ends. It does not count the request that is then under way.
func (c *client) run(ctx context.Context, s *program.Service) {
	for i := 0; ctx.Err() == nil; i++ {
		c.send(ctx, s, c.requests[i%len(c.requests)])
		_ = pause(ctx, c.pause)
	}
}

// warmUp sends a few requests that are not counted.
func (c *client) warmUp(ctx context.Context, s *program.Service) {
	for i := range 40 {
		_, _ = s.Post(ctx, c.key, c.requests[i%len(c.requests)].body)
	}
}

func (c *client) send(ctx context.Context, s *program.Service, r request) {
	began := time.Now()
	answer, err := s.Post(ctx, c.key, r.body)
	wait := time.Since(began)
	if ctx.Err() != nil {
		return
	}
	var wrong string
	if err != nil {
		wrong = err.Error()
	} else {
		wrong = r.right(answer)
	}
	c.waits = append(c.waits, float64(wait)/float64(time.Millisecond))
	if wrong != "" {
		c.wrong = append(c.wrong, fmt.Sprintf("%s %s after %s: %s", began.Format(time.TimeOnly), r.name, wait.Round(time.Millisecond), wrong))
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
