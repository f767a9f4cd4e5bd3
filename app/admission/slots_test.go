package admission_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"platen/app/admission"
	"platen/domain"
	"platen/ports"
)

// TestNoSlotIsLost: whatever arrives and leaves, the limits hold, every document ends, and no slot is idle while a document that
// may run waits.
func TestNoSlotIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rapid.Check(struct{ rapid.TB }{t}, func(r *rapid.T) {
			limits := admission.Limits{
				Concurrency: rapid.IntRange(1, 3).Draw(r, "concurrency"), Queue: rapid.IntRange(0, 5).Draw(r, "queue"), Timeout: time.Minute,
			}
			seen := &traffic{clients: map[string]*client{"short": {}, "long": {}, "mixed": {}}}
			a := admission.New(seen, limits)
			var all sync.WaitGroup
			for range rapid.IntRange(1, 100).Draw(r, "documents") {
				name := rapid.SampledFrom(slices.Sorted(maps.Keys(seen.clients))).Draw(r, "client")
				ctx, leave := context.WithTimeout(ports.WithClient(t.Context(), ports.Client{Name: name}),
					time.Duration(rapid.IntRange(1, 90).Draw(r, "patience"))*time.Second)
				request := domain.Request{HTML: rapid.SampledFrom(map[string][]string{
					"short": {"0s", "200ms", "1s"}, "long": {"3s", "20s", "40s"}, "mixed": {"0s", "1s", "3s", "40s"},
				}[name]).Draw(r, "takes")}
				all.Go(func() {
					defer leave()
					seen.send(ctx, a, request)
				})
				pause := rapid.SampledFrom([]int{0, 1500, 1500, 12_000}).Draw(r, "longest pause")
				time.Sleep(time.Duration(rapid.IntRange(0, pause).Draw(r, "pause")) * time.Millisecond)
				synctest.Wait()
				load := loadOf(a)
				require.LessOrEqual(r, load.busy, limits.Concurrency)
				require.LessOrEqual(r, load.waiting, limits.Queue)
				if load.idle > 0 && load.waiting > 0 {
					require.Equal(r, 1, load.idle, "more than the slot for short documents is idle")
					require.Greater(r, limits.Concurrency, 1, "the only slot is idle")
					seen.requireKept(r)
				}
			}
			all.Wait()
			require.Equal(r, load{idle: limits.Concurrency}, loadOf(a))
		})
	})
}

// traffic is a generator that knows, without the paces that the queue computes, which documents may run.
type traffic struct {
	order
	mu      sync.Mutex
	clients map[string]*client
}

// client counts the documents of a client.
type client struct {
	waiting, running int
	arrived          time.Time // the last one
	// Whether one of its documents took at most a second, and whether one took more. With both, its mean may be either.
	hadShort, hadLong bool
}

// change changes the counts of ctx's client.
func (s *traffic) change(ctx context.Context, change func(c *client)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.clients[ports.ClientOf(ctx).Name])
}

func (s *traffic) send(ctx context.Context, a *admission.Admission, request domain.Request) {
	s.change(ctx, func(c *client) { c.waiting, c.arrived = c.waiting+1, time.Now() })
	_, err := a.Generate(ctx, request)
	if errors.Is(err, errStarted) || err == nil {
		return
	}
	s.change(ctx, func(c *client) { c.waiting-- }) // refused, or left while it waited
}

// errStarted is part of the errors of documents that had a turn.
var errStarted = errors.New("started")

func (s *traffic) Generate(ctx context.Context, request domain.Request) (domain.Document, error) {
	began := time.Now()
	s.change(ctx, func(c *client) { c.waiting, c.running = c.waiting-1, c.running+1 })
	document, err := s.order.Generate(ctx, request)
	long := time.Since(began) > time.Second
	s.change(ctx, func(c *client) {
		c.running, c.hadShort, c.hadLong = c.running-1, c.hadShort || !long, c.hadLong || long
	})
	if err != nil {
		err = errors.Join(errStarted, err)
	}
	return document, err
}

// requireKept checks that the idle slot is kept for short documents: only clients with long ones wait, they hold the other slots, and
// another client, whose documents are short, is active.
func (s *traffic) requireKept(r *rapid.T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, waiting := range s.clients {
		if waiting.waiting == 0 {
			continue
		}
		require.True(r, waiting.hadLong, "a short document of %s waits beside an idle slot", name)
		require.True(r, slices.ContainsFunc(slices.Collect(maps.Values(s.clients)), func(other *client) bool {
			return other != waiting && other.hadShort && time.Since(other.arrived) <= 10*time.Second
		}), "a document of %s waits, and no client with short documents is active", name)
	}
	for name, c := range s.clients {
		require.True(r, c.running == 0 || c.hadLong, "%s has a slot, so that long documents do not hold all the others", name)
	}
}
