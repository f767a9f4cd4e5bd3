package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"platen/adapters/fake"
	"platen/app"
	"platen/configs"
)

func fakeCommand(abort context.Context) *cobra.Command {
	var addr, script, record string
	command := &cobra.Command{
		Use:   "fake",
		Short: "Serve the same API without an engine, for tests of clients",
		Long: `Serve POST /api/pdf/external without an engine, for the tests of programs that call it. Keys, rate limits, body limits,
errors, placeholders and sections are those of the service, with its settings, but it counts requests in its own
memory, without rate_limit.redis_url. The PDF comes at once: it has the text of the HTML, the header and the footer with their numbers,
and one page more than the HTML has page breaks (break-after or page-break-after).

What the service refuses by the request alone is refused with the same message. What only an engine or the network can tell is not:
how tall a header is beyond its lines of text, what it paints outside the paper, the pages and bytes of the real PDF, and style
sheets by URL. No resource is loaded. Platen-Standards claims what was asked for, as long as the author has nothing to mend; the PDF keeps
no standard.

A request chooses its answer by the header ` + fake.Header + `: 429, 500, 503, 504, slow=2s, resources-failed=3, or cut, which ends
the connection in the middle of the PDF. Several go together: slow=2s,503. A script chooses for clients that cannot, by the
number of the request:

  - {request: 3, answer: 429, retry_after: 2}
  - {request: 5, times: 2, answer: "slow=2s,cut"}

Recorded requests are files DIR/0001.json and on, with method, path, header, json (or text) and the status of the answer.`,
		Example: `  PLATEN_AUTH_KEYS=tests=secret platen fake --addr 127.0.0.1:8080
  PLATEN_AUTH_KEYS=tests=secret platen fake --script busy.yaml --record requests/
  curl -H 'Authorization: Bearer secret' -H 'Content-Type: application/json' -H 'Platen-Fake: 503' \
    -d '{"html":"<p>Hello</p>"}' localhost:8080/api/pdf/external`,
		RunE: withSettings(func(command *cobra.Command, config configs.Config, log *zap.Logger) error {
			if command.Flags().Changed("addr") {
				config.HTTP.Addr = addr
				if err := config.HTTP.Validate(); err != nil {
					return usage(err)
				}
			}
			config.Admin.Version = version
			director, err := newDirector(script, record, log)
			if err != nil {
				return usage(err)
			}
			outliveLog()
			signals := app.Signals{Stop: command.Context(), Abort: abort, Reload: watchReload()}
			return app.Fake(signals, config, director, log, func(at string) {
				fmt.Fprintf(command.OutOrStdout(), "platen fake %s is ready on http://%s\n", version, at)
			})
		}),
	}
	command.Flags().StringVar(&addr, "addr", ":8080", "`host:port` to listen on, instead of http.addr")
	command.Flags().StringVar(&script, "script", "", "YAML or JSON `file` that chooses answers by the number of the request")
	command.Flags().StringVar(&record, "record", "", "`folder` to record the requests in")
	return command
}

func newDirector(script, record string, log *zap.Logger) (*fake.Director, error) {
	var steps fake.Script
	if script != "" {
		if err := readYAML("script", script, &steps); err != nil {
			return nil, err
		}
		if err := steps.ParseAnswers(); err != nil {
			return nil, fmt.Errorf("--script %s: %w", script, err)
		}
	}
	var recorder *fake.Recorder
	if record != "" {
		var err error
		if recorder, err = fake.NewRecorder(record, log); err != nil {
			return nil, fmt.Errorf("--record: %w", err)
		}
	}
	return &fake.Director{Script: steps, Recorder: recorder}, nil
}
