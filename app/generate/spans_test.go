package generate_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

// spans is a Tracer that notes the steps in the order of their ends.
type spans struct {
	mu    sync.Mutex
	ended []string
}

func (s *spans) StartSpan(ctx context.Context, name, _ string) (context.Context, func(error)) {
	return ctx, func(err error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil {
			name += ": error"
		}
		s.ended = append(s.ended, name)
	}
}

func TestStepsAreTraced(t *testing.T) {
	for header, want := range map[string]string{
		"":       "fill, body, stamp",
		plain:    "fill, header and footer, body, header and footer, stamp",
		numbered: "fill, header and footer, body, header and footer, stamp",
	} {
		s := &spans{}
		_, err := newFakeEngine(3).generator().Generate(ports.WithTracer(t.Context(), s), domain.Request{HTML: "body", HeaderHTML: header})
		require.NoError(t, err)
		require.Equal(t, want, strings.Join(s.ended, ", "))
	}
	s := &spans{}
	engine := newFakeEngine(1)
	engine.err = context.Canceled
	_, err := engine.generator().Generate(ports.WithTracer(t.Context(), s), domain.Request{HTML: "body"})
	require.Error(t, err)
	require.Equal(t, []string{"fill", "body: error"}, s.ended)
}
