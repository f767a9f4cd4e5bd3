package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/program"
)

// The keys of the service's two clients.
const benchKey, floodKey = "bench-secret", "flood-secret"

// service is the built program, running, and another build of it if one is measured beside it.
type service struct{ builds []*program.Service }

// serve starts a service, which ends with the experiment.
func (l *lab) serve(settings ...string) (*service, error) {
	s := &service{}
	for _, bin := range []string{l.program, l.other} {
		if bin == "" {
			continue
		}
		build, err := program.Serve(bin, append([]string{"PLATEN_ENGINE=" + l.engine, "PLATEN_RENDER_TIMEOUT=10m",
			"PLATEN_AUTH_KEYS=bench=" + benchKey + ",flood=" + floodKey}, settings...)...)
		if err != nil {
			return nil, err
		}
		l.later(build.Discard)
		s.builds = append(s.builds, build)
	}
	return s, nil
}

// contender is the service with a number of clients, and the other build as its twin.
func (s *service) contender(name string, clients int, print func(*program.Service) measure.Print) *measure.Contender {
	c := &measure.Contender{Name: name, Clients: clients, Print: print(s.builds[0])}
	if len(s.builds) > 1 {
		c.Twin = &measure.Contender{Name: name + ", other build", Clients: clients, Print: print(s.builds[1])}
	}
	return c
}

// beside has other work repeated in a number of goroutines while a contender of the service is measured, and while its twin is.
func (s *service) beside(c *measure.Contender, workers int, work func(context.Context, *program.Service)) {
	for i, each := range []*measure.Contender{c, c.Twin}[:len(s.builds)] {
		each.Beside = func(ctx context.Context) func() {
			return meanwhile(ctx, workers, func(ctx context.Context) { work(ctx, s.builds[i]) })
		}
	}
}

// same prints a document over HTTP, with the same request each time.
func same(d document) func(*program.Service) measure.Print {
	return func(s *program.Service) measure.Print {
		body := d.request()
		return func(ctx context.Context, _ int) (time.Duration, error) { return post(ctx, s, d, body) }
	}
}

// renewed prints a document over HTTP, each time with another invoice number.
func renewed(d document) func(*program.Service) measure.Print {
	return func(s *program.Service) measure.Print {
		var printed atomic.Int64
		body := d.request()
		return func(ctx context.Context, _ int) (time.Duration, error) {
			return post(ctx, s, d, bytes.ReplaceAll(body, []byte(invoiceNumber), fmt.Appendf(nil, "2027-%06d", printed.Add(1))))
		}
	}
}

func post(ctx context.Context, s *program.Service, d document, body []byte) (time.Duration, error) {
	began := time.Now()
	answer, err := s.Post(ctx, benchKey, body)
	wait := time.Since(began)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s: %w", d.name, err)
	case answer.Status != http.StatusOK:
		return 0, fmt.Errorf("%s: the service answered %d: %s", d.name, answer.Status, bytes.TrimSpace(answer.Body))
	}
	return wait, d.check(answer.Body)
}
