package command

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"platen/adapters/comparereport"
	"platen/domain/comparison"
)

func acceptCommand(defaultEngine string) *cobra.Command {
	var engine, to string
	command := &cobra.Command{
		Use:   "accept DIR --engine NAME --to GOLDEN [DOCUMENT…]",
		Short: "Copy an engine's PDFs of a report into a folder for pdf=",
		Long: `Copy the PDFs that an engine made for a report into a folder, for comparisons with pdf=GOLDEN: all that it made, or
those of the named documents. All are copied or none. An engine or a document that the report does not have is a wrong
use, exit code 2.`,
		Example: `  platen compare accept report --engine ` + defaultEngine + ` --to golden
  platen compare accept report --engine ` + defaultEngine + ` --to golden "invoice 17" 2026/letter`,
		Args: arguments(1, math.MaxInt, "accept: name the folder of a report"),
		RunE: func(command *cobra.Command, args []string) error {
			dir, named := args[0], args[1:]
			documents, err := acceptable(dir, engine, named)
			if err == nil && to == "" {
				err = errors.New("--to: name the folder that gets the PDFs")
			}
			if err != nil {
				return usage(err)
			}
			if err := comparereport.Accept(dir, engine, to, documents); err != nil {
				return err
			}
			for _, d := range documents {
				fmt.Fprintln(command.OutOrStdout(), onOneLine(filepath.Join(to, d+".pdf")))
			}
			return nil
		},
	}
	command.Flags().StringVarP(&engine, "engine", "e", "", "`name` of an engine in the report")
	command.Flags().StringVar(&to, "to", "", "`folder` that gets the PDFs")
	return command
}

// acceptable returns the named documents of a report, or all of which the engine made a PDF.
func acceptable(dir, engine string, named []string) (documents []string, err error) {
	report, err := readReport(filepath.Join(dir, "report.json"))
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(report.Engines, func(e comparison.Engine) bool { return e.Name == engine }) {
		return nil, fmt.Errorf("--engine: the report has no engine %q", engine)
	}
	for _, d := range report.Documents {
		if d.Renders[engine].Error == nil {
			documents = append(documents, d.Name)
		}
	}
	for _, name := range named {
		if !slices.Contains(documents, name) {
			return nil, fmt.Errorf("the report has no PDF of %q by %s", name, engine)
		}
	}
	if len(named) > 0 {
		documents = named
	}
	if len(documents) == 0 {
		return nil, fmt.Errorf("the report has no PDF by %s", engine)
	}
	slices.Sort(documents)
	return slices.Compact(documents), nil
}
