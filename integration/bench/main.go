// Command bench measures the service, as a child process over HTTP, against its bare engines, and prints every number with its floor,
// its promise, and whether that is kept. "make bench" runs it from the top of the tree, after building the program.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"platen/adapters/engines"
	"platen/integration/bench/report"
)

// options are the command line.
type options struct {
	program, engine, json string
	only                  []string
	quick, strict         bool
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		cancel()
		os.Exit(1) //nolint:gocritic // cancel has been called
	}
}

func command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure the service beside the bare engines",
		Long:  "Measure the service, over HTTP, beside the least that its engines need by themselves.\n\n" + teaching(),
		Example: `  make bench                                                   everything, half an hour
  go run ./integration/bench --quick --engine chrome           a first impression of one engine
  go run ./integration/bench --only 1-page,95-pages --json bench.json`,
		Args:         cobra.NoArgs,
		SilenceUsage: true, SilenceErrors: true,
		RunE: func(c *cobra.Command, _ []string) error { return run(c.Context(), o) },
	}
	flags := c.Flags()
	flags.StringVar(&o.program, "platen", "bin/platen", "the built `program`")
	flags.StringVar(&o.engine, "engine", "all", "measure "+strings.Join(engines.All().Names(), ", ")+" or all")
	flags.StringSliceVar(&o.only, "only", nil, "measure nothing but these experiments, by `name`")
	flags.BoolVar(&o.quick, "quick", false, "take few samples, in some minutes, for a first impression")
	flags.StringVar(&o.json, "json", "", "write the numbers to this `file`, too")
	flags.BoolVar(&o.strict, "strict", false, "exit with 1 if a promise is missed; without it, misses are only reported")
	return c
}

// teaching explains the method and lists the experiments.
func teaching() string {
	var b strings.Builder
	b.WriteString("The floor is an engine without the service:\n")
	for _, engine := range engines.All().Names() {
		fmt.Fprintf(&b, "  %-12s %s\n", engine, baselineOf(engine).method)
	}
	b.WriteString(`
Service and floor take turns in short blocks, so that other work on the machine disturbs both alike; values are
medians of blocks, ratios medians of pairs of blocks.

Do not do anything else with the machine meanwhile. The experiments:
`)
	for _, engine := range engines.All().Names() {
		for _, e := range experimentsOf(engine) {
			fmt.Fprintf(&b, "  %-12s %-10s %s\n", engine, e.name, e.about)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// trial is an experiment with an engine.
type trial struct {
	engine string
	experiment
}

// chosen are the trials that the options ask for, in the order of the registry.
func (o options) chosen() ([]trial, error) {
	names := engines.All().Names()
	if o.engine != "all" && !slices.Contains(names, o.engine) {
		return nil, fmt.Errorf("--engine: %q is not %s or all", o.engine, strings.Join(names, ", "))
	}
	var chosen []trial
	for _, engine := range names {
		for _, e := range experimentsOf(engine) {
			if (o.engine == "all" || o.engine == engine) && (len(o.only) == 0 || slices.Contains(o.only, e.name)) {
				chosen = append(chosen, trial{engine, e})
			}
		}
	}
	for _, name := range o.only {
		if !slices.ContainsFunc(chosen, func(t trial) bool { return t.name == name }) {
			return nil, fmt.Errorf("--only: there is no experiment %q with --engine %s; --help lists them", name, o.engine)
		}
	}
	return chosen, nil
}

// run runs the experiments and reports their numbers, even if it is interrupted.
func run(ctx context.Context, o options) error {
	chosen, err := o.chosen()
	if err != nil {
		return err
	}
	found := &report.Report{Began: time.Now(), Quick: o.quick, Machine: report.ThisMachine(ctx, programs(o, chosen)...)}
	l := &lab{program: o.program, quick: o.quick, progress: os.Stderr, report: found}
	var failed error
	for _, e := range chosen {
		if err := e.run(ctx, l, e.engine); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s %s: %w", e.engine, e.name, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	found.Took = time.Since(found.Began)
	failed = errors.Join(failed, found.WriteText(os.Stdout), writeJSON(found, o.json))
	if missed := found.Count(report.Missed); failed == nil && o.strict && missed > 0 {
		failed = fmt.Errorf("%d promises are not kept", missed)
	}
	return failed
}

// programs are the commands that print the versions of the measured programs.
func programs(o options, chosen []trial) [][]string {
	programs := [][]string{{o.program, "version"}}
	for _, engine := range engines.All().Names() {
		measured := slices.ContainsFunc(chosen, func(t trial) bool { return t.engine == engine })
		if version := baselineOf(engine).version(); measured && version != nil {
			programs = append(programs, version)
		}
	}
	return programs
}

func writeJSON(r *report.Report, name string) error {
	if name == "" {
		return nil
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(r.WriteJSON(file), file.Close())
}
