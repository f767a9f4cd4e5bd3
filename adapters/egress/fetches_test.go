package egress_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/domain"
	"platen/ports"
)

// steps is a Tracer that notes each step with its address, the step that it is part of, and its error.
type steps struct {
	mu    sync.Mutex
	ended []string
}

type stepName struct{}

func (s *steps) StartSpan(ctx context.Context, name, address string) (context.Context, func(error)) {
	outer, _ := ctx.Value(stepName{}).(string)
	return context.WithValue(ctx, stepName{}, name), func(err error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.ended = append(s.ended, strings.TrimSpace(outer+" > "+name+" "+address))
		if step := ports.StepError(""); errors.As(err, &step) {
			s.ended = append(s.ended, step.Error())
		}
	}
}

// TestFetches: a document knows what it waited for, and each fetch is a step of the print that asked for it.
func TestFetches(t *testing.T) {
	const slow = 100 * time.Millisecond
	server := "http://" + serve(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow.png" {
			time.Sleep(slow)
		}
		if r.URL.Path == "/missing.png" {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = w.Write(make([]byte, 1000))
	})
	e := start(t, loopback)
	var mu sync.Mutex
	results := map[bool]int{}
	e.Observe(func(took time.Duration, failed bool) {
		mu.Lock()
		defer mu.Unlock()
		require.Positive(t, took)
		results[failed]++
	})
	scope := openScope(t, e)
	require.Zero(t, scope.Fetches())
	tracer := &steps{}
	for _, print := range []string{"header", "body"} {
		x := open(t, e)
		_ = ports.InSpan(ports.WithTracer(t.Context(), tracer), print, func(ctx context.Context) error {
			x.Reset(scope.During(ctx))
			client := engine(t, e, x)
			get(t, client, server+"/slow.png?key=secret")
			get(t, client, server+"/"+print+".png")
			get(t, client, server+"/missing.png")
			drain(client, x)
			return nil
		})
	}
	fetches := scope.Fetches()
	require.Equal(t, 4, fetches.Resources, "each address once")
	require.GreaterOrEqual(t, fetches.Slowest.Took, slow)
	require.GreaterOrEqual(t, fetches.Waited, fetches.Slowest.Took)
	fetches.Slowest.Took = 0
	require.Equal(t, domain.Fetch{URL: server + "/slow.png", Bytes: 1000}, fetches.Slowest)
	require.Equal(t, map[bool]int{false: 3, true: 1}, results)
	require.Equal(t, []string{
		"header > fetch " + server + "/slow.png", "header > fetch " + server + "/header.png", "header > fetch " + server + "/missing.png", "answered 404",
		"> header", "body > fetch " + server + "/body.png", "> body",
	}, tracer.ended)
}

// TestPanicEndsItsFetch: a fetch that panics fails, and its document does not wait for the network any longer.
func TestPanicEndsItsFetch(t *testing.T) {
	e := start(t, loopback)
	t.Cleanup(e.BreakFetches())
	scope := openScope(t, e)
	session := open(t, e)
	session.Reset(scope)
	_, err := session.Fetch(t.Context(), "http://127.0.0.1/logo.png", nil)
	require.ErrorContains(t, err, "an error of this service")
	require.Equal(t, scope.Fetches(), scope.Fetches(), "the clock runs on")
}
