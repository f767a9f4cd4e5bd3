package command

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"platen/app"
)

func doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Check this machine: engines, fonts, keys, ports, disk, memory and servers",
		Long: `Try every engine with a test page, check fonts, keys, ports, the temporary folder, memory, file descriptors, Redis and
the upstream proxy, and say what is wrong and how to fix it. Run it with the settings and as the user of the service.

The exit code is 1 if the configured engine cannot print, if there is no Latin font, or if the keys do not let the
service start. A port in use is reported, but is no failure: the running service may use it.`,
		Example: `  platen doctor --config platen.yaml
  docker compose -f configs/deploy/compose.yaml run --rm platen doctor`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error {
			config, _, err := settings(command)
			if err != nil {
				return err
			}
			checkup, err := app.Examine(command.Context(), config, zap.NewNop())
			if err != nil {
				return err
			}
			if err := show(command.OutOrStdout(), checkup); err != nil {
				return err
			}
			return checkup.Err()
		},
	}
}

// show writes the tables, and after them what is wrong.
func show(out io.Writer, checkup app.Checkup) error {
	var problems []string
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ENGINE\tFOUND\tVERSION\tSANDBOX\tSTART\tTEST PRINT")
	for _, e := range checkup.Engines {
		name := e.About.Name
		if name == checkup.Configured {
			name += " (configured)"
		}
		start, print := milliseconds(e.Start), milliseconds(e.Print)
		if e.Problem != nil {
			problems = append(problems, e.About.Name+": "+strings.TrimPrefix(e.Problem.Error(), e.About.Name+": "))
			start, print = "-", "failed"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", name, orNone(e.About.Path), orNone(e.About.Version), orNone(e.About.Sandbox), start, print)
	}
	fmt.Fprintln(table, "\nFONTS FOR\tFOUND")
	for _, s := range checkup.Fonts {
		fmt.Fprintf(table, "%s\t%s\n", s.Name, orNone(some(s.Families)))
		if s.Problem != nil {
			problems = append(problems, "fonts: "+s.Problem.Error())
		}
	}
	fmt.Fprintln(table, "\nPART\tFOUND")
	for _, p := range checkup.Parts {
		fmt.Fprintf(table, "%s\t%s\n", p.Name, orNone(p.Found))
		if p.Problem != nil {
			problems = append(problems, p.Problem.Error())
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, p := range slices.Compact(problems) { // one tool that is missing is missing for every font
		if _, err := fmt.Fprintf(out, "\n! %s\n", p); err != nil {
			return err
		}
	}
	return nil
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.0f ms", float64(d)/float64(time.Millisecond))
}

func orNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// some names the first few.
func some(families []string) string {
	const few = 3
	if len(families) <= few {
		return strings.Join(families, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(families[:few], ", "), len(families)-few)
}
