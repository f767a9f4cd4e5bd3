package main

import (
	"os"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"platen/configs"
)

// newCommand is the whole command line.
func newCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "platen",
		Short: "Turn HTML templates into PDF",
		Long: `Platen turns HTML templates into PDF, as a service over HTTP or one document at a time.

Settings come from a YAML file (--config, or PLATEN_CONFIG) and from the environment, where http.addr is
PLATEN_HTTP_ADDR. The file configs/platen.yaml lists every key with its default.`,
		Example: `  platen keys new billing                    make an API key
  PLATEN_AUTH_KEYS=billing=secret platen serve
  platen render -f request.json -o out.pdf   the same, without a server`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
	}
	root.PersistentFlags().StringP("config", "c", "", "YAML configuration `file` (default: $PLATEN_CONFIG, or none)")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{err} })
	root.AddCommand(serveCommand(), renderCommand(), keysCommand(), versionCommand())
	return root
}

// settings loads the configuration that the command line names, and the log that it asks for.
func settings(command *cobra.Command) (configs.Config, *zap.Logger, error) {
	path, err := command.Flags().GetString("config")
	if err != nil {
		return configs.Config{}, nil, &usageError{err}
	}
	config, err := configs.Load(path, os.Environ())
	if err != nil {
		return configs.Config{}, nil, &usageError{err}
	}
	log, err := newLog(config.Log)
	if err != nil {
		return configs.Config{}, nil, &usageError{err}
	}
	return config, log, nil
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
	settings.EncoderConfig.EncodeDuration = zapcore.StringDurationEncoder
	return settings.Build()
}
