package measure

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Print makes one PDF for a client, numbered from 0, and gives the time that the client waited for it. Work between the answer and the
// client's next document is not part of the wait.
type Print func(ctx context.Context, client int) (wait time.Duration, err error)

// Block is the result of one stretch of time.
type Block struct {
	// P50, P95 and P99 are percentiles of the clients' waits, in milliseconds.
	P50, P95, P99 float64
	// Rate is documents per second, all clients together.
	Rate float64
	// Documents is the number of samples.
	Documents int
}

// A Metric is one number of a block.
type Metric func(Block) float64

// P50 is the metric P50.
func P50(b Block) float64 { return b.P50 }

// P95 is the metric P95.
func P95(b Block) float64 { return b.P95 }

// P99 is the metric P99.
func P99(b Block) float64 { return b.P99 }

// Rate is the metric Rate.
func Rate(b Block) float64 { return b.Rate }

// Run keeps a number of clients busy, each with one document at a time, until the time is over. Documents under way are finished and
// counted. Every client prints at least once.
func Run(ctx context.Context, print Print, clients int, stretch time.Duration) (Block, error) {
	var mu sync.Mutex
	var waits []float64
	began := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	for client := range clients {
		group.Go(func() error {
			for first := true; first || time.Since(began) < stretch; first = false {
				wait, err := print(ctx, client)
				if err != nil {
					return fmt.Errorf("client %d of %d: %w", client+1, clients, err)
				}
				mu.Lock()
				waits = append(waits, milliseconds(wait))
				mu.Unlock()
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return Block{}, err
	}
	return Block{
		P50: Percentile(waits, 50), P95: Percentile(waits, 95), P99: Percentile(waits, 99),
		Rate: float64(len(waits)) / time.Since(began).Seconds(), Documents: len(waits),
	}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
