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

// start measures the time from the start to ready, and whether the first document is as fast as the hundredth.
func start(ctx context.Context, l *lab, engine string) error {
	times := 7
	if l.quick {
		times = 3
	}
	bar := l.bar(engine+": start", times)
	defer func() { _ = bar.Exit() }()
	var ready, first, later, ratio []float64
	for range times {
		one, err := startOnce(ctx, l.program, engine)
		if err != nil {
			return err
		}
		ready = append(ready, one.ready)
		first = append(first, one.first)
		later = append(later, one.later)
		ratio = append(ratio, one.first/one.later)
		_ = bar.Add(1)
	}
	l.add(engine,
		report.Number{Name: "start to /readyz", Unit: report.Seconds, Value: measure.Median(ready), Promise: report.AtMost(1.5)},
		report.Number{
			Name: "1 page: first document", Unit: report.Milliseconds, Value: measure.Median(first),
			Floor: measure.Median(later), Against: "the hundredth, after a pause", Ratio: measure.Median(ratio), Promise: report.AtMost(1.25),
		})
	return nil
}

// started is the result of one start.
type started struct {
	ready        float64 // seconds
	first, later float64 // milliseconds
}

// startTimeout bounds a start with a hundred documents.
const startTimeout = time.Minute

// startOnce starts a service and prints a hundred documents.
func startOnce(ctx context.Context, bin, engine string) (one started, err error) {
	admin, err := freeAddress()
	if err != nil {
		return started{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	known := make(chan time.Time, 1)
	go func() { known <- firstReady(ctx, "http://"+admin+"/readyz") }()
	s, err := serve(ctx, bin, engine, "PLATEN_ADMIN_ADDR="+admin)
	if err != nil {
		return started{}, err
	}
	defer func() { err = errors.Join(err, s.Stop()) }()
	at := <-known
	if at.IsZero() {
		return started{}, fmt.Errorf("/readyz: %w", ctx.Err())
	}
	one.ready = at.Sub(s.Began).Seconds()
	one.first, one.later, err = firstAndLater(ctx, s.print(onePage))
	return one, err
}

// firstAndLater gives the waits for the first document and for later ones. The later ones come after pauses, as the first does: after a
// pause, processors and caches are colder than right after another document.
func firstAndLater(ctx context.Context, print measure.Print) (first, later float64, err error) {
	var pausing []float64
	for i := range 105 {
		if i >= 100 {
			select {
			case <-time.After(300 * time.Millisecond):
			case <-ctx.Done():
				return 0, 0, ctx.Err()
			}
		}
		wait, err := print(ctx, 0)
		if err != nil {
			return 0, 0, err
		}
		milliseconds := wait.Seconds() * 1000
		switch {
		case i == 0:
			first = milliseconds
		case i >= 100:
			pausing = append(pausing, milliseconds)
		}
	}
	return first, measure.Median(pausing), nil
}

// freeAddress finds a loopback address that is free now. Its port is below those that the kernel assigns to clients: a client that
// connects to such a port repeatedly before anything listens may be assigned that port itself.
func freeAddress() (string, error) {
	var failed error
	for range 20 {
		address := fmt.Sprintf("127.0.0.1:%d", 12000+rand.IntN(20000))
		listener, err := net.Listen("tcp", address)
		if err == nil {
			return address, listener.Close()
		}
		failed = err
	}
	return "", failed
}

// firstReady requests the address until the answer is 200, and gives the time of that; the zero time if ctx ended before.
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
