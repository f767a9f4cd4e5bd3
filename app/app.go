// Package app creates and connects the parts of the service, by fx, and those of each command. It is the only package that imports fx:
// generator.go and server.go have the modules.
package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"go.uber.org/dig"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/admin"
	"platen/adapters/httpapi"
	"platen/adapters/keyfile"
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
	err := withOpener(config, log, func(o opener) error { return serve(signals, config, o, ready) })
	if errors.Is(err, context.Canceled) && signals.Stop.Err() != nil {
		return nil //nolint:nilerr // it was stopped before it had started
	}
	return err
}

func serve(signals Signals, config configs.Config, o opener, ready func(Listening)) error {
	starting, cancel := context.WithTimeout(signals.Stop, startTimeout)
	defer cancel()
	var api *httpapi.Server
	var operator *admin.Server
	var engines *serviceEngines
	var keyring *keyfile.Keyring
	app := fx.New(
		fx.Supply(config, o.log, o, startContext{starting}, abortContext{signals.Abort}),
		fx.NopLogger, // a failed start is reported once, in plain words
		insightModule, generatorModule, serverModule, fx.Populate(&api, &operator, &engines, &keyring),
	)
	if err := app.Err(); err != nil {
		return &SettingsError{dig.RootCause(err)} // without fx's own messages around the error of a constructor
	}
	// fx does not wait for its hooks if the context of the start ends. So the hooks receive the bounds instead.
	unbounded := context.WithoutCancel(signals.Stop)
	if err := app.Start(unbounded); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	ready(Listening{Addr: api.Addr(), Admin: operator.Addr(), Engine: engines.configured.Info()})
	warnOfFonts(signals.Stop, o.log)
	signals.wait(o.log, map[string]func() error{"auth.keys_file": keyring.Reload, "egress.ca_file": o.egress.Reload})
	stopping, cancel := shutdown(config.HTTP)
	defer cancel()
	return app.Stop(stopping)
}

// wait reads files again at a signal, until the service must stop.
func (s Signals) wait(log *zap.Logger, files map[string]func() error) {
	for {
		select {
		case <-s.Reload:
			reloadFiles(log, files)
		case <-s.Stop.Done():
			log.Info("shutting down")
			return
		}
	}
}

// reloadFiles reads files again, by the settings that name them. A file that cannot be used keeps its last good content.
func reloadFiles(log *zap.Logger, files map[string]func() error) {
	ok := true
	for setting, reload := range files {
		if err := reload(); err != nil {
			ok = false
			log.Error("a file cannot be used; its last good content stays in use", zap.String("setting", setting),
				zap.String("cause", err.Error()))
		}
	}
	if ok {
		log.Info("keys and certificates were read again")
	}
}

// shutdown returns the context of a shutdown.
func shutdown(config httpapi.Config) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), config.DrainDelay+config.DrainTimeout+shutdownGrace)
}

// Generate calls the function with a generator of one document at a time, without a server.
func Generate(ctx context.Context, config configs.Config, log *zap.Logger, use func(context.Context, ports.Generator) error) error {
	config.Render.Concurrency = 1
	return withOpener(config, log, func(o opener) error {
		e, err := o.start(ctx, config)
		if err != nil {
			return err
		}
		return errors.Join(use(ctx, withAdmission(config, e.generator)), e.Close())
	})
}

// startContext ends if the service must stop before it has started, or if the start takes too long.
type startContext struct{ context.Context }

// abortContext ends if a shutdown must end at once.
type abortContext struct{ context.Context }
