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

	"platen/adapters/chrome"
	"platen/integration/bench/report"
)

// The engines, as the configuration names them.
const (
	chromeEngine      = "chrome"
	wkhtmltopdfEngine = "wkhtmltopdf"
)

// experiments are all experiments, in the order of the report.
var experiments = []experiment{
	{chromeEngine, "start", "from start to /readyz, and the first document beside the hundredth", start},
	{chromeEngine, "1-page", "a 2 KB invoice at 1, 4 and 16 clients", speed(onePage, (*lab).light, promises{report.AtMost(1.25), report.AtLeast(0.85)})},
	{chromeEngine, "9-pages", "a table of 330 rows", speed(ninePages, (*lab).light, promises{})},
	{chromeEngine, "95-pages", "a table of 3,600 rows", speed(manyPages, (*lab).heavy, promises{alone: report.AtMost(1.05)})},
	{chromeEngine, "policy", "a document whose policy must not outlive it", speed(withPolicy, (*lab).light, promises{alone: report.AtMost(1.25)})},
	{chromeEngine, "image", "a document with an image by URL", imageSpeed},
	{chromeEngine, "headers", "what a numbered header and footer cost", headers},
	{chromeEngine, "memory", "the most memory under load", memory},
	{chromeEngine, "fairness", "what one client's flood costs another", fairness},
	{chromeEngine, "insight", "what metrics, traces and a scrape each second cost", insight},
	{chromeEngine, "shadow", "what a second engine beside the first costs", shadow},
	{wkhtmltopdfEngine, "start", "from start to /readyz, and the first document beside the hundredth", start},
	{wkhtmltopdfEngine, "1-page", "a 2 KB invoice at 1, 4 and 16 clients", speed(onePage, (*lab).light, promises{alone: report.AtMost(0.2)})},
	{wkhtmltopdfEngine, "9-pages", "a table of 330 rows", speed(ninePages, (*lab).light, promises{})},
	{wkhtmltopdfEngine, "95-pages", "a table of 3,600 rows", speed(manyPages, (*lab).heavy, promises{alone: report.AtMost(1.1)})},
	{wkhtmltopdfEngine, "headers", "what a numbered header and footer cost", headers},
	{wkhtmltopdfEngine, "memory", "the most memory under load", memory},
	{wkhtmltopdfEngine, "fairness", "what one client's flood costs another", fairness},
	{wkhtmltopdfEngine, "shadow", "what a second engine beside the first costs", shadow},
	{wkhtmltopdfEngine, "tidiness", "processes, zombies and files of 200 documents at 8 clients", tidiness},
}

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
  go run ./integration/bench --quick --engine chrome           a first impression
  go run ./integration/bench --only 1-page,95-pages --json bench.json`,
		Args:         cobra.NoArgs,
		SilenceUsage: true, SilenceErrors: true,
		RunE: func(c *cobra.Command, _ []string) error { return run(c.Context(), o) },
	}
	flags := c.Flags()
	flags.StringVar(&o.program, "platen", "bin/platen", "the built `program`")
	flags.StringVar(&o.engine, "engine", "all", "measure chrome, wkhtmltopdf or all")
	flags.StringSliceVar(&o.only, "only", nil, "measure nothing but these experiments, by `name`")
	flags.BoolVar(&o.quick, "quick", false, "take few samples, in some minutes, for a first impression")
	flags.StringVar(&o.json, "json", "", "write the numbers to this `file`, too")
	flags.BoolVar(&o.strict, "strict", false, "exit with 1 if a promise is missed; without it, misses are only reported")
	return c
}

// teaching explains the method and lists the experiments.
func teaching() string {
	var b strings.Builder
	b.WriteString(`The floor of Chrome is a loop of rod calls on tabs that are open already; that of wkhtmltopdf is the command
"wkhtmltopdf -q --disable-javascript - -", cold. Service and floor take turns in short blocks, so that other work
on the machine disturbs both alike; values are medians of blocks, ratios medians of pairs of blocks.

Do not do anything else with the machine meanwhile. The experiments:
`)
	for _, e := range experiments {
		fmt.Fprintf(&b, "  %-12s %-10s %s\n", e.engine, e.name, e.about)
	}
	return strings.TrimRight(b.String(), "\n")
}

// chosen are the experiments that the options ask for.
func (o options) chosen() ([]experiment, error) {
	if !slices.Contains([]string{"all", chromeEngine, wkhtmltopdfEngine}, o.engine) {
		return nil, fmt.Errorf("--engine: %q is not chrome, wkhtmltopdf or all", o.engine)
	}
	var chosen []experiment
	for _, e := range experiments {
		if (o.engine == "all" || o.engine == e.engine) && (len(o.only) == 0 || slices.Contains(o.only, e.name)) {
			chosen = append(chosen, e)
		}
	}
	for _, name := range o.only {
		if !slices.ContainsFunc(chosen, func(e experiment) bool { return e.name == name }) {
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
func programs(o options, chosen []experiment) [][]string {
	programs := [][]string{{o.program, "version"}}
	uses := func(engine string) bool {
		return slices.ContainsFunc(chosen, func(e experiment) bool { return e.engine == engine })
	}
	if uses(chromeEngine) {
		// The first experiment reports a missing program.
		if bin, err := chrome.DefaultConfig().Find(); err == nil {
			programs = append(programs, []string{bin, "--version"})
		}
	}
	if uses(wkhtmltopdfEngine) {
		programs = append(programs, []string{"wkhtmltopdf", "--version"})
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
