package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"platen/adapters/pdf/reader"
	"platen/app/contract"
	"platen/domain"
)

// contractFlags are the flags of platen contract.
type contractFlags struct {
	baseURL, keyEnv string
	list            bool
	options         contract.Options
	timeout         time.Duration
	junit, json     string
}

func contractCommand() *cobra.Command {
	var flags contractFlags
	command := &cobra.Command{
		Use:   "contract",
		Short: "Test a server against the HTTP contract",
		Long: `Test any server against the HTTP contract: sections 1 to 5 as named cases, one line each. A case that fails prints what was
expected, what the answer was, and the request as a curl command; the API key is never shown.

It is safe to run against a production service: it sends about two hundred requests, one after the other, and waits when
the RateLimit fields or a 429 say so. --slow adds cases of large input; --disruptive adds the cases that use up the rate
limit of the key and fill the queue, which other clients notice. On platen fake, cases about layout are skipped; on other
servers, cases about failures on request.

A run ends within a minute, or within five with --slow or --disruptive; cases that it does not finish are skipped.

The exit code is 0 if all cases pass, 3 if one fails, 2 if the command line is wrong, and 1 if cases were not finished.
All fail on a server that does not answer the first request or does not take the key.`,
		Example: `  API_KEY=… platen contract --base-url https://pdf.example.com --key-env API_KEY
  platen contract --list
  platen contract --base-url http://localhost:8080 --key-env API_KEY --only 2 --only 5.1
  platen contract --base-url http://localhost:8080 --key-env API_KEY --junit report.xml --json report.json`,
		RunE: func(command *cobra.Command, _ []string) error {
			chosen, err := flags.chosen()
			if err != nil {
				return usage(err)
			}
			if flags.list {
				return listCases(command.OutOrStdout(), chosen)
			}
			client, err := flags.client()
			if err != nil {
				return usage(err)
			}
			return flags.run(command.Context(), client, command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	f := command.Flags()
	f.StringVar(&flags.baseURL, "base-url", "", "`URL` of the server, without /api/pdf/external")
	f.StringVar(&flags.keyEnv, "key-env", "", "`name` of the environment variable that holds the API key")
	f.BoolVar(&flags.list, "list", false, "list the chosen cases, and send nothing")
	f.StringSliceVar(&flags.options.Only, "only", nil, "run only this case or section, as 2.4 or 2; may be repeated")
	f.StringSliceVar(&flags.options.Skip, "skip", nil, "leave out this case or section; may be repeated")
	f.BoolVar(&flags.options.Slow, "slow", false, "run slow cases too")
	f.BoolVar(&flags.options.Disruptive, "disruptive", false, "also run the cases that use up the key's rate limit and fill the queue")
	f.DurationVar(&flags.timeout, "timeout", 10*time.Second, "the `time` that one request may take")
	f.DurationVar(&flags.options.Within, "within", 0, "the `time` that the run may take (default 55s; 5m with --slow or --disruptive)")
	f.StringVar(&flags.junit, "junit", "", "write a JUnit report to the `file`")
	f.StringVar(&flags.json, "json", "", "write the results as JSON to the `file`")
	return command
}

// chosen returns the cases that the flags choose, at least one.
func (f *contractFlags) chosen() ([]contract.Case, error) {
	for _, id := range slices.Concat(f.options.Only, f.options.Skip) {
		if !contract.Known(id) {
			return nil, fmt.Errorf("there is no case or section %q: see platen contract --list", id)
		}
	}
	chosen := f.options.Chosen()
	if len(chosen) == 0 {
		return nil, fmt.Errorf("--only and --skip leave no case: see platen contract --list")
	}
	return chosen, nil
}

// listCases writes a line for each case, with what it needs.
func listCases(out io.Writer, cases []contract.Case) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range cases {
		needs := ""
		if c.Needs != 0 {
			needs = "\t" + c.Needs.String() // without it, the line ends with the name
		}
		fmt.Fprintf(table, "%s %s%s\n", c.ID, c.Name, needs)
	}
	return table.Flush()
}

// client checks the flags, and reads the key.
func (f *contractFlags) client() (*contract.Client, error) {
	base, err := url.Parse(f.baseURL)
	switch {
	case f.baseURL == "":
		return nil, fmt.Errorf("--base-url is missing: name the server, as in http://localhost:8080")
	case err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "":
		return nil, fmt.Errorf("--base-url: %q is not an http or https URL", f.baseURL)
	case f.keyEnv == "":
		return nil, fmt.Errorf("--key-env is missing: name the environment variable that holds the API key")
	case os.Getenv(f.keyEnv) == "":
		return nil, fmt.Errorf("--key-env: the environment variable %s is empty", f.keyEnv)
	case f.timeout <= 0:
		return nil, fmt.Errorf("--timeout: %s is not more than 0", f.timeout)
	case f.options.Within < 0:
		return nil, fmt.Errorf("--within: %s is less than 0", f.options.Within)
	}
	if err := checkOutputs(f.junit, f.json); err != nil {
		return nil, err
	}
	return &contract.Client{
		BaseURL: strings.TrimSuffix(f.baseURL, "/"), Key: os.Getenv(f.keyEnv), KeyName: f.keyEnv,
		Reader: reader.Reader{}, Timeout: f.timeout,
	}, nil
}

// run runs the cases and writes the reports.
func (f *contractFlags) run(ctx context.Context, client *contract.Client, out, progress io.Writer) error {
	counts := map[contract.Outcome]int{}
	options := f.options
	if options.Within == 0 {
		options.Within = 55 * time.Second // and the last request ends within the minute
		if options.Slow || options.Disruptive {
			options.Within = 5 * time.Minute
		}
	}
	bar := newBar(progress, "testing")
	options.Begin = func(c contract.Case, number, of int) {
		bar.Describe(c.ID)
		bar.set(number-1, of)
	}
	results, late := contract.Run(ctx, client, options, func(r contract.Result) {
		counts[r.Outcome]++
		_ = bar.Clear()
		fmt.Fprintln(out, r)
	})
	_ = bar.Finish()
	if late != nil && !errors.Is(late, contract.ErrLate) {
		return late
	}
	err := errors.Join(
		writeMade(out, f.junit, func() ([]byte, error) { return junitXML("platen contract", contractCases(results)) }),
		writeMade(out, f.json, func() ([]byte, error) { return domain.EncodeJSON(map[string]any{"cases": results}, "  ") }))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", counts[contract.Pass], counts[contract.Failed], counts[contract.Skipped])
	if n := counts[contract.Failed]; n > 0 {
		return findings("the server breaks the contract in %d of %d cases", n, len(results))
	}
	return late
}
