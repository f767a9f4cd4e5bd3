package measure_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platen/integration/bench/measure"
)

// waits is a Print whose n-th document makes the client wait for the n-th of these times, and then always for the last.
func waits(all ...time.Duration) measure.Print {
	var printed atomic.Int64
	return func(context.Context, int) (time.Duration, error) {
		n := int(printed.Add(1)) - 1
		return all[min(n, len(all)-1)], nil
	}
}

func TestRunCountsEveryClient(t *testing.T) {
	var seen [3]atomic.Int64
	block, err := measure.Run(t.Context(), func(_ context.Context, client int) (time.Duration, error) {
		seen[client].Add(1)
		return 20 * time.Millisecond, nil
	}, 3, 0)
	require.NoError(t, err)
	require.Len(t, block.Waits, 3)
	require.Equal(t, 20.0, measure.P50.Of(block))
	require.Equal(t, 20.0, measure.P95.Of(block))
	require.Positive(t, block.Rate)
	for client := range seen {
		require.EqualValues(t, 1, seen[client].Load(), "client %d", client)
	}
}

func TestRunStopsAtAnError(t *testing.T) {
	broken := errors.New("broken")
	_, err := measure.Run(t.Context(), func(ctx context.Context, client int) (time.Duration, error) {
		if client == 1 {
			return 0, broken
		}
		<-ctx.Done()
		return 0, ctx.Err()
	}, 2, time.Hour)
	require.ErrorIs(t, err, broken)
}

// A machine that becomes ten times slower in the second round changes medians, but not the ratio.
func TestRatioWithinRounds(t *testing.T) {
	const ms = time.Millisecond
	// The first of each is the warm-up, which must not count.
	floor := &measure.Contender{Name: "floor", Print: waits(500*ms, 10*ms, 100*ms, 10*ms), Clients: 1}
	service := &measure.Contender{Name: "service", Print: waits(900*ms, 12*ms, 120*ms, 12*ms), Clients: 1}
	require.NoError(t, measure.Compare(t.Context(), measure.Schedule{Rounds: 3}, floor, service))
	require.Equal(t, 10.0, floor.Median(measure.P50))
	require.Equal(t, 12.0, service.Median(measure.P50))
	require.InDelta(t, 1.2, service.Ratio(floor, measure.P50), 1e-9)
}

func TestCompareReversesOrder(t *testing.T) {
	var order []string
	contender := func(name string) *measure.Contender {
		return &measure.Contender{Name: name, Clients: 1, Print: func(context.Context, int) (time.Duration, error) {
			order = append(order, name)
			return time.Millisecond, nil
		}}
	}
	a := contender("a")
	a.Twin = contender("twin of a")
	require.NoError(t, measure.Compare(t.Context(), measure.Schedule{Rounds: 2}, a, contender("b")))
	require.Equal(t, []string{"a", "twin of a", "b", "b", "twin of a", "a", "a", "twin of a", "b"}, order)
}
