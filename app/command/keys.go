package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"platen/adapters/keyfile"
)

func keysCommand() *cobra.Command {
	keys := &cobra.Command{
		Use:   "keys",
		Short: "Make API keys",
		Args:  noArguments,
		RunE:  showHelp,
	}
	keys.AddCommand(&cobra.Command{
		Use:   "new NAME",
		Short: "Make a key for the client NAME",
		Long: `Make a key for the client NAME. The key is shown once, on standard error, and kept nowhere; the line that goes
into the file of auth.keys_file holds only its hash, and is on standard output.`,
		Example: `  platen keys new billing >> keys.yaml`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &usageError{fmt.Errorf("keys new: give one name, as in: platen keys new billing")}
			}
			return nil
		},
		RunE: func(command *cobra.Command, args []string) error {
			key, line, err := keyfile.NewKey(args[0])
			if err != nil {
				return &usageError{err}
			}
			fmt.Fprintf(command.ErrOrStderr(), "The key of %s, shown only now:\n%s\nThe line for the file of auth.keys_file:\n", args[0], key)
			fmt.Fprintln(command.OutOrStdout(), line)
			return nil
		},
	})
	return keys
}
