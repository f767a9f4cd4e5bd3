package app

import (
	"context"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/admin"
	"platen/adapters/httpapi"
	"platen/adapters/keyfile"
	"platen/configs"
	"platen/ports"
)

// Listening says where a started service is, and with what.
type Listening struct {
	// Addr and Admin are the host:port of the public and the admin listener; Admin is empty where that is off.
	Addr, Admin string
	// Engine is the engine that prints.
	Engine ports.EngineInfo
}

// serverModule is the public API and the admin listener.
var serverModule = fx.Module("server",
	fx.Provide(newKeyring, newLimiter, newAdmin, newAPI),
	fx.Provide(func() *readiness { return &readiness{} }),
	fx.Provide(func(api *httpapi.Server, health *admin.Server, engine ports.Engine) func() Listening {
		return func() Listening { return Listening{Addr: api.Addr(), Admin: health.Addr(), Engine: engine.Info()} }
	}),
)

func newKeyring(life fx.Lifecycle, config configs.Config, log *zap.Logger) (ports.Keyring, error) {
	keyring, err := keyfile.New(config.Auth, log)
	if err != nil {
		return nil, err
	}
	life.Append(fx.StopHook(keyring.Close))
	return keyring, nil
}

func newAdmin(life fx.Lifecycle, config configs.Config, state *readiness, log *zap.Logger) *admin.Server {
	engine := func() ports.EngineInfo {
		if about := state.about.Load(); about != nil {
			return *about
		}
		return ports.EngineInfo{Name: config.Engine} // it has not started, and says no more before it has
	}
	var pages []admin.Page
	for _, resource := range httpapi.OpenAPI() {
		pages = append(pages, admin.Page(resource))
	}
	server := admin.New(config.Admin, state, engine, log, pages...)
	life.Append(fx.StartStopHook(server.Start, server.Close))
	return server
}

// apiParts is what the public API is made of. What is made first is started first and stopped last, and the
// admin listener comes before the engine: it is to tell of a start that takes long, and of an end.
type apiParts struct {
	fx.In

	Admin     *admin.Server
	Life      fx.Lifecycle
	Config    configs.Config
	Engine    ports.Engine
	Generator ports.Generator
	Keyring   ports.Keyring
	Limiter   ports.Limiter
	State     *readiness
	Log       *zap.Logger
}

func newAPI(p apiParts) *httpapi.Server {
	server := httpapi.New(p.Config.HTTP, p.Generator, p.Keyring, p.Limiter, p.Log)
	p.Life.Append(fx.StartStopHook(server.Start, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, drainTime(p.Config))
		defer cancel()
		return server.Close(ctx)
	}))
	p.Life.Append(fx.StartStopHook(func() { p.State.begin(p.Engine.Info()) }, p.State.end))
	return server
}
