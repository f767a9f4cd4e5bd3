package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"platen/adapters/chrome"
	"platen/adapters/engines"
	"platen/adapters/wkhtmltopdf"
	"platen/integration/bench/measure"
	"platen/integration/program"
)

// costs compares a document through two services, or through one in two ways.
func (l *lab) costs(ctx context.Context, what string, schedule measure.Schedule, metric measure.Metric, without, with *measure.Contender,
	promised promise) error {
	if err := measure.Compare(ctx, schedule, without, with); err != nil {
		return err
	}
	l.against(what, metric, with, without, promised)
	return nil
}

// longHeaders bound 95 pages with a new numbered header, relative to the same without. Documents of so many pages are not measured on
// the other engines, which take a quarter of a minute for one.
var longHeaders = map[string]promise{chrome.Kind.Name: atMost(1.12), wkhtmltopdf.Kind.Name: atMost(1.2)}

// headers measures the cost of a numbered header and footer against the same document without. The service keeps prints of headers
// and footers, so those that are new with each document are measured separately from those that stay the same.
func headers(ctx context.Context, l *lab) error {
	s, err := l.serve()
	if err != nil {
		return err
	}
	for _, c := range []struct {
		document document
		what     string
		print    func(document) func(*program.Service) measure.Print
		clients  int
		schedule measure.Schedule
		metric   measure.Metric
		promise  promise
	}{
		{onePage, "new", renewed, 1, l.light(), measure.P50, atMost(1.8)},
		{onePage, "the same", same, 1, l.light(), measure.P50, atMost(1.3)},
		{onePage, "new", renewed, 4, l.light(), measure.Rate, atLeast(0.45)},
		{manyPages, "new", renewed, 1, l.heavy(), measure.P50, longHeaders[l.engine]},
		{longest, "new", renewed, 1, l.heavy(), measure.P50, atMost(1.15)},
	} {
		if _, bounded := longHeaders[l.engine]; !bounded && c.document.name != onePage.name {
			continue
		}
		without := s.contender("without", c.clients, same(c.document))
		with := s.contender(c.what, c.clients, c.print(c.document.numbered()))
		what := fmt.Sprintf("%s, %s header and footer, clients: %d", c.document.name, c.what, c.clients)
		if err := l.costs(ctx, what, c.schedule, c.metric, without, with, c.promise); err != nil {
			return err
		}
	}
	return nil
}

// fairness measures the waits of a client while another one keeps the queue full, beside its waits alone.
func fairness(ctx context.Context, l *lab) error {
	s, err := l.serve()
	if err != nil {
		return err
	}
	body := onePage.request()
	flooded := s.contender("beside a flood", 1, same(onePage))
	s.beside(flooded, 64, func(ctx context.Context, build *program.Service) {
		_, _ = build.Post(ctx, floodKey, body) // an error is the end of the block, or a full queue
	})
	return l.costs(ctx, "1 page beside another client's flood of 64", l.light(), measure.P95, s.contender("alone", 1, same(onePage)), flooded,
		atMost(3))
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

// two starts a service, and one with settings.
func (l *lab) two(settings ...string) (plain, other *service, err error) {
	plain, err = l.serve()
	if err == nil {
		other, err = l.serve(settings...)
	}
	return plain, other, err
}

// insight measures a service that sends traces and is scraped each second beside one that does neither.
func insight(ctx context.Context, l *lab) error {
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	defer collector.Close()
	plain, watched, err := l.two("OTEL_EXPORTER_OTLP_ENDPOINT="+collector.URL, "PLATEN_METRICS_BY_CLIENT=true")
	if err != nil {
		return err
	}
	with := watched.contender("with metrics and traces", 1, same(onePage))
	watched.beside(with, 1, func(ctx context.Context, build *program.Service) {
		_, _ = program.Get(ctx, build.Admin+"/metrics")
		_ = measure.Pause(ctx, time.Second)
	})
	return l.costs(ctx, "1 page with traces and a scrape each second", l.light(), measure.P50,
		plain.contender("without", 1, same(onePage)), with, atMost(1.02))
}

// shadow measures a service whose every document is rendered again by a second engine beside one without: for a client that sends
// one document after the other, and for one that leaves time in which documents are rendered again.
func shadow(ctx context.Context, l *lab) error {
	folder, err := os.MkdirTemp("", "platen-shadow-")
	if err != nil {
		return err
	}
	l.later(func() error { return os.RemoveAll(folder) })
	others := slices.DeleteFunc(engines.All().Names(), func(name string) bool { return name == l.engine })
	plain, shadowed, err := l.two("PLATEN_SHADOW_ENGINE="+others[0], "PLATEN_SHADOW_SAMPLE=1", "PLATEN_SHADOW_DIR="+folder)
	if err != nil {
		return err
	}
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
		err := l.costs(ctx, c.document.name+" with shadow.sample 1, a client "+c.name, c.schedule, measure.P99,
			plain.contender("without", 1, c.print(c.document)), shadowed.contender("with shadow", 1, c.print(c.document)), atMost(1.1))
		if err != nil {
			return err
		}
	}
	return nil
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
func standards(ctx context.Context, l *lab) error {
	s, err := l.serve()
	if err != nil {
		return err
	}
	tabs, err := openTabs(ctx, l)
	if err != nil {
		return err
	}
	accessible := func(d document) document {
		d.html = strings.Replace(d.html, "<title>", `<meta name="platen:standards" content="ua-1"><title>`, 1)
		return d
	}
	for _, c := range []struct {
		document document
		clients  int
		schedule measure.Schedule
		metric   measure.Metric
		promise  promise
	}{
		{onePage, 1, l.light(), measure.P50, atMost(1.6)},
		{onePage, 4, l.light(), measure.Rate, atLeast(0.6)},
		{manyPages, 1, l.heavy(), measure.P50, atMost(2.2)},
	} {
		err = errors.Join(err, l.costs(ctx, fmt.Sprintf("%s, ua-1, %d clients", c.document.name, c.clients), c.schedule, c.metric,
			s.contender("untagged", c.clients, same(c.document)), s.contender("ua-1", c.clients, same(accessible(c.document))), c.promise))
	}
	for _, d := range []document{onePage, ninePages, manyPages} {
		failed := tabs[0].SetDocumentContent(d.filled())
		own, unprinted := printToPDF(tabs[0], true)
		claimed, refused := s.builds[0].Post(ctx, benchKey, accessible(d).request())
		if failed = errors.Join(failed, unprinted, refused, d.check(claimed.Body)); failed != nil {
			return errors.Join(err, failed)
		}
		l.quotient(d.name+", ua-1: size", "KB", kilobytes(claimed.Body), kilobytes(own), "Chrome's tagged", atMost(1.1))
	}
	return err
}

func kilobytes(pdf []byte) float64 { return float64(len(pdf)) / 1000 }
