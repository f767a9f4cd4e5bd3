package metrics

import (
	"context"

	"platen/domain"
	"platen/domain/comparison"
	"platen/ports"
)

var _ ports.Limiter = (*limiter)(nil)

// Generator measures a generator's documents. Their label is the engine that a request's context decides on. It does not count a document
// whose client closed the connection: it has no result.
func (m *Metrics) Generator(next ports.Generator, engineOf func(context.Context) string) ports.Generator {
	return ports.GeneratorFunc(func(ctx context.Context, request domain.Request) (domain.Document, error) {
		document, err := next.Generate(ctx, request)
		if err != nil && ctx.Err() != nil {
			return document, err
		}
		result, engine := "ok", engineOf(ctx)
		if err != nil {
			result = string(domain.AsError(err).Code)
		}
		m.documents.WithLabelValues(m.labels(ports.ClientOf(ctx).Name, engine, result)...).Inc()
		if result != string(domain.Overloaded) { // one that failed waited too
			m.phaseSeconds.WithLabelValues(engine, "queue").Observe(document.Timing.Queue.Seconds())
		}
		if err == nil {
			m.delivered(engine, document)
		}
		return document, err
	})
}

// delivered measures a document.
func (m *Metrics) delivered(engine string, document domain.Document) {
	m.phaseSeconds.WithLabelValues(engine, "render").Observe(document.Timing.Render.Seconds())
	m.phaseSeconds.WithLabelValues(engine, "compose").Observe(document.Timing.Compose.Seconds())
	m.pages.WithLabelValues(engine).Observe(float64(document.Pages))
	m.bytes.WithLabelValues(engine).Observe(float64(len(document.PDF)))
	for _, failed := range document.Traffic.Failed {
		m.resourcesFailed.WithLabelValues(m.reasons.of(failed.Reason)).Inc()
	}
}

// Limiter counts the refusals and the errors of a limiter.
func (m *Metrics) Limiter(next ports.Limiter) ports.Limiter { return &limiter{next: next, metrics: m} }

type limiter struct {
	next    ports.Limiter
	metrics *Metrics
}

// Take implements ports.Limiter.
func (l *limiter) Take(ctx context.Context, client ports.Client) (ports.Allowance, error) {
	allowance, err := l.next.Take(ctx, client)
	switch {
	case err != nil && ctx.Err() == nil:
		l.metrics.rateLimitErrors.Inc()
	case err == nil && !allowance.Granted:
		l.metrics.rateLimited.WithLabelValues(l.metrics.labels(client.Name)...).Inc()
	}
	return allowance, err
}

// ShadowCompared counts a document that the second engine rendered as well.
func (m *Metrics) ShadowCompared(verdict comparison.Verdict) {
	m.shadowed.WithLabelValues(string(verdict)).Inc()
}

// ShadowDropped counts a document of the sample that was not compared. The number of different reasons must be small.
func (m *Metrics) ShadowDropped(reason string) { m.shadowDropped.WithLabelValues(reason).Inc() }
