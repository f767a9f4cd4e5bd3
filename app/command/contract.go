package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"platen/adapters/pdfreader"
	"platen/app/contract"
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
		Short: "Hold a server to the HTTP contract",
		Long: `Hold any server to the HTTP contract: sections 1 to 5 as named cases, one line each. A case that fails says what was
expected, what came, and the request as a curl command; the API key is never shown.

It is safe against a production service: about two hundred requests, one after the other, that wait where the
RateLimit fields or a 429 say so. --slow adds a case of large input; --disruptive adds the case that spends the
rate limit of the key. Cases about layout are skipped on platen fake, cases about failures elsewhere.

The exit code is 0 where all cases hold, 3 where one fails, 2 for a wrong command line.`,
		Example: `  PLATEN_KEY=… platen contract --base-url https://pdf.example.com --key-env PLATEN_KEY
  platen contract --list
  platen contract --base-url http://localhost:8080 --key-env PLATEN_KEY --only 2 --only 5.1
  platen contract --base-url http://localhost:8080 --key-env PLATEN_KEY --junit report.xml --json report.json`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error {
			if flags.list {
				for _, c := range contract.Cases() {
					fmt.Fprintf(command.OutOrStdout(), "%-5s %s\n", c.ID, c.Name)
				}
				return nil
			}
			client, err := flags.client()
			if err != nil {
				return &usageError{err}
			}
			return flags.run(command.Context(), client, command.OutOrStdout())
		},
	}
	f := command.Flags()
	f.StringVar(&flags.baseURL, "base-url", "", "`URL` of the server, without /api/pdf/external")
	f.StringVar(&flags.keyEnv, "key-env", "", "`name` of the environment variable that holds the API key")
	f.BoolVar(&flags.list, "list", false, "list the cases, and send nothing")
	f.StringSliceVar(&flags.options.Only, "only", nil, "run only this case or section, as 2.4 or 2; may be repeated")
	f.StringSliceVar(&flags.options.Skip, "skip", nil, "leave out this case or section; may be repeated")
	f.BoolVar(&flags.options.Slow, "slow", false, "run slow cases too")
	f.BoolVar(&flags.options.Disruptive, "disruptive", false, "run the case that spends the key's rate limit too")
	f.DurationVar(&flags.timeout, "timeout", 90*time.Second, "the `time` that one request may take")
	f.StringVar(&flags.junit, "junit", "", "write a JUnit report to the `file`")
	f.StringVar(&flags.json, "json", "", "write the results as JSON to the `file`")
	return command
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
	}
	for _, id := range slices.Concat(f.options.Only, f.options.Skip) {
		if !contract.Known(id) {
			return nil, fmt.Errorf("there is no case or section %q: see platen contract --list", id)
		}
	}
	return &contract.Client{
		BaseURL: strings.TrimSuffix(f.baseURL, "/"), Key: os.Getenv(f.keyEnv), KeyName: f.keyEnv,
		Reader: pdfreader.TextReader{}, Timeout: f.timeout, HTTP: contract.NewHTTPClient(),
	}, nil
}

// run runs the cases and writes the reports.
func (f *contractFlags) run(ctx context.Context, client *contract.Client, out io.Writer) error {
	counts := map[contract.Outcome]int{}
	results, err := contract.Run(ctx, client, f.options, func(r contract.Result) {
		counts[r.Outcome]++
		contract.WriteLine(out, r)
	})
	if err != nil {
		return err
	}
	if err := f.writeReports(out, results); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", counts[contract.Pass], counts[contract.Failed], counts[contract.Skipped])
	if n := counts[contract.Failed]; n > 0 {
		return &findingsError{fmt.Errorf("the server breaks the contract in %d of %d cases", n, len(results))}
	}
	return nil
}

// writeReports writes the files that the flags ask for.
func (f *contractFlags) writeReports(out io.Writer, results []contract.Result) error {
	if f.junit != "" {
		content, err := junitXML("platen contract", contractCases(results))
		if err == nil {
			err = writeOutput(out, f.junit, content)
		}
		if err != nil {
			return err
		}
	}
	if f.json == "" {
		return nil
	}
	var content bytes.Buffer
	if err := contract.WriteJSON(&content, results); err != nil {
		return err
	}
	return writeOutput(out, f.json, content.Bytes())
}
