// Command soak runs the service under load for a long time while the parts around it fail. It checks that every answer is
// right and that memory and descriptors do not grow. "make soak" runs it from the top of the tree, after building the
// program. Its exit status is 1 if a promise is not kept.
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
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		cancel()
		os.Exit(1) //nolint:gocritic // cancel has been called
	}
}

// options are the command line.
type options struct {
	program, scenario string
	engines           []string
	duration, rest    time.Duration
}

// scenarios are all scenarios.
var scenarios = []scenario{mixed, hostile}

func command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "soak",
		Short: "Run the service for long under load while its parts fail",
		Long:  "Run the service under load while its parts fail. The scenarios:\n\n" + describe(scenarios),
		Example: `  make soak                                            ten minutes for each engine
  make soak DURATION=1h
  go run ./integration/soak --scenario hostile --engine chrome --duration 20m --rest 5m`,
		Args:         cobra.NoArgs,
		SilenceUsage: true, SilenceErrors: true,
		RunE: func(c *cobra.Command, _ []string) error { return run(c.Context(), o) },
	}
	flags := c.Flags()
	flags.StringVar(&o.program, "platen", "bin/platen", "the built `program`")
	flags.StringVar(&o.scenario, "scenario", mixed.name, "the load: "+names(scenarios))
	flags.StringSliceVar(&o.engines, "engine", allEngines(), "the engines, one after the other")
	flags.DurationVar(&o.duration, "duration", 10*time.Minute, "how long the load lasts, at least 3m")
	flags.DurationVar(&o.rest, "rest", 5*time.Minute, "how long the service rests after the hostile load, before its memory is measured")
	return c
}

func allEngines() (all []string) {
	for _, kind := range engines.All() {
		all = append(all, kind.Name)
	}
	return all
}

func names(scenarios []scenario) string {
	var all []string
	for _, s := range scenarios {
		all = append(all, s.name)
	}
	return strings.Join(all, " or ")
}

func describe(scenarios []scenario) string {
	var b strings.Builder
	for _, s := range scenarios {
		fmt.Fprintf(&b, "  %-8s %s\n", s.name, s.about)
	}
	return strings.TrimRight(b.String(), "\n")
}

func run(ctx context.Context, o options) error {
	at := slices.IndexFunc(scenarios, func(s scenario) bool { return s.name == o.scenario })
	if at < 0 {
		return fmt.Errorf("--scenario: %q is not %s", o.scenario, names(scenarios))
	}
	if o.duration < 3*time.Minute {
		return fmt.Errorf("--duration: %s is less than 3m, in which nothing can be seen to grow", o.duration)
	}
	var failed error
	for _, engine := range o.engines {
		if !slices.Contains(allEngines(), engine) {
			return fmt.Errorf("--engine: %q is not %s", engine, strings.Join(allEngines(), " or "))
		}
		if err := soak(ctx, o, scenarios[at], engine); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s, %s: %w", o.scenario, engine, err))
		}
	}
	return failed
}
