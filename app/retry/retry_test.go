package retry_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"platen/app/retry"
	"platen/domain"
	"platen/ports"
)

// mortal is an engine that dies under its first so many sheets.
type mortal struct {
	deaths int
	sheets []domain.PrintJob
}

func (m *mortal) Render(_ context.Context, sheet domain.PrintJob) (domain.PDF, error) {
	m.sheets = append(m.sheets, sheet)
	if len(m.sheets) <= m.deaths {
		return domain.PDF{}, fmt.Errorf("print: %w", ports.ErrEngineLost)
	}
	return domain.PDF{Content: []byte("%PDF-")}, nil
}

func TestADeathCostsOnlyTime(t *testing.T) {
	for deaths := 0; deaths <= retry.Retries; deaths++ {
		engine := &mortal{deaths: deaths}
		pdf, err := retry.New(engine, zap.NewNop()).Render(t.Context(), domain.PrintJob{HTML: "x"})
		require.NoError(t, err)
		require.NotEmpty(t, pdf.Content)
		for i, sheet := range engine.sheets {
			require.Equal(t, i > 0, sheet.Alone, "the later tries, and only those, are alone")
			require.Equal(t, "x", sheet.HTML)
		}
	}
}

func TestAKillerIsGivenUp(t *testing.T) {
	engine := &mortal{deaths: 100}
	_, err := retry.New(engine, zap.NewNop()).Render(t.Context(), domain.PrintJob{})
	require.Equal(t, domain.RenderFailed, domain.AsError(err).Code)
	require.Len(t, engine.sheets, 1+retry.Retries)
}

func TestOtherFailuresAreFinal(t *testing.T) {
	refused := domain.Invalidf("no")
	calls := 0
	_, err := retry.New(rendererFunc(func() error { calls++; return refused }), zap.NewNop()).Render(t.Context(), domain.PrintJob{})
	require.ErrorIs(t, err, refused)
	require.Equal(t, 1, calls)
}

func TestNoTryAfterTheDeadline(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	_, err := retry.New(rendererFunc(func() error { calls++; cancel(); return ports.ErrEngineLost }), zap.NewNop()).Render(ctx, domain.PrintJob{})
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, errors.Is(err, ports.ErrEngineLost))
	require.Equal(t, 1, calls)
}

type rendererFunc func() error

func (f rendererFunc) Render(context.Context, domain.PrintJob) (domain.PDF, error) {
	return domain.PDF{}, f()
}
