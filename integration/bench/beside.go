package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"time"

	"platen/integration/bench/measure"
	"platen/integration/bench/report"
	"platen/integration/program"
)

// fairness measures the waits of a client while another one keeps the queue full, beside its waits alone.
func fairness(ctx context.Context, l *lab, engine string) (err error) {
	const floodKey, flooding = "flood-secret", 64
	s, err := serve(ctx, l.program, engine, "PLATEN_AUTH_KEYS=bench="+program.Key+",flood="+floodKey)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Stop()) }()
	body := onePage.request()
	alone := &measure.Contender{Name: "alone", Print: s.print(onePage), Clients: 1}
	flooded := &measure.Contender{Name: "beside a flood", Print: s.print(onePage), Clients: 1, Beside: func(ctx context.Context) func() {
		ctx, cancel := context.WithCancel(ctx)
		var all sync.WaitGroup
		for range flooding {
			all.Go(func() {
				for ctx.Err() == nil {
					_, _ = s.Post(ctx, floodKey, body) // an error is the end of the block, or a full queue
				}
			})
		}
		return func() {
			cancel()
			all.Wait()
		}
	}}
	if err := l.compare(ctx, engine+": 1 page beside a flood of 64", l.light(), alone, flooded); err != nil {
		return err
	}
	l.add(engine, against("1 page beside another client's flood of 64: p95", report.Milliseconds, measure.P95, flooded, alone, report.AtMost(3)))
	return nil
}

// insight measures a service that sends traces and is scraped each second beside one that does neither.
func insight(ctx context.Context, l *lab, engine string) (err error) {
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	defer collector.Close()
	plain, err := serve(ctx, l.program, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, plain.Stop()) }()
	watched, err := serve(ctx, l.program, engine, "OTEL_EXPORTER_OTLP_ENDPOINT="+collector.URL, "PLATEN_METRICS_BY_CLIENT=true")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, watched.Stop()) }()
	without := &measure.Contender{Name: "without", Print: plain.print(onePage), Clients: 1}
	with := &measure.Contender{Name: "with metrics and traces", Print: watched.print(onePage), Clients: 1, Beside: watched.scrape}
	if err := l.compare(ctx, engine+": metrics and traces", l.light(), without, with); err != nil {
		return err
	}
	l.add(engine, against("1 page with traces and a scrape each second: p50", report.Milliseconds, measure.P50, with, without, report.AtMost(1.02)))
	return nil
}

// scrape reads the metrics each second.
func (s *service) scrape(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		for {
			if request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Admin+"/metrics", nil); err == nil {
				if answer, err := http.DefaultClient.Do(request); err == nil {
					_, _ = io.Copy(io.Discard, answer.Body)
					_ = answer.Body.Close()
				}
			}
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
				return
			}
		}
	})
	return func() {
		cancel()
		done.Wait()
	}
}

// shadow measures a service whose every document is rendered again by a second engine beside one without: for a client that sends
// one document after the other, and for one that leaves time in which documents are rendered again.
func shadow(ctx context.Context, l *lab, engine string) (err error) {
	second, err := another(engine)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "platen-shadow-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	plain, err := serve(ctx, l.program, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, plain.Stop()) }()
	shadowed, err := serve(ctx, l.program, engine, "PLATEN_SHADOW_ENGINE="+second, "PLATEN_SHADOW_SAMPLE=1", "PLATEN_SHADOW_DIR="+folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shadowed.Stop()) }()
	for _, client := range []struct {
		document document
		name     string
		paced    func(measure.Print) measure.Print
		schedule measure.Schedule
	}{
		{onePage, "without pauses", func(p measure.Print) measure.Print { return p }, l.light()},
		{onePage, "with pauses", withPauses, l.spaced()},
		{ninePages, "with pauses", withPauses, l.spaced()},
	} {
		what := client.document.name + " with shadow.sample 1, a client " + client.name
		without := &measure.Contender{Name: "without", Print: client.paced(plain.print(client.document)), Clients: 1}
		with := &measure.Contender{Name: "with shadow", Print: client.paced(shadowed.print(client.document)), Clients: 1}
		if err := l.compare(ctx, engine+": "+what, client.schedule, without, with); err != nil {
			return err
		}
		l.add(engine, against(what+": p99", report.Milliseconds, measure.P99, with, without, report.AtMost(1.1)))
	}
	return nil
}

// withPauses lets a client wait after each answer, up to half a second and not as long as before, so that its documents arrive at all stages
// of the work that an earlier one left.
func withPauses(print measure.Print) measure.Print {
	const step, steps = 37 * time.Millisecond, 13
	n := 0
	return func(ctx context.Context, client int) (time.Duration, error) {
		wait, err := print(ctx, client)
		n++
		select {
		case <-time.After(step * time.Duration(n*5%steps)):
		case <-ctx.Done():
		}
		return wait, err
	}
}
