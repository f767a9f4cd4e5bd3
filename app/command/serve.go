package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"platen/app"
)

func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Serve POST /api/pdf/external",
		Long: `Serve POST /api/pdf/external until SIGINT or SIGTERM, then finish the documents under way.

At least one API key is needed, in auth.keys or auth.keys_file. One line on standard output tells that the
service is ready; the log is JSON on standard error.`,
		Example: `  platen keys new billing >> keys.yaml       then set auth.keys_file: keys.yaml
  platen serve --config platen.yaml`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error {
			config, log, err := settings(command)
			if err != nil {
				return err
			}
			config.Admin.Version = version
			return app.Serve(command.Context(), config, log, func(at app.Listening) {
				line := fmt.Sprintf("platen %s is ready on http://%s with %s, %s", version, at.Addr, at.Engine.Name, at.Engine.Version)
				if at.Admin != "" {
					line += fmt.Sprintf(", its health on http://%s/readyz", at.Admin)
				}
				fmt.Fprintln(command.OutOrStdout(), line)
			})
		},
	}
}
