package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"platen/integration/bench/measure"
)

// promise is a number with its limit.
type promise struct {
	name         string
	value, limit float64
}

func atMost(name string, value, limit float64) promise { return promise{name, value, limit} }

// kept is false also for a number that could not be measured (NaN).
func (p promise) kept() bool { return p.value <= p.limit }

// wrong counts wrong answers; a client without any answer counts as one.
func wrong(clients []*client) (n int) {
	for _, c := range clients {
		n += len(c.wrong)
		if len(c.waits) == 0 {
			n++
		}
	}
	return n
}

// wrongShown is how many wrong answers of each client are printed.
const wrongShown = 10

// report prints the table. It gives an error if a promise is not kept.
func report(out io.Writer, s scenario, engine string, o options, found *outcome) error {
	fmt.Fprintf(out, "%s, %s, %s\n", s.name, engine, o.duration)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "client\tanswers\twrong\tp50 in ms\tp95\tmax")
	for _, c := range found.clients {
		fmt.Fprintf(table, "%s\t%d\t%d\t%.0f\t%.0f\t%.0f\n", c.name, len(c.waits), len(c.wrong),
			measure.Percentile(c.waits, 50), measure.Percentile(c.waits, 95), measure.Percentile(c.waits, 100))
	}
	fmt.Fprintln(table, "memory in MiB\tat rest\tsecond minute\tlast minute\tpeak\tend")
	for _, row := range []struct {
		name string
		of   func(sample) float64
	}{{"service and engine", memoryOf}, {"service alone", serviceOf}} {
		fmt.Fprintf(table, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%.0f\n", row.name, mebibytes(row.of(found.atRest)), mebibytes(mean(found.minute(1), row.of)),
			mebibytes(mean(found.minute(-1), row.of)), mebibytes(most(found.load, row.of)), mebibytes(row.of(found.afterRest)))
	}
	missed := 0
	fmt.Fprintln(table, "promise\tvalue\tat most\tkept")
	for _, p := range s.promises(found) {
		word := "yes"
		if !p.kept() {
			word = "NO"
			missed++
		}
		fmt.Fprintf(table, "%s\t%.3g\t%g\t%s\n", p.name, p.value, p.limit, word)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, c := range found.clients {
		for _, line := range c.wrong[:min(len(c.wrong), wrongShown)] {
			fmt.Fprintf(out, "wrong, %s: %s\n", c.name, line)
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d promises are not kept", missed)
	}
	return nil
}

func mebibytes(bytes float64) float64 { return bytes / (1 << 20) }
