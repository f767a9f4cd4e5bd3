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

// Fake runs the service without an engine until ctx ends. Keys, limits and the address are those of the
// configuration. It calls ready with the address once it serves.
func Fake(ctx context.Context, config configs.Config, director *fake.Director, log *zap.Logger, ready func(addr string)) error {
	keyring, err := keyfile.New(config.Auth, log)
	if err != nil {
		return &SettingsError{err}
	}
	defer func() { _ = keyring.Close() }()
	server := httpapi.New(config.PublicListener(), fakeGenerator(config), keyring, fake.Limiter{Limiter: ratelimit.New(config.RateLimit)}, log)
	server.Wrap(director.Around)
	if err := server.Start(ctx); err != nil {
		return err
	}
	ready(server.Addr())
	<-ctx.Done()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	return server.Close(closing)
}

func fakeGenerator(config configs.Config) *fake.Generator {
	return fake.NewGenerator(fake.Settings{
		Template: config.Template,
		Paper:    domain.A4, Margins: domain.UniformMargins(config.Page.Margin),
		Edge: config.Page.Edge, Gap: config.Page.Gap,
		MaxPages: config.Render.MaxPages,
		Version:  config.Admin.Version,
	})
}
