package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"platen/adapters/keyfile"
	"platen/ports"
)

func keysCommand() *cobra.Command {
	keys := &cobra.Command{
		Use:   "keys",
		Short: "Make, list, check and revoke API keys",
		RunE:  showHelp,
	}
	keys.AddCommand(newKeyCommand(), listKeysCommand(), checkKeysCommand(), revokeKeyCommand())
	return keys
}

func newKeyCommand() *cobra.Command {
	var expires string
	command := &cobra.Command{
		Use:   "new NAME",
		Short: "Make a key for the client NAME",
		Long: `Make a key for the client NAME. The key is shown once, on standard error, and kept nowhere; the line that goes
into the file of auth.keys_file holds only its hash, and is on standard output.`,
		Example: `  platen keys new billing >> keys.yaml
  platen keys new trial --expires 2027-01-01T00:00:00Z >> keys.yaml`,
		Args: arguments(1, 1, "keys new: give one name, as in: platen keys new billing"),
		RunE: func(command *cobra.Command, args []string) error {
			var ends time.Time
			if expires != "" {
				var err error
				if ends, err = time.Parse(time.RFC3339, expires); err != nil {
					return usage(errors.New("--expires is not a time with a zone, as in 2027-01-01T00:00:00Z"))
				}
				if !ends.After(time.Now()) {
					return usage(fmt.Errorf("--expires: %s has passed: the key would never be valid", expires))
				}
			}
			key, line, err := keyfile.NewKey(args[0], ends)
			if err != nil {
				return usage(err)
			}
			out, hints := command.OutOrStdout(), command.ErrOrStderr()
			fmt.Fprintf(hints, "The key of %s, shown only now:\n%s\n", args[0], key)
			if file, is := out.(*os.File); is && isTerminal(file) {
				fmt.Fprintln(hints, "The line for the file of auth.keys_file:")
			}
			_, err = fmt.Fprintln(out, line)
			return err
		},
	}
	command.Flags().StringVar(&expires, "expires", "", "`time` from which on the key is not valid, as in 2027-01-01T00:00:00Z")
	return command
}

func listKeysCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list FILE",
		Short: "List the keys of a file",
		Long:  "List the clients of a keys file, the beginnings of their keys' hashes, and when the keys expire.",
		Args:  arguments(1, 1, "keys list: give one file, as in: platen keys list keys.yaml"),
		RunE: func(command *cobra.Command, args []string) error {
			entries, err := keyfile.List(args[0], registryOf(command).Names())
			if err != nil {
				return err
			}
			return listKeys(command.OutOrStdout(), entries)
		},
	}
}

func listKeys(out io.Writer, entries []keyfile.Entry) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tSHA256\tEXPIRES\tRATE LIMIT\tENGINE\tSTANDARDS")
	for _, e := range entries {
		fmt.Fprintf(table, "%s\t%.12s\t%s\t%s\t%s\t%s\n", e.Client.Name, e.Hash, expiry(e), limitOf(e.Client.RateLimit),
			cmp.Or(e.Client.Engine, "the default"), cmp.Or(e.Client.Standards, "the default"))
	}
	return table.Flush()
}

func expiry(e keyfile.Entry) string {
	switch {
	case e.Expires.IsZero():
		return "never"
	case e.Expired(time.Now()):
		return e.Expires.Format(time.RFC3339) + " (expired)"
	default:
		return e.Expires.Format(time.RFC3339)
	}
}

func limitOf(limit *ports.RateLimit) string {
	if limit == nil {
		return "the default"
	}
	if limit.Requests == 0 {
		return "none"
	}
	text := fmt.Sprintf("%d requests", limit.Requests)
	if limit.Window > 0 {
		text += fmt.Sprintf(" in %s", limit.Window)
	}
	if limit.Burst > 0 {
		text += fmt.Sprintf(", %d at once", limit.Burst)
	}
	return text
}

func checkKeysCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Check that the service would take a keys file",
		Long: `Check that the service would take a keys file with its settings, before it is put in place. The exit code is 1 if it would
not, or if no key in it is valid.`,
		Args: arguments(1, 1, "keys check: give one file, as in: platen keys check keys.yaml"),
		RunE: func(command *cobra.Command, args []string) error {
			config, err := loadConfig(command)
			if err != nil {
				return usage(err)
			}
			entries, err := keyfile.List(args[0], registryOf(command).Names())
			if err != nil {
				return err
			}
			for _, e := range entries {
				if err := config.CheckClient(e.Client); err != nil {
					return fmt.Errorf("%s: the key of %s: %w", args[0], e.Client.Name, err)
				}
			}
			all := len(entries)
			entries = slices.DeleteFunc(entries, func(e keyfile.Entry) bool { return e.Expired(time.Now()) })
			if len(entries) == 0 {
				return fmt.Errorf("%s has no valid key", args[0])
			}
			fmt.Fprintf(command.OutOrStdout(), "%s can be used: %d valid, %d expired\n", args[0], len(entries), all-len(entries))
			if file, err := os.Stat(args[0]); err == nil && file.Mode().Perm()&0o007 != 0 {
				fmt.Fprintf(command.OutOrStdout(), "! every user of this machine can read or write it: chmod o= %s\n", args[0])
			}
			return nil
		},
	}
}

func revokeKeyCommand() *cobra.Command {
	var hash string
	command := &cobra.Command{
		Use:   "revoke FILE NAME",
		Short: "Remove the keys of the client NAME from a file",
		Long: `Remove the keys of the client NAME from a keys file, or only the one whose hash begins with --sha256. A running service
refuses them within two seconds.`,
		Example: `  platen keys revoke keys.yaml billing
  platen keys revoke keys.yaml billing --sha256 5e884898da28`,
		Args: arguments(2, 2, "keys revoke: give a file and a name, as in: platen keys revoke keys.yaml billing"),
		RunE: func(command *cobra.Command, args []string) error {
			removed, err := keyfile.Revoke(args[0], args[1], hash, registryOf(command).Names())
			if err != nil {
				return err
			}
			for _, e := range removed {
				fmt.Fprintf(command.OutOrStdout(), "revoked a key of %s, sha256 %.12s\n", e.Client.Name, e.Hash)
			}
			return nil
		},
	}
	command.Flags().StringVar(&hash, "sha256", "", "the beginning of the `hash` of the one key to revoke")
	return command
}

// arguments is the Args of commands that take from least to most of them.
func arguments(least, most int, otherwise string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usage(errors.New(otherwise))
		}
		return nil
	}
}
