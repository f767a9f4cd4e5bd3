package metrics_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"platen/adapters/metrics"
	"platen/domain"
	"platen/ports"
)

// BenchmarkDocument measures the cost of the metrics of one document and its request.
func BenchmarkDocument(b *testing.B) {
	m := metrics.New(metrics.Config{ByClient: true})
	generator := m.Generator(ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) {
		return domain.Document{Pages: 1, Timing: domain.Timing{Render: time.Millisecond}}, nil
	}), chrome)
	ctx := ports.WithClient(b.Context(), ports.Client{Name: "billing"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := generator.Generate(ctx, domain.Request{}); err != nil {
			b.Fatal(err)
		}
		m.Answered(http.StatusOK, time.Millisecond)
	}
}

// BenchmarkScrape measures the cost of a scrape.
func BenchmarkScrape(b *testing.B) {
	m := metrics.New(metrics.Config{})
	b.ReportAllocs()
	for b.Loop() {
		m.Text()
	}
}
