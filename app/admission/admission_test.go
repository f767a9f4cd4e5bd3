package admission_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"platen/app/admission"
	"platen/domain"
	"platen/ports"
)

var limits = admission.Limits{Concurrency: 2, Queue: 3, Timeout: time.Minute}

// gauge counts documents under way.
type gauge struct {
	mu        sync.Mutex
	now, most int
}

func (g *gauge) add(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now += n
	g.most = max(g.most, g.now)
}

// slow is a generator whose documents take a second each, as long as they are let.
func slow(under *gauge) ports.Generator {
	return ports.GeneratorFunc(func(ctx context.Context, _ domain.Request) (domain.Document, error) {
		under.add(1)
		defer under.add(-1)
		select {
		case <-time.After(time.Second):
			return domain.Document{Pages: 1}, nil
		case <-ctx.Done():
			return domain.Document{}, ctx.Err()
		}
	})
}

func codeOf(err error) domain.Code {
	if err == nil {
		return ""
	}
	return domain.AsError(err).Code
}

func TestSoManyAtOnceAndSoManyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var under gauge
		a := admission.New(slow(&under), limits)
		type result struct {
			code domain.Code
			wait time.Duration
		}
		results := make(chan result)
		const documents = 7
		for range documents {
			go func() {
				d, err := a.Generate(t.Context(), domain.Request{})
				results <- result{codeOf(err), d.Timing.Queue}
			}()
			synctest.Wait() // one after the other, so that the order is known
		}
		var codes []domain.Code
		var waits []time.Duration
		for range documents {
			r := <-results
			codes = append(codes, r.code)
			waits = append(waits, r.wait)
		}
		require.Equal(t, 2, under.most, "documents at once")
		require.ElementsMatch(t, []domain.Code{"", "", "", "", "", domain.Overloaded, domain.Overloaded}, codes)
		require.ElementsMatch(t, []time.Duration{0, 0, 0, 0, time.Second, time.Second, 2 * time.Second}, waits)
	})
}

func TestDeadlineCountsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		short := limits
		short.Concurrency, short.Timeout = 1, 1500*time.Millisecond
		a := admission.New(slow(&gauge{}), short)
		codes := make(chan domain.Code)
		for range 3 {
			go func() {
				_, err := a.Generate(t.Context(), domain.Request{})
				codes <- codeOf(err)
			}()
			synctest.Wait()
		}
		began := time.Now()
		require.Empty(t, <-codes)
		require.Equal(t, domain.Timeout, <-codes)
		require.Equal(t, domain.Timeout, <-codes)
		require.Equal(t, 1500*time.Millisecond, time.Since(began))
	})
}

func TestLeavingFreesThePlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := admission.New(slow(&gauge{}), admission.Limits{Concurrency: 1, Queue: 0, Timeout: time.Minute})
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error)
		go func() {
			_, err := a.Generate(ctx, domain.Request{})
			left <- err
		}()
		synctest.Wait()
		_, err := a.Generate(t.Context(), domain.Request{})
		require.Equal(t, domain.Overloaded, codeOf(err))
		leave()
		require.ErrorIs(t, <-left, context.Canceled)
		_, err = a.Generate(t.Context(), domain.Request{})
		require.NoError(t, err)
	})
}

func TestFailuresPass(t *testing.T) {
	broken := errors.New("broken")
	a := admission.New(ports.GeneratorFunc(func(context.Context, domain.Request) (domain.Document, error) {
		return domain.Document{}, broken
	}), limits)
	for range 20 { // none of them keeps a place
		_, err := a.Generate(t.Context(), domain.Request{})
		require.ErrorIs(t, err, broken)
	}
}
