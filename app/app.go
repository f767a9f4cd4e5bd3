// Package app wires the service with fx: one module a file, over constructors that do not depend on fx. It is the composition
// root, and the only package that imports fx.
package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
	"go.uber.org/zap"

	"platen/adapters/workfolder"
	"platen/configs"
	"platen/ports"
)

// SettingsError is a start that failed because of the configuration: there are no keys, or a program does not exist.
// System failures, such as a port in use, are not SettingsErrors.
type SettingsError struct{ Err error }

// Error is for the operator, and names the key.
func (e *SettingsError) Error() string { return e.Err.Error() }

// Unwrap returns the cause to errors.Is and errors.As.
func (e *SettingsError) Unwrap() error { return e.Err }

// startTimeout bounds the start of everything, engines included.
const startTimeout = time.Minute

// shutdownGrace is what a shutdown may take beyond http.drain_delay and http.drain_timeout, for engines and files.
const shutdownGrace = 10 * time.Second

// Signals are the requests of an operator to a running service.
type Signals struct {
	// Stop ends when the service must finish the documents under way and stop.
	Stop context.Context
	// Abort ends when the service must stop at once.
	Abort context.Context
	// Reload receives a value whenever keys and certificates must be read again.
	Reload <-chan os.Signal
}

// Serve runs the service until Stop ends, and then finishes the documents under way. It calls ready once it serves.
func Serve(signals Signals, config configs.Config, log *zap.Logger, ready func(Listening)) error {
	var listening func() Listening
	var reloaded reloadable
	options := fx.Options(insightModule, shadowModule, serverModule, fx.Supply(abortContext{signals.Abort}), fx.Populate(&listening, &reloaded))
	err := run(signals.Stop, config, log, options, func(ctx context.Context) error {
		ready(listening())
		warnOfFonts(ctx, log)
		for {
			select {
			case <-signals.Reload:
				reloaded.reload(log)
			case <-ctx.Done():
				log.Info("shutting down")
				return nil
			}
		}
	})
	if errors.Is(err, context.Canceled) && signals.Stop.Err() != nil {
		return nil //nolint:nilerr // it was stopped before it had started
	}
	return err
}

// Generate calls the function with a generator, without a server.
func Generate(ctx context.Context, config configs.Config, log *zap.Logger, use func(context.Context, ports.Generator) error) error {
	var generator ports.Generator
	return run(ctx, config, log, fx.Populate(&generator), func(ctx context.Context) error { return use(ctx, generator) })
}

// run starts the parts that the options need, does the work, and stops them again, even if the work failed.
func run(ctx context.Context, config configs.Config, log *zap.Logger, options fx.Option, work func(context.Context) error) (err error) {
	folder, err := workfolder.Open(log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	starting, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	app := fx.New(
		fx.Supply(config, log, folder, startContext{starting}),
		fx.WithLogger(func() fxevent.Logger {
			wiring := &fxevent.ZapLogger{Logger: log.Named("fx")}
			wiring.UseLogLevel(zap.DebugLevel)
			wiring.UseErrorLevel(zap.DebugLevel) // a failed start is reported once, in plain words
			return wiring
		}),
		egressModule, engineModule, generatorModule, options,
	)
	if err := app.Err(); err != nil {
		return &SettingsError{rootCause(err)}
	}
	// fx does not wait for its hooks if the context of the start ends. So the hooks receive the bounds instead.
	unbounded := context.WithoutCancel(ctx)
	if err := app.Start(unbounded); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	worked := work(ctx)
	stopping, cancel := context.WithTimeout(unbounded, config.HTTP.DrainDelay+config.HTTP.DrainTimeout+shutdownGrace)
	defer cancel()
	return errors.Join(worked, app.Stop(stopping))
}

// startContext ends if the service must stop before it has started, or if the start takes too long.
type startContext struct{ context.Context }

// abortContext ends if a shutdown must end at once.
type abortContext struct{ context.Context }
