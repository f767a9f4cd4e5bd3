package command

import (
	"cmp"
	"encoding/json"
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
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error {
			config, _, err := settings(command)
			if err != nil {
				return err
			}
			checkup, err := app.Examine(command.Context(), config, zap.NewNop(), progressOn(command))
			if err != nil {
				return err
			}
			write := show
			if asJSON {
				write = showJSON
			}
			if err := write(command.OutOrStdout(), checkup); err != nil {
				return err
			}
			return checkup.Err()
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "write JSON instead of tables")
	return command
}

// progressOn says on standard error what is being done.
func progressOn(command *cobra.Command) func(string) {
	return func(step string) { fmt.Fprintf(command.ErrOrStderr(), "%s …\n", step) }
}

// showJSON writes the checkup as JSON. Problems are empty where there are none.
func showJSON(out io.Writer, checkup app.Checkup) error {
	said := func(err error) string {
		if err == nil {
			return ""
		}
		return err.Error()
	}
	engines, fonts, parts := []any{}, []any{}, []any{}
	for _, e := range checkup.Engines {
		engines = append(engines, map[string]any{
			"name": e.About.Name, "configured": e.About.Name == checkup.Configured,
			"named_by_keys": slices.Contains(checkup.Named, e.About.Name), "program": e.About.Path, "version": e.About.Version,
			"sandbox": e.About.Sandbox, "start_ms": e.Start.Milliseconds(), "print_ms": e.Print.Milliseconds(), "problem": said(e.Problem),
		})
	}
	for _, f := range checkup.Fonts {
		fonts = append(fonts, map[string]any{"for": f.Name, "families": f.Families, "problem": said(f.Problem)})
	}
	for _, p := range checkup.Parts {
		fatal := p.Problem != nil && p.Fatal
		parts = append(parts, map[string]any{"name": p.Name, "found": p.Found, "problem": said(p.Problem), "fatal": fatal})
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	err := checkup.Err()
	return encoder.Encode(map[string]any{"ok": err == nil, "problem": said(err), "engines": engines, "fonts": fonts, "parts": parts})
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
		} else if slices.Contains(checkup.Named, name) {
			name += " (of keys)"
		}
		start, print := milliseconds(e.Start), milliseconds(e.Print)
		if e.Problem != nil {
			problems = append(problems, e.About.Name+": "+strings.TrimPrefix(e.Problem.Error(), e.About.Name+": "))
			start, print = "-", "failed"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", name, cmp.Or(e.About.Path, "-"), cmp.Or(e.About.Version, "-"),
			cmp.Or(e.About.Sandbox, "-"), start, print)
	}
	fmt.Fprintln(table, "\nFONTS FOR\tFOUND")
	for _, s := range checkup.Fonts {
		fmt.Fprintf(table, "%s\t%s\n", s.Name, cmp.Or(some(s.Families), "-"))
		if s.Problem != nil {
			problems = append(problems, "fonts: "+s.Problem.Error())
		}
	}
	fmt.Fprintln(table, "\nPART\tFOUND")
	for _, p := range checkup.Parts {
		fmt.Fprintf(table, "%s\t%s\n", p.Name, cmp.Or(p.Found, "-"))
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

// some names the first few.
func some(families []string) string {
	const few = 3
	if len(families) <= few {
		return strings.Join(families, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(families[:few], ", "), len(families)-few)
}
