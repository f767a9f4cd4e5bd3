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

// service is the built program, running.
type service struct {
	*program.Service
	invoices atomic.Int64 // that printRenewed printed
}

func serve(ctx context.Context, bin, engine string, settings ...string) (*service, error) {
	s, err := program.Serve(ctx, bin, engine, settings...)
	return &service{Service: s}, err
}

// print prints a document over HTTP, with the same request each time.
func (s *service) print(d document) measure.Print {
	body := d.request()
	return s.printRequests(d, func() []byte { return body })
}

// printRenewed prints a document over HTTP, each time with another invoice number.
func (s *service) printRenewed(d document) measure.Print {
	body := d.request()
	return s.printRequests(d, func() []byte {
		return bytes.ReplaceAll(body, []byte(invoiceNumber), fmt.Appendf(nil, "2027-%06d", s.invoices.Add(1)))
	})
}

// printRequests prints a document with a new request for each print.
func (s *service) printRequests(d document, request func() []byte) measure.Print {
	return func(ctx context.Context, _ int) (time.Duration, error) {
		body := request()
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
