package app

import (
	"go.uber.org/zap"

	"platen/adapters/fake"
	"platen/adapters/httpapi"
	"platen/adapters/keyfile"
	"platen/adapters/ratelimit"
	"platen/configs"
)

// Fake runs the service without an engine until it is told to stop. Keys, limits, the address and what signals do are those of
// the service. It calls ready with the address once it serves.
func Fake(signals Signals, config configs.Config, director *fake.Director, log *zap.Logger, ready func(addr string)) error {
	keyring, err := keyfile.New(config.Auth, log)
	if err != nil {
		return &SettingsError{err}
	}
	defer keyring.Close()
	generator := &fake.Generator{
		Template: config.Template, Page: defaultPage(config), MaxPages: config.Render.MaxPages, Standards: config.PDF.Standards,
		Version: config.Admin.Version,
	}
	server := httpapi.New(config.PublicListener(), generator, keyring, fake.Limiter{Limiter: ratelimit.New(config.RateLimit)}, log)
	server.Wrap(director.Around)
	if err := server.Start(signals.Stop); err != nil {
		return err
	}
	ready(server.Addr())
	signals.wait(log, map[string]func() error{"auth.keys_file": keyring.Reload})
	stopping, cancel := shutdown(config.HTTP)
	defer cancel()
	closeServer(stopping, signals.Abort, server, log)
	return nil
}
