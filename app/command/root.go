// Package command is the command line: cobra commands over package app. The main package only runs it, so that
// tests can be the program too.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"platen/adapters/engines"
	"platen/app"
	"platen/configs"
)

// The exit codes, as the contract and the usual tools have them.
const (
	exitFailure  = 1
	exitUsage    = 2 // a command line or a configuration that does not fit
	exitFindings = 3 // the work is done, and its result is not good enough
)

// Run runs the command line in os.Args with the engines of the registry until it is done, or SIGINT or SIGTERM ends it, and returns the
// exit code.
func Run(registry engines.Registry) int {
	log.SetOutput(io.Discard) // net/http writes there what servers send unasked
	stop, abort := watchSignals()
	code := exitFailure
	err := newCommand(abort, registry).ExecuteContext(context.WithValue(stop, registryKey{}, registry))
	var ended *exitError
	var start *app.SettingsError
	switch {
	case err == nil:
		return 0
	case stop.Err() != nil && errors.Is(err, context.Canceled):
		err = errors.New("interrupted")
	case errors.As(err, &ended):
		code = ended.code
	case errors.As(err, &start):
		code = exitUsage
	}
	fmt.Fprintln(os.Stderr, "platen:", err)
	return code
}

// registryKey is the place of the engines in the context of a command.
type registryKey struct{}

func registryOf(command *cobra.Command) engines.Registry {
	registry, _ := command.Context().Value(registryKey{}).(engines.Registry)
	return registry
}

// exitError ends the program with a code.
type exitError struct {
	error
	code int
}

func (e *exitError) Unwrap() error { return e.error }

// usage is a mistake in the command line or the configuration.
func usage(err error) error { return &exitError{err, exitUsage} }

// findings is a result that is not good enough.
func findings(format string, values ...any) error {
	return &exitError{fmt.Errorf(format, values...), exitFindings}
}

// newCommand is the whole command line. The help names engines of the registry. A command that serves ends at once when abort ends.
func newCommand(abort context.Context, registry engines.Registry) *cobra.Command {
	root := &cobra.Command{
		Use:   "platen",
		Short: "Turn HTML templates into PDF",
		Long: `Platen turns HTML templates into PDF, as a service over HTTP or one document at a time.

Settings come from a YAML file (--config, or PLATEN_CONFIG) and from the environment, which wins: http.addr
is PLATEN_HTTP_ADDR there. The file configs/platen.yaml, /etc/platen/platen.yaml of the Debian package, lists every key
with its default.`,
		Example: `  platen keys new billing                    make an API key
  PLATEN_AUTH_KEYS=billing=secret platen serve
  platen render -f request.json -o out.pdf   the same, without a server`,
		Version:       about,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          showHelp,
	}
	root.SetVersionTemplate("{{.DisplayName}} {{.Version}}\n")
	root.PersistentFlags().StringP("config", "c", "", "YAML configuration `file` (default: $PLATEN_CONFIG, or none)")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage(err) })
	root.AddCommand(serveCommand(abort), renderCommand(), compareCommand(registry), featuresCommand(registry), keysCommand(), doctorCommand(),
		healthCommand(), bundleCommand(), contractCommand(), fakeCommand(abort), versionCommand())
	for _, command := range append(root.Commands(), root) {
		if command.Args == nil {
			command.Args = noArguments
		}
	}
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Args = func(_ *cobra.Command, topic []string) error { // cobra shows another command's help, and ends with 0
		command, rest, _ := root.Find(topic)
		return noArguments(command, rest)
	}
	return root
}

// noArguments is the Args of commands that have no others.
func noArguments(command *cobra.Command, arguments []string) error {
	if len(arguments) == 0 {
		return nil
	}
	return usage(fmt.Errorf("%q is not expected here: `%s --help` says what is", arguments[0], command.CommandPath()))
}

// showHelp is what a command does that only has others below it. Without it, cobra would take any word for a
// wish to see the help, and end with 0.
func showHelp(command *cobra.Command, _ []string) error { return command.Help() }

// withSettings is what a command does with the configuration that the command line names, and the log that it asks for.
func withSettings(run func(*cobra.Command, configs.Config, *zap.Logger) error) func(*cobra.Command, []string) error {
	return func(command *cobra.Command, _ []string) error {
		config, err := loadConfig(command)
		if err != nil {
			return usage(err)
		}
		log, err := newLog(config.Log)
		if err != nil {
			return usage(err)
		}
		return run(command, config, log)
	}
}

// loadConfig loads the configuration that the command line names.
func loadConfig(command *cobra.Command) (configs.Config, error) {
	path, err := command.Flags().GetString("config")
	if err != nil {
		return configs.Config{}, err
	}
	return configs.Load(registryOf(command), path, os.Environ())
}

// newLog logs JSON on standard error. Nothing is sampled away: a log that an incident is looked up in is whole.
func newLog(config configs.Log) (*zap.Logger, error) {
	level, err := zap.ParseAtomicLevel(config.Level)
	if err != nil {
		return nil, err
	}
	settings := zap.NewProductionConfig()
	settings.Level = level
	settings.Sampling = nil
	settings.EncoderConfig.TimeKey = "time"
	settings.EncoderConfig.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	settings.EncoderConfig.EncodeDuration = func(d time.Duration, to zapcore.PrimitiveArrayEncoder) {
		to.AppendFloat64(float64(d) / float64(time.Millisecond))
	}
	settings.DisableStacktrace = true // an error is a line; a panic brings its own stack
	return settings.Build()
}
