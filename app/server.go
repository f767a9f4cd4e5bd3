package app

import (
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/admin"
	"platen/adapters/httpapi"
	"platen/adapters/keyfile"
	"platen/adapters/ratelimit"
	"platen/app/admission"
	"platen/configs"
	"platen/ports"
)

// Listening says where a started service is, and with what.
type Listening struct {
	// Addr and Admin are the host:port of the public and the admin listener; Admin is empty where that is off.
	Addr, Admin string
	// Engine is the engine that prints.
	Engine ports.About
}

// serverModule is the public API and the admin listener. What is started last is stopped first, so the order
// here is the order of a start: health can be asked for before the engine prints, the API only after.
var serverModule = fx.Module("server",
	fx.Provide(newKeyring, newLimiter, newReadiness, newAdmin, newAPI),
	fx.Provide(func(api *httpapi.Server, health *admin.Server, engine ports.Engine) func() Listening {
		return func() Listening { return Listening{Addr: api.Addr(), Admin: health.Addr(), Engine: engine.About()} }
	}),
	fx.Decorate(func(e ports.Engine, _ *admin.Server) ports.Engine { return e }),
)

func newKeyring(life fx.Lifecycle, config configs.Config, log *zap.Logger) (ports.Keyring, error) {
	keyring, err := keyfile.New(config.Auth, log)
	if err != nil {
		return nil, err
	}
	life.Append(fx.StopHook(keyring.Close))
	return keyring, nil
}

func newLimiter(config configs.Config) ports.Limiter { return ratelimit.New(config.RateLimit) }

func newAdmin(life fx.Lifecycle, config configs.Config, readiness ports.Readiness, log *zap.Logger) *admin.Server {
	server := admin.New(config.Admin, readiness, log)
	life.Append(fx.StartStopHook(server.Start, server.Close))
	return server
}

func newAPI(life fx.Lifecycle, config configs.Config, generator ports.Generator, admitted *admission.Admission,
	keyring ports.Keyring, limiter ports.Limiter, log *zap.Logger) *httpapi.Server {
	server := httpapi.New(config.HTTP, generator, keyring, limiter, log)
	life.Append(fx.StartStopHook(server.Start, server.Close))
	return server
}
