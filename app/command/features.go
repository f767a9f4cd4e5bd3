package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"platen/adapters/engines"
	"platen/app"
	"platen/app/features"
	"platen/domain"
)

// featuresFlags are the command line of `platen features`.
type featuresFlags struct {
	engines, only       []string
	baseline, json, out string
}

func featuresCommand(registry engines.Registry) *cobra.Command {
	var flags featuresFlags
	command := &cobra.Command{
		Use:   "features",
		Short: "Try what the engines of this machine can do of HTML and CSS for print",
		Long: `Try about 140 features of HTML and CSS for print on the engines of this machine. Each is a small document whose
PDF is measured: where something is painted, in which colour, which words are on which page, which bookmarks, tags and form fields it has.
An engine that can make tagged PDF does so, unless its SPEC says tagged=false.

An engine is named by a SPEC, as for platen compare: ` + registry.Default() + `, or next=` + registry.Default() +
			`,bin=/opt/next/engine.
Without --engine, all engines of this machine are tried. With --baseline, the changes since an earlier --json are shown; the exit code is 3
if something no longer works, and 2 if the command line is wrong.`,
		Example: `  platen features --only grid --only subgrid
  platen features --json before.json                 then upgrade the browser
  platen features --baseline before.json --out features.html`,
		RunE: func(command *cobra.Command, _ []string) error { return runFeatures(command, flags) },
	}
	command.Flags().StringArrayVarP(&flags.engines, "engine", "e", nil, "`SPEC` of an engine")
	command.Flags().StringArrayVar(&flags.only, "only", nil, "try this feature alone, by its `name`, which the table has in parentheses")
	command.Flags().StringVar(&flags.baseline, "baseline", "", "an earlier --json; end with 3 if something no longer works")
	command.Flags().StringVar(&flags.json, "json", "", "write the results as JSON to this `file`, - for standard output")
	command.Flags().StringVar(&flags.out, "out", "", "write the table as HTML to this `file`, - for standard output")
	return command
}

func runFeatures(command *cobra.Command, flags featuresFlags) error {
	plan, err := planFeatures(command, flags)
	if err != nil {
		return usage(err)
	}
	bar := newBar(command.ErrOrStderr(), "trying")
	matrix, err := app.TryFeatures(command.Context(), plan.contestants, plan.features, flags.out != "", bar.set)
	_ = bar.Finish()
	if err != nil {
		return err
	}
	out := command.OutOrStdout()
	err = errors.Join(writeMade(out, flags.json, func() ([]byte, error) { return domain.EncodeJSON(matrix, "  ") }),
		writeMade(out, flags.out, func() ([]byte, error) { return features.Page(matrix) }))
	if err != nil {
		return err
	}
	told := out
	if flags.json == "-" || flags.out == "-" {
		told = command.ErrOrStderr()
	}
	if err := showMatrix(told, matrix); err != nil {
		return err
	}
	lost := 0
	for _, change := range features.Changes(plan.baseline, matrix) {
		fmt.Fprintln(told, "!", change)
		if change.Worse {
			lost++
		}
	}
	if lost > 0 {
		return findings("%d features no longer work", lost)
	}
	return nil
}

// featuresPlan is all that is named on the command line, read and checked.
type featuresPlan struct {
	contestants []app.Contestant
	features    []features.Feature
	baseline    features.Matrix // empty: none is named
}

// planFeatures makes the plan. Its errors are mistakes in the command line.
func planFeatures(command *cobra.Command, flags featuresFlags) (plan featuresPlan, err error) {
	if err := checkOutputs(flags.json, flags.out); err != nil {
		return plan, err
	}
	config, err := loadConfig(command)
	if err != nil {
		return plan, err
	}
	for _, kind := range config.Registry {
		if kind.Capabilities.Tagged { // a SPEC may say otherwise
			tagged, err := config.WithEngine(kind.Name + ",tagged=true")
			if err != nil {
				return plan, err
			}
			config.Engines = tagged.Engines
		}
	}
	if plan.contestants, err = parseSpecs(config, flags.engines); err != nil {
		return plan, err
	}
	for _, c := range plan.contestants {
		if c.Config == nil {
			return plan, fmt.Errorf("--engine: %s is no engine of this machine", c.Name)
		}
	}
	if plan.features, err = chosenFeatures(flags.only); err != nil || flags.baseline == "" {
		return plan, err
	}
	content, err := os.ReadFile(flags.baseline)
	if err != nil {
		return plan, fmt.Errorf("--baseline: %w", err)
	}
	if err := json.Unmarshal(content, &plan.baseline); err != nil || plan.baseline.Schema != features.Schema {
		return plan, errors.Join(fmt.Errorf("--baseline %s: it is no result of platen features of schema %d", flags.baseline,
			features.Schema), err)
	}
	return plan, nil
}

func chosenFeatures(only []string) ([]features.Feature, error) {
	all := features.All()
	if len(only) == 0 {
		return all, nil
	}
	var chosen []features.Feature
	for _, name := range only {
		i := slices.IndexFunc(all, func(f features.Feature) bool { return f.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("--only: there is no feature %q", name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// showMatrix writes the table for a terminal, a block for each group.
func showMatrix(out io.Writer, matrix features.Matrix) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, group := range matrix.Groups() {
		fmt.Fprint(table, strings.ToUpper(group.Name))
		for _, e := range matrix.Engines {
			fmt.Fprint(table, "\t", e.Name)
		}
		fmt.Fprintln(table)
		for _, row := range group.Rows {
			fmt.Fprintf(table, "%s (%s)", row.Title, row.Name)
			for _, e := range matrix.Engines {
				fmt.Fprint(table, "\t", row.Results[e.Name].Word())
			}
			fmt.Fprintln(table)
		}
	}
	return table.Flush()
}
