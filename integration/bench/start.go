package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/bench/report"
)

// start measures the way from nothing to ready, and whether the first document is as fast as the hundredth.
func start(ctx context.Context, l *lab, engine string) error {
	times := 7
	if l.quick {
		times = 3
	}
	bar := l.bar(engine+": start", times)
	defer func() { _ = bar.Exit() }()
	var ready, first, hundredth, ratio []float64
	for range times {
		r, waits, err := startOnce(ctx, l.program, engine)
		if err != nil {
			return err
		}
		// A single sample would say little, so the hundredth has its neighbours' company.
		later := measure.Median(waits[90:])
		ready = append(ready, r.Seconds())
		first = append(first, waits[0])
		hundredth = append(hundredth, later)
		ratio = append(ratio, waits[0]/later)
		_ = bar.Add(1)
	}
	l.add(engine,
		report.Number{Name: "start to /readyz", Unit: report.Seconds, Value: measure.Median(ready), Promise: report.AtMost(1.5)},
		report.Number{
			Name: "1 page: first document", Unit: report.Milliseconds, Value: measure.Median(first),
			Floor: measure.Median(hundredth), Against: "the hundredth", Ratio: measure.Median(ratio), Promise: report.AtMost(1.25),
		})
	return nil
}

// startOnce gives the time to readiness, and the waits for the first 110 documents in milliseconds.
func startOnce(ctx context.Context, program, engine string) (ready time.Duration, waits []float64, err error) {
	admin, err := freeAddress()
	if err != nil {
		return 0, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	known := make(chan time.Time, 1)
	go func() { known <- firstReady(ctx, "http://"+admin+"/readyz") }()
	s, err := serve(ctx, program, engine, "PLATEN_ADMIN_ADDR="+admin)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	at := <-known
	if at.IsZero() {
		return 0, nil, fmt.Errorf("/readyz: %w", ctx.Err())
	}
	print := s.print(onePage)
	for range 110 {
		wait, err := print(ctx, 0)
		if err != nil {
			return 0, nil, err
		}
		waits = append(waits, float64(wait)/float64(time.Millisecond))
	}
	return at.Sub(s.began), waits, nil
}

// freeAddress finds a loopback address that nobody listens on now. It is below the ports that the kernel gives to
// clients: one that asks such a port again and again before anyone listens may in the end be given it itself.
func freeAddress() (string, error) {
	var failed error
	for range 20 {
		address := fmt.Sprintf("127.0.0.1:%d", 12000+rand.IntN(20000)) //nolint:gosec // any will do
		listener, err := net.Listen("tcp", address)
		if err == nil {
			return address, listener.Close()
		}
		failed = err
	}
	return "", failed
}

// firstReady asks until the answer is yes, and tells when that was; the zero time when ctx ended before.
func firstReady(ctx context.Context, url string) time.Time {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return time.Time{}
		}
		if answer, err := client.Do(request); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return time.Now()
			}
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
			return time.Time{}
		}
	}
}
