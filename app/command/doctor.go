package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"platen/app"
	"platen/configs"
	"platen/domain"
)

func doctorCommand() *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use:   "doctor",
		Short: "Check this machine: engines, fonts, keys, ports, disk, memory and servers",
		Long: `Check the user, limits, keys, ports, the temporary folder, memory, fonts, Redis, the upstream proxy, the receiver of traces and
shadow.dir, try every engine with a test page, and say what is wrong and how to fix it. Run it with the settings and as the
user of the service. What it does at the moment is on standard error.

The exit code is 1 if the configured engine or one that a key names cannot print, if there is no Latin font, or if the
service would not start: for its keys, a port that it cannot have (a running service has it), or shadow.dir.`,
		Example: `  platen doctor --config platen.yaml
  platen doctor --json | jq .problem
  docker compose -f configs/deploy/compose.yaml run --rm platen doctor`,
		RunE: withSettings(func(command *cobra.Command, config configs.Config, _ *zap.Logger) error {
			checkup, err := app.Examine(command.Context(), config, zap.NewNop(), progressOn(command))
			if err != nil {
				return err
			}
			if asJSON {
				err = writeMade(command.OutOrStdout(), "-", func() ([]byte, error) { return domain.EncodeJSON(checkup, "  ") })
			} else {
				err = show(command.OutOrStdout(), checkup)
			}
			if err != nil || checkup.OK {
				return err
			}
			return errors.New(checkup.Problem)
		}),
	}
	command.Flags().BoolVar(&asJSON, "json", false, "write JSON instead of tables")
	return command
}

// progressOn says on standard error what is being done.
func progressOn(command *cobra.Command) func(string) {
	return func(step string) { fmt.Fprintf(command.ErrOrStderr(), "%s …\n", step) }
}

// show writes the tables, and after them what is wrong.
func show(out io.Writer, checkup app.Checkup) error {
	var problems []string
	told := func(prefix, problem string) {
		if problem != "" {
			problems = append(problems, prefix+problem)
		}
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ENGINE\tFOUND\tVERSION\tSANDBOX\tSTART\tTEST PRINT")
	for _, e := range checkup.Engines {
		told(e.Name+": ", e.Problem)
		name, start, print := e.Name, fmt.Sprintf("%d ms", e.Start), fmt.Sprintf("%d ms", e.Print)
		if e.Configured {
			name += " (configured)"
		} else if e.NamedByKeys {
			name += " (of keys)"
		}
		if e.Problem != "" {
			start, print = "-", "failed"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", name, cmp.Or(e.Program, "-"), cmp.Or(e.Version, "-"), cmp.Or(e.Sandbox, "-"), start, print)
	}
	fmt.Fprintln(table, "\nFONTS FOR\tFOUND")
	for _, f := range checkup.Fonts {
		told("fonts: ", f.Problem)
		fmt.Fprintf(table, "%s\t%s\n", f.Name, cmp.Or(f.Found, "-"))
	}
	fmt.Fprintln(table, "\nPART\tFOUND")
	for _, p := range checkup.Parts {
		told("", p.Problem)
		fmt.Fprintf(table, "%s\t%s\n", p.Name, cmp.Or(p.Found, "-"))
	}
	for _, p := range slices.Compact(problems) { // one tool that is missing is missing for every font
		fmt.Fprintf(table, "\n! %s\n", p)
	}
	return table.Flush()
}
