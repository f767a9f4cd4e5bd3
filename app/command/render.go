package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"platen/adapters/pdf/reader"
	"platen/app"
	"platen/configs"
	"platen/domain"
	"platen/domain/accessibility"
	"platen/ports"
)

func renderCommand() *cobra.Command {
	var from, to string
	var checks bool
	command := &cobra.Command{
		Use:   "render",
		Short: "Render one request to a PDF file, without a server",
		Long: `Render one request, the same JSON that the service takes, to a PDF file.

The request has html and, optionally, css, data, headerHtml and footerHtml. The result and the limits are those of the
service; no API key is needed.

With --check no PDF is written. What the author of the HTML has to mend before the PDF can keep PDF/UA-1 is printed, each place with its
line: no title, no lang, pictures without alt, skipped heading levels, tables without head cells. The exit code is 3 if there is anything.
If the engine can render the request, text with less contrast than WCAG 2 asks for is printed too, as advice: PDF/UA does not forbid it.
Text over pictures and gradients is not judged.`,
		Example: `  platen render -f request.json -o out.pdf
  platen render --check -f request.json
  echo '{"html": "<h1>Hello {{name}}</h1>", "data": {"name": "you"}}' | platen render > out.pdf`,
		RunE: withSettings(func(command *cobra.Command, config configs.Config, log *zap.Logger) error {
			body, err := readInput(command.InOrStdin(), from, config.HTTP.BodyLimit)
			if err != nil {
				return err
			}
			request, err := domain.ParseRequest(body)
			if err != nil {
				return requestError(body, err)
			}
			if checks {
				return check(command, config, log, request)
			}
			if err := checkOutputs(to); err != nil {
				return usage(err)
			}
			return app.Generate(command.Context(), config, log, func(ctx context.Context, generator ports.Generator) error {
				document, err := generator.Generate(ctx, request)
				if err != nil {
					return clientError(err)
				}
				for _, failed := range document.Traffic.Failed {
					log.Warn("a resource was left out", zap.String("url", failed.URL), zap.String("reason", failed.Reason))
				}
				return writeOutput(command.OutOrStdout(), to, document.PDF)
			})
		}),
	}
	command.Flags().StringVarP(&from, "file", "f", "-", "request `file`, - for standard input")
	command.Flags().StringVarP(&to, "output", "o", "-", "PDF `file`, - for standard output")
	command.Flags().BoolVar(&checks, "check", false, "write no PDF; print what the author has to mend before it can be accessible")
	return command
}

// check prints what the author of a request has to mend, and which text is faint. Only the former is an error.
func check(command *cobra.Command, config configs.Config, log *zap.Logger, request domain.Request) error {
	ctx, out := command.Context(), command.OutOrStdout()
	places, err := accessibility.Request(ctx, config.Template, request)
	if err != nil {
		return clientError(err)
	}
	var found []string
	for _, place := range places {
		for _, line := range place.Lines {
			fmt.Fprintf(out, "html, line %d: %s\n", line, place.Rule)
		}
		found = append(found, place.Finding.String())
	}
	err = app.Generate(ctx, config, log, func(ctx context.Context, generator ports.Generator) error {
		request.Strict = false // it asks for more than a PDF
		document, err := generator.Generate(ctx, request)
		if err != nil {
			return clientError(err)
		}
		faint, err := reader.Reader{}.FaintText(document.PDF)
		if err != nil {
			return err
		}
		lines, err := accessibility.LinesOf(config.Template, request, faint)
		for i, line := range lines {
			place := "html"
			if line > 0 {
				place = fmt.Sprintf("html, line %d", line)
			}
			fmt.Fprintf(out, "%s, page %d: %s\n", place, faint[i].Page, faint[i])
		}
		return err
	})
	if err != nil {
		log.Warn("contrast is not judged", zap.Error(err))
	}
	if len(found) > 0 {
		return findings("the PDF cannot keep %s: %s", domain.UA1, strings.Join(found, ", "))
	}
	return nil
}

// clientError is what a person is told: here, unlike over HTTP, the cause as well.
func clientError(err error) error {
	e := domain.AsError(err)
	if e.Err != nil {
		return fmt.Errorf("%s (%w)", e.Message, e.Err)
	}
	return fmt.Errorf("%s", e.Message)
}

// requestError is clientError for a body that is no request, as a page of HTML.
func requestError(body []byte, err error) error {
	if err = clientError(err); bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return fmt.Errorf(`%w; it begins as HTML does, which is the html of a request: `+
			`python3 -c 'import json,sys; json.dump({"html": sys.stdin.read()}, sys.stdout)' < page.html | platen render -o page.pdf`, err)
	}
	return err
}

// readInput reads a request of at most the limit.
func readInput(stdin io.Reader, path string, limit domain.ByteSize) ([]byte, error) {
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		stdin = file
	}
	body, err := io.ReadAll(io.LimitReader(stdin, int64(limit)+1))
	if err == nil && len(body) > int(limit) {
		return nil, fmt.Errorf("the request is larger than http.body_limit, %s", limit)
	}
	return body, err
}
