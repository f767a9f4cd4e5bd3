// Command bench measures the service, as a child process over HTTP, against its bare engines, and prints every number with its floor,
// its promise, and whether that is kept. "make bench" runs it from the top of the tree, after building the program.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"platen/adapters/engines"
	"platen/integration/bench/measure"
)

// lab is what every experiment uses.
type lab struct {
	program, other string
	// others is the folder of other systems than the service; empty: none.
	others  string
	quick   bool
	numbers []number
	// engine is that of the experiment, and ends what ends with it.
	engine string
	ends   []func() error
}

// experiment measures numbers that belong together, on an engine.
type experiment struct {
	name, about string
	run         func(context.Context, *lab) error
	byName      bool // it runs only if it is named
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	names := strings.Join(engines.All().Names(), ",")
	var l lab
	flag.StringVar(&l.program, "platen", "bin/platen", "the built `program`")
	flag.StringVar(&l.other, "beside", "", "measure another build of the `program` too, in turns")
	flag.StringVar(&l.others, "others", "", "the `folder` of the other systems that \"make field\" fetches")
	flag.BoolVar(&l.quick, "quick", false, "take few samples, in some minutes, for a first impression")
	chosen := flag.String("engine", names, "the `engines` to measure")
	only := flag.String("only", "", "measure nothing but these `experiments`")
	flag.Usage = usage
	flag.Parse()
	err := l.measure(ctx, strings.Split(*chosen, ","), strings.FieldsFunc(*only, func(r rune) bool { return r == ',' }))
	l.report(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		cancel()
		os.Exit(1) //nolint:gocritic // cancel has been called
	}
}

// usage explains the method and lists the experiments.
func usage() {
	fmt.Fprintln(os.Stderr, `Measure the service, over HTTP, beside the least that its engines need by themselves, as integration/bench/README.md
describes it. Both take turns in short blocks, so that other work on the machine disturbs both alike; values are medians
of blocks, ratios medians of pairs of blocks. Do nothing else with the machine meanwhile.

  make bench                                                   everything, half an hour
  go run ./integration/bench -quick -engine chrome             a first impression of one engine
  go run ./integration/bench -only 1-page,95-pages -beside /tmp/older/platen`)
	fmt.Fprintln(os.Stderr)
	flag.PrintDefaults()
	fmt.Fprintln(os.Stderr, "The experiments:")
	for _, engine := range engines.All().Names() {
		for _, e := range experimentsOf(engine) {
			fmt.Fprintf(os.Stderr, "  %-12s %-10s %s\n", engine, e.name, e.about)
		}
	}
}

// measure runs the experiments of the chosen engines and names; no names: all.
func (l *lab) measure(ctx context.Context, chosen, only []string) (failed error) {
	known := 0
	for _, l.engine = range chosen {
		for _, e := range experimentsOf(l.engine) {
			if !slices.Contains(only, e.name) && (len(only) > 0 || e.byName) {
				continue
			}
			known++
			fmt.Fprintf(os.Stderr, "%s %s %s: %s\n", time.Now().Format(time.TimeOnly), l.engine, e.name, e.about)
			if err := errors.Join(e.run(ctx, l), l.end()); err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s %s: %w", l.engine, e.name, err))
			}
			if ctx.Err() != nil {
				return failed
			}
		}
	}
	if known == 0 {
		return fmt.Errorf("there is no experiment of the engines %q with the names %q; -help lists them", chosen, only)
	}
	return failed
}

// later has a function called when the experiment ends.
func (l *lab) later(end func() error) { l.ends = append(l.ends, end) }

// end ends what an experiment has started, in reverse order.
func (l *lab) end() (err error) {
	for _, end := range slices.Backward(l.ends) {
		err = errors.Join(err, end())
	}
	l.ends = nil
	return err
}

// light is the schedule for documents that take milliseconds, heavy for those that take seconds, and spaced for clients that pause.
func (l *lab) light() measure.Schedule  { return l.schedule(7, 2*time.Second) }
func (l *lab) heavy() measure.Schedule  { return l.schedule(5, 4*time.Second) }
func (l *lab) spaced() measure.Schedule { return l.schedule(7, 8*time.Second) }

func (l *lab) schedule(rounds int, stretch time.Duration) measure.Schedule {
	if l.quick {
		return measure.Schedule{Rounds: (rounds+1)/2 - 1, Stretch: stretch / 3}
	}
	return measure.Schedule{Rounds: rounds, Stretch: stretch}
}
