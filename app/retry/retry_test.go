package retry_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"platen/app/retry"
	"platen/domain"
	"platen/ports"
)

// crashingEngine crashes while rendering its first documents.
type crashingEngine struct {
	crashes int
	jobs    []domain.PrintJob
	given   []ports.RenderOptions
}

func (m *crashingEngine) Render(_ context.Context, job domain.PrintJob, options ports.RenderOptions) (domain.PDF, error) {
	m.jobs = append(m.jobs, job)
	m.given = append(m.given, options)
	if len(m.jobs) <= m.crashes {
		return domain.PDF{}, fmt.Errorf("print: %w", ports.ErrEngineLost)
	}
	return domain.PDF{Content: []byte("%PDF-")}, nil
}

// fakeScope is a scope that is only passed on.
type fakeScope struct {
	ports.NetworkScope
	name string
}

func TestCrashCostsOnlyTime(t *testing.T) {
	for crashes := range retry.Retries + 1 {
		engine, scope := &crashingEngine{crashes: crashes}, &fakeScope{name: "of this document"}
		pdf, err := retry.Renderer{Renderer: engine, Log: zap.NewNop()}.Render(t.Context(), domain.PrintJob{HTML: "x"}, ports.RenderOptions{Scope: scope})
		require.NoError(t, err)
		require.NotEmpty(t, pdf.Content)
		for i, job := range engine.jobs {
			require.Equal(t, i > 0, engine.given[i].Isolated, "the later attempts, and only those, are isolated")
			require.Same(t, scope, engine.given[i].Scope)
			require.Equal(t, "x", job.HTML)
		}
	}
}

// TestCrashIsLogged: with the request, since its own line does not say that it was rendered again.
func TestCrashIsLogged(t *testing.T) {
	core, logs := observer.New(zap.WarnLevel)
	ctx := ports.WithRequestID(t.Context(), "mine")
	_, err := retry.Renderer{Renderer: &crashingEngine{crashes: 1}, Log: zap.New(core)}.Render(ctx, domain.PrintJob{}, ports.RenderOptions{})
	require.NoError(t, err)
	require.Len(t, logs.All(), 1)
	require.Equal(t, "mine", logs.All()[0].ContextMap()["request_id"])
}

func TestRetriesEnd(t *testing.T) {
	engine := &crashingEngine{crashes: 100}
	_, err := retry.Renderer{Renderer: engine, Log: zap.NewNop()}.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{})
	require.Equal(t, domain.RenderFailed, domain.AsError(err).Code)
	require.Contains(t, domain.AsError(err).Message, "4 times")
	require.ErrorIs(t, err, ports.ErrEngineLost, "the cause is for the log")
	require.Len(t, engine.jobs, 1+retry.Retries)
}

func TestOtherFailuresAreFinal(t *testing.T) {
	refused := domain.Invalidf("no")
	calls := 0
	_, err := retry.Renderer{Renderer: rendererFunc(func() error { calls++; return refused }), Log: zap.NewNop()}.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{})
	require.ErrorIs(t, err, refused)
	require.Equal(t, 1, calls)
}

// TestKnownCauseIsFinal: a crash whose cause is known, as a full disk, is neither tried again nor told as another one.
func TestKnownCauseIsFinal(t *testing.T) {
	full := &domain.Error{Code: domain.Overloaded, Err: fmt.Errorf("the disk is full: %w", ports.ErrEngineLost)}
	calls := 0
	_, err := retry.Renderer{Renderer: rendererFunc(func() error { calls++; return full }), Log: zap.NewNop()}.Render(t.Context(), domain.PrintJob{}, ports.RenderOptions{})
	require.Equal(t, domain.Overloaded, domain.AsError(err).Code)
	require.Equal(t, 1, calls)
}

func TestNoTryAfterTheDeadline(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	_, err := retry.Renderer{Renderer: rendererFunc(func() error { calls++; cancel(); return ports.ErrEngineLost }), Log: zap.NewNop()}.Render(ctx, domain.PrintJob{}, ports.RenderOptions{})
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, errors.Is(err, ports.ErrEngineLost))
	require.Equal(t, 1, calls)
}

type rendererFunc func() error

func (f rendererFunc) Render(context.Context, domain.PrintJob, ports.RenderOptions) (domain.PDF, error) {
	return domain.PDF{}, f()
}
