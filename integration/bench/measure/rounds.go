package measure

import (
	"context"
	"fmt"
	"time"
)

// Contender is one of the programs that are compared.
type Contender struct {
	// Name is for error messages.
	Name    string
	Print   Print
	Clients int
	// Beside starts other work before each block, which stop ends after it; nil: none.
	Beside func(context.Context) (stop func())

	blocks []Block
}

// Median is the median of a metric over all rounds.
func (c *Contender) Median(of Metric) float64 {
	values := make([]float64, len(c.blocks))
	for i, block := range c.blocks {
		values[i] = of(block)
	}
	return Median(values)
}

// Ratio is the median of c's metric over the other's, block by block: the two blocks of one round are next to each other in time, so
// anything that slows the machine for a while cancels out. It is therefore not exactly the ratio of the two medians.
func (c *Contender) Ratio(to *Contender, of Metric) float64 {
	values := make([]float64, min(len(c.blocks), len(to.blocks)))
	for i := range values {
		values[i] = of(c.blocks[i]) / of(to.blocks[i])
	}
	return Median(values)
}

// Best is the contender with the greatest median.
func Best(contenders []*Contender, of Metric) *Contender {
	var best *Contender
	for _, c := range contenders {
		if best == nil || c.Median(of) > best.Median(of) {
			best = c
		}
	}
	return best
}

// Schedule says how much to measure.
type Schedule struct {
	// Rounds is the number of blocks of each contender.
	Rounds int
	// Stretch is the length of a block.
	Stretch time.Duration
}

// Compare gives every contender a block in each round, in an order that is reversed from round to round. Before that, every client of
// each contender prints once, unmeasured. step is called after every block.
func Compare(ctx context.Context, schedule Schedule, contenders []*Contender, step func()) error {
	for _, c := range contenders {
		if _, err := Run(ctx, c.Print, c.Clients, 0); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	for round := range schedule.Rounds {
		for i := range contenders {
			if round%2 == 1 {
				i = len(contenders) - 1 - i
			}
			block, err := contenders[i].run(ctx, schedule.Stretch)
			if err != nil {
				return fmt.Errorf("%s: %w", contenders[i].Name, err)
			}
			contenders[i].blocks = append(contenders[i].blocks, block)
			step()
		}
	}
	return nil
}

// run measures one block.
func (c *Contender) run(ctx context.Context, stretch time.Duration) (Block, error) {
	if c.Beside != nil {
		defer c.Beside(ctx)()
	}
	return Run(ctx, c.Print, c.Clients, stretch)
}
