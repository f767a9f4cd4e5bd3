package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/program"
)

// service is the built program, serving.
type service struct{ *program.Service }

func serve(ctx context.Context, bin, engine string, settings ...string) (*service, error) {
	s, err := program.Serve(ctx, bin, engine, settings...)
	return &service{s}, err
}

// print prints a document over HTTP.
func (s *service) print(d document) measure.Print {
	body := d.request()
	return func(ctx context.Context, _ int) (time.Duration, error) {
		began := time.Now()
		answer, err := s.Post(ctx, program.Key, body)
		wait := time.Since(began)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%s: %w", d.name, err)
		case answer.Status != http.StatusOK:
			return 0, fmt.Errorf("%s: the service answered %d: %s", d.name, answer.Status, bytes.TrimSpace(answer.Body))
		}
		return wait, d.check(answer.Body)
	}
}
