package app

import (
	"context"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/admin"
	"platen/adapters/httpapi"
	"platen/adapters/keyfile"
	"platen/adapters/metrics"
	"platen/adapters/tracing"
	"platen/adapters/workbench"
	"platen/configs"
	"platen/ports"
)

// Listening says where a started service is, and with what.
type Listening struct {
	// Addr and Admin are the host:port of the public and the admin listener; Admin is empty if that is off.
	Addr, Admin string
	// Engine is the engine that prints.
	Engine ports.EngineInfo
}

// serverModule is the public API and the admin listener.
var serverModule = fx.Module("server",
	fx.Provide(newKeyring, newLimiter, newWorkbench, newPreviewEngines, newAdmin, newAPI),
	fx.Provide(func() *health { return &health{} }),
	fx.Provide(func(api *httpapi.Server, admin *admin.Server, engine *engine) func() Listening {
		return func() Listening { return Listening{Addr: api.Addr(), Admin: admin.Addr(), Engine: engine.Info()} }
	}),
)

func newKeyring(life fx.Lifecycle, config configs.Config, log *zap.Logger) (*keyfile.Keyring, error) {
	keyring, err := keyfile.New(config.Auth, log)
	if err != nil {
		return nil, err
	}
	life.Append(fx.StopHook(keyring.Close))
	return keyring, nil
}

func newAdmin(life fx.Lifecycle, config configs.Config, health *health, measured *metrics.Metrics, page *workbench.Workbench, log *zap.Logger) *admin.Server {
	pages := []admin.Page{{Path: "/metrics", ContentType: metrics.ContentType, Content: measured.Text}}
	for _, resource := range httpapi.OpenAPI() {
		pages = append(pages, admin.Page(resource))
	}
	engine := func() ports.EngineInfo { return health.engine(config.Engine) }
	server := admin.New(config.Admin, health.readiness, engine, log, pages...)
	server.Mount(page, page.Paths()...)
	life.Append(fx.StartStopHook(server.Start, server.Close))
	return server
}

// apiParts are the parts of the public API. The parts that are made first are started first and stopped last. The admin listener
// comes before the engine, so that it answers during a long start and until the end.
type apiParts struct {
	fx.In

	Admin     *admin.Server
	Life      fx.Lifecycle
	Config    configs.Config
	Engine    *engine
	Generator ports.Generator
	Keyring   *keyfile.Keyring
	Limiter   limiter
	Workbench *workbench.Workbench
	Previews  *previewEngines
	Health    *health
	Metrics   *metrics.Metrics
	Tracing   *tracing.Tracing
	Abort     abortContext
	Log       *zap.Logger
}

func newAPI(p apiParts) *httpapi.Server {
	server := httpapi.New(p.Config.PublicListener(), p.Generator, p.Keyring, p.Limiter, p.Log)
	server.Observe(p.Metrics.Answered)
	if p.Tracing != nil {
		server.Wrap(p.Tracing.Handler)
	}
	connectWorkbench(p.Workbench, server, p.Previews)
	p.watch()
	p.Life.Append(fx.StartStopHook(server.Start, func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(p.Abort, cancel)()
		err := server.Close(ctx)
		if err != nil && p.Abort.Err() != nil {
			p.Log.Warn("a second signal ended the service at once", zap.Error(err))
			return nil
		}
		return err
	}))
	p.Life.Append(fx.StartStopHook(func() {
		p.Health.serve(parts{p.Engine, append([]check{{"keys", p.Keyring.Problem, false}}, p.Limiter.checks...)})
	}, p.Health.stop))
	return server
}

// watch registers the sources that the metrics read at each scrape.
func (p apiParts) watch() {
	p.Metrics.Watch(metrics.Sources{
		Version: p.Config.Admin.Version,
		Engine:  func() ports.EngineInfo { return p.Health.engine(p.Config.Engine) },
		Workers: p.Config.Render.EffectiveConcurrency(),
		Ready:   p.Health.engineReady,
		Load: func() (waiting, busy, idle int) {
			load := p.Engine.generator.Load()
			return load.Waiting, load.Busy, load.Idle
		},
		Keys:        p.Keyring.Len,
		KeyFailures: p.Keyring.Failures,
		NextExpiry:  p.Keyring.NextExpiry,
	})
}
