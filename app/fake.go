package app

import (
	"context"

	"go.uber.org/zap"

	"platen/adapters/fake"
	"platen/adapters/httpapi"
	"platen/adapters/keyfile"
	"platen/adapters/ratelimit"
	"platen/configs"
	"platen/domain"
)

// Fake runs the service without an engine until it is told to stop. Keys, limits, the address and what signals do are those of
// the service. It calls ready with the address once it serves.
func Fake(signals Signals, config configs.Config, director *fake.Director, log *zap.Logger, ready func(addr string)) error {
	keyring, err := keyfile.New(config.Auth, log)
	if err != nil {
		return &SettingsError{err}
	}
	defer func() { _ = keyring.Close() }()
	server := httpapi.New(config.PublicListener(), fakeGenerator(config), keyring, fake.Limiter{Limiter: ratelimit.New(config.RateLimit)}, log)
	server.Wrap(director.Around)
	if err := server.Start(signals.Stop); err != nil {
		return err
	}
	ready(server.Addr())
	for {
		select {
		case <-signals.Reload:
			reloadFiles(log, map[string]func() error{"auth.keys_file": keyring.Reload})
		case <-signals.Stop.Done():
			return closeServer(signals.Abort, server, config.HTTP, log)
		}
	}
}

// closeServer lets the requests under way finish, within the service's own limits. A shutdown that a second signal cuts short
// is no failure.
func closeServer(abort context.Context, server *httpapi.Server, config httpapi.Config, log *zap.Logger) error {
	closing, cancel := context.WithTimeout(abort, config.DrainDelay+config.DrainTimeout+shutdownGrace)
	defer cancel()
	err := server.Close(closing)
	if err != nil && abort.Err() != nil {
		log.Warn("a second signal ended the fake at once", zap.Error(err))
		return nil
	}
	return err
}

func fakeGenerator(config configs.Config) *fake.Generator {
	return fake.NewGenerator(fake.Settings{
		Template: config.Template,
		Paper:    domain.A4, Margins: domain.UniformMargins(config.Page.Margin),
		Edge: config.Page.Edge, Gap: config.Page.Gap,
		MaxPages: config.Render.MaxPages, Standards: config.PDF.Standards,
		Version: config.Admin.Version,
	})
}
