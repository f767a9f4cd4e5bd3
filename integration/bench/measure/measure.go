// Package measure takes samples of something that makes PDFs: with a number of clients, for a stretch of time, in turn with what it is
// compared with, so that other work on the machine disturbs both equally. It does not know what is measured.
package measure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Print makes one PDF for a client, numbered from 0, and returns the time that the client waited for it. Work between the answer and the
// client's next document is not part of the wait.
type Print func(ctx context.Context, client int) (wait time.Duration, err error)

// Block is the result of one stretch of time.
type Block struct {
	// Waits are the clients' waits in milliseconds.
	Waits []float64
	// Rate is documents per second, all clients together.
	Rate float64
}

// A Metric is one number of a block.
type Metric struct {
	Name, Unit string
	Of         func(Block) float64
}

// The metrics: percentiles of the waits, and the rate.
var (
	P50  = Metric{"p50", "ms", func(b Block) float64 { return Percentile(b.Waits, 50) }}
	P95  = Metric{"p95", "ms", func(b Block) float64 { return Percentile(b.Waits, 95) }}
	P99  = Metric{"p99", "ms", func(b Block) float64 { return Percentile(b.Waits, 99) }}
	Rate = Metric{"throughput", "PDF/s", func(b Block) float64 { return b.Rate }}
)

// Run keeps a number of clients busy, each with one document at a time, until the time is over. Documents under way are finished and
// counted. Every client prints at least once.
func Run(ctx context.Context, print Print, clients int, stretch time.Duration) (block Block, err error) {
	var mu sync.Mutex
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
				block.Waits = append(block.Waits, wait.Seconds()*1000)
				mu.Unlock()
			}
			return nil
		})
	}
	err = group.Wait()
	block.Rate = float64(len(block.Waits)) / time.Since(began).Seconds()
	return block, err
}

// Contender is one of the programs that are compared.
type Contender struct {
	Name    string
	Print   Print
	Clients int
	// Beside starts other work before each block, which stop ends after it; nil: none.
	Beside func(context.Context) (stop func())
	// Twin is the same with another build of the program, and takes its turns too; nil: none.
	Twin *Contender

	blocks []Block
}

// Median is the median of a metric over all rounds.
func (c *Contender) Median(metric Metric) float64 {
	values := make([]float64, len(c.blocks))
	for i, block := range c.blocks {
		values[i] = metric.Of(block)
	}
	return Median(values)
}

// Ratio is the median of c's metric over the other's, block by block: the two blocks of one round are next to each other in time, so
// anything that slows the machine for a while cancels out. It is therefore not exactly the ratio of the two medians.
func (c *Contender) Ratio(to *Contender, metric Metric) float64 {
	values := make([]float64, min(len(c.blocks), len(to.blocks)))
	for i := range values {
		values[i] = metric.Of(c.blocks[i]) / metric.Of(to.blocks[i])
	}
	return Median(values)
}

// Schedule says how much to measure.
type Schedule struct {
	// Rounds is the number of blocks of each contender.
	Rounds int
	// Stretch is the length of a block.
	Stretch time.Duration
}

// Compare measures every contender for a block in each round, in an order that is reversed from round to round. Before that, every
// client of each contender prints once, unmeasured.
func Compare(ctx context.Context, schedule Schedule, contenders ...*Contender) error {
	var all []*Contender
	for _, c := range contenders {
		all = append(all, c)
		if c.Twin != nil {
			all = append(all, c.Twin)
		}
	}
	for round := -1; round < schedule.Rounds; round++ {
		for _, c := range all {
			if err := c.run(ctx, schedule.Stretch, round >= 0); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
		}
		slices.Reverse(all)
	}
	return nil
}

// run measures one block, or lets each client print once.
func (c *Contender) run(ctx context.Context, stretch time.Duration, measured bool) error {
	if !measured {
		_, err := Run(ctx, c.Print, c.Clients, 0)
		return err
	}
	if c.Beside != nil {
		defer c.Beside(ctx)()
	}
	block, err := Run(ctx, c.Print, c.Clients, stretch)
	c.blocks = append(c.blocks, block)
	return err
}

// Percentile is the smallest sample that p percent of all samples do not exceed (nearest rank); NaN without samples. The order of the
// samples does not matter and is not changed.
func Percentile(samples []float64, p float64) float64 {
	if len(samples) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(samples))
	rank := int(math.Ceil(p / 100 * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}

// Median is the middle sample, or the mean of the two in the middle; NaN without samples.
func Median(samples []float64) float64 {
	if len(samples) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(samples))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// Pause waits until the time is over, or fails when ctx ends.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
