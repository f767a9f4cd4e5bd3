package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"platen/app"
	"platen/domain"
	"platen/ports"
)

func renderCommand() *cobra.Command {
	var from, to string
	command := &cobra.Command{
		Use:   "render",
		Short: "Render one request to a PDF file, without a server",
		Long: `Render one request, the same JSON that the service takes, to a PDF file.

The request is html, and where wanted css, data, headerHtml and footerHtml. The result is the same as the
service's; the limits are too, but no API key is needed.`,
		Example: `  platen render -f request.json -o out.pdf
  echo '{"html": "<h1>Hello {{name}}</h1>", "data": {"name": "you"}}' | platen render > out.pdf`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error {
			config, log, err := settings(command)
			if err != nil {
				return err
			}
			body, err := readInput(command.InOrStdin(), from)
			if err != nil {
				return err
			}
			request, err := domain.ParseRequest(body)
			if err != nil {
				return clientError(err)
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
		},
	}
	command.Flags().StringVarP(&from, "file", "f", "-", "request `file`, - for standard input")
	command.Flags().StringVarP(&to, "output", "o", "-", "PDF `file`, - for standard output")
	return command
}

// clientError is what a person is told: here, unlike over HTTP, the cause as well.
func clientError(err error) error {
	e := domain.AsError(err)
	if e.Err != nil {
		return fmt.Errorf("%s (%w)", e.Message, e.Err)
	}
	return fmt.Errorf("%s", e.Message)
}

func readInput(stdin io.Reader, path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(path)
}

// writeOutput leaves the whole file or none.
func writeOutput(stdout io.Writer, path string, pdf []byte) (err error) {
	if path == "-" {
		_, err := stdout.Write(pdf)
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".platen-*.pdf")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	if _, err := file.Write(pdf); err != nil {
		file.Close()
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
