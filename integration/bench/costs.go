package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"platen/adapters/chrome"
	"platen/adapters/engines"
	"platen/integration/bench/measure"
	"platen/integration/program"
)

// costs compares a document through two services, or through one in two ways.
func (l *lab) costs(ctx context.Context, engine, what string, schedule measure.Schedule, of measure.Metric, without,
	with *measure.Contender, promised promise) error {
	if err := measure.Compare(ctx, schedule, without, with); err != nil {
		return err
	}
	l.against(engine, what, "ms", of, with, without, promised)
	return nil
}

// fairness measures the waits of a client while another one keeps the queue full, beside its waits alone.
func fairness(ctx context.Context, l *lab, engine string) error {
	s, err := l.serve(engine)
	if err != nil {
		return err
	}
	body := onePage.request()
	flood := func(build *program.Service) func(context.Context) func() {
		return func(ctx context.Context) func() {
			return meanwhile(ctx, 64, func(ctx context.Context) {
				_, _ = build.Post(ctx, floodKey, body) // an error is the end of the block, or a full queue
			})
		}
	}
	alone, flooded := s.contender("alone", 1, same(onePage)), s.contender("beside a flood", 1, same(onePage))
	flooded.Beside = flood(s.builds[0])
	if flooded.Twin != nil {
		flooded.Twin.Beside = flood(s.builds[1])
	}
	err = l.costs(ctx, engine, "1 page beside another client's flood of 64: p95", l.light(), measure.P95, alone, flooded, atMost(3))
	return errors.Join(err, s.stop())
}

// meanwhile repeats work in a number of goroutines until stop is called, which waits for their end.
func meanwhile(ctx context.Context, workers int, work func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for ctx.Err() == nil {
				work(ctx)
			}
		})
	}
	return func() {
		cancel()
		all.Wait()
	}
}

// insight measures a service that sends traces and is scraped each second beside one that does neither.
func insight(ctx context.Context, l *lab, engine string) error {
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	defer collector.Close()
	return l.two(engine, []string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + collector.URL, "PLATEN_METRICS_BY_CLIENT=true"},
		func(plain, watched *service) error {
			with := watched.contender("with metrics and traces", 1, same(onePage))
			with.Beside = func(ctx context.Context) func() {
				return meanwhile(ctx, 1, func(ctx context.Context) {
					for _, build := range watched.builds {
						_, _ = program.Get(ctx, build.Admin+"/metrics")
					}
					_ = measure.Pause(ctx, time.Second)
				})
			}
			return l.costs(ctx, engine, "1 page with traces and a scrape each second: p50", l.light(), measure.P50,
				plain.contender("without", 1, same(onePage)), with, atMost(1.02))
		})
}

// shadow measures a service whose every document is rendered again by a second engine beside one without: for a client that sends
// one document after the other, and for one that leaves time in which documents are rendered again.
func shadow(ctx context.Context, l *lab, engine string) error {
	folder, err := os.MkdirTemp("", "platen-shadow-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	others := slices.DeleteFunc(engines.All().Names(), func(name string) bool { return name == engine })
	settings := []string{"PLATEN_SHADOW_ENGINE=" + others[0], "PLATEN_SHADOW_SAMPLE=1", "PLATEN_SHADOW_DIR=" + folder}
	return l.two(engine, settings, func(plain, shadowed *service) error {
		for _, c := range []struct {
			document document
			name     string
			print    func(document) func(*program.Service) measure.Print
			schedule measure.Schedule
		}{
			{onePage, "without pauses", same, l.light()},
			{onePage, "with pauses", withPauses, l.spaced()},
			{ninePages, "with pauses", withPauses, l.spaced()},
		} {
			err := l.costs(ctx, engine, c.document.name+" with shadow.sample 1, a client "+c.name+": p99", c.schedule, measure.P99,
				plain.contender("without", 1, c.print(c.document)), shadowed.contender("with shadow", 1, c.print(c.document)), atMost(1.1))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// two starts a service, and one with settings, calls the function, and ends both.
func (l *lab) two(engine string, settings []string, use func(plain, other *service) error) error {
	plain, err := l.serve(engine)
	if err != nil {
		return err
	}
	other, err := l.serve(engine, settings...)
	if err != nil {
		return errors.Join(err, plain.stop())
	}
	return errors.Join(use(plain, other), plain.stop(), other.stop())
}

// withPauses lets a client wait after each answer, up to half a second and not as long as before, so that its documents arrive at all
// stages of the work that an earlier one left.
func withPauses(d document) func(*program.Service) measure.Print {
	const step, steps = 37 * time.Millisecond, 13
	return func(s *program.Service) measure.Print {
		print, n := same(d)(s), 0
		return func(ctx context.Context, client int) (time.Duration, error) {
			wait, err := print(ctx, client)
			n++
			_ = measure.Pause(ctx, step*time.Duration(n*5%steps))
			return wait, err
		}
	}
}

// standards measures documents that ask for PDF/UA-1 beside the same that do not, and their size beside that of Chrome's own tagged PDF.
func standards(ctx context.Context, l *lab, engine string) error {
	s, err := l.serve(engine)
	if err != nil {
		return err
	}
	accessible := func(d document) document {
		d.html = strings.Replace(d.html, "<title>", `<meta name="platen:standards" content="ua-1"><title>`, 1)
		return d
	}
	measured := func(d document, schedule measure.Schedule, clients int, unit string, of measure.Metric, promised promise) error {
		plain, claimed := s.contender("untagged", clients, same(d)), s.contender("ua-1", clients, same(accessible(d)))
		if err := measure.Compare(ctx, schedule, plain, claimed); err != nil {
			return err
		}
		l.against(engine, fmt.Sprintf("%s, ua-1, %d clients: %s", d.name, clients, unit), unit, of, claimed, plain, promised)
		return nil
	}
	size := func(d document) error {
		own, err := taggedByChrome(ctx, d)
		claimed, failed := s.builds[0].Post(ctx, benchKey, accessible(d).request())
		if err = errors.Join(err, failed, d.check(claimed.Body)); err == nil {
			a, b := float64(len(claimed.Body))/1000, float64(len(own))/1000
			l.add(engine, number{name: d.name + ", ua-1: size", unit: "KB", value: a, floor: b, ratio: a / b, against: "Chrome's tagged",
				promise: atMost(1.1)})
		}
		return err
	}
	return errors.Join(
		measured(onePage, l.light(), 1, "ms", measure.P50, atMost(1.6)),
		measured(onePage, l.light(), 4, "PDF/s", measure.Rate, atLeast(0.6)),
		measured(manyPages, l.heavy(), 1, "ms", measure.P50, atMost(2.2)),
		size(onePage), size(ninePages), size(manyPages),
		s.stop())
}

// taggedByChrome returns what Chrome's command prints.
func taggedByChrome(ctx context.Context, d document) ([]byte, error) {
	bin, err := chrome.DefaultConfig().Find()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "platen-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	page, pdf := filepath.Join(folder, "page.html"), filepath.Join(folder, "page.pdf")
	if err := os.WriteFile(page, []byte(d.filled()), 0o600); err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, bin, "--headless", "--no-sandbox", "--user-data-dir="+folder, "--no-pdf-header-footer",
		"--print-to-pdf="+pdf, page)
	if out, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return os.ReadFile(pdf)
}
