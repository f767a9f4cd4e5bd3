package app

import (
	"context"
	"slices"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/admin"
	"platen/adapters/httpapi"
	"platen/adapters/keyfile"
	"platen/adapters/metrics"
	"platen/adapters/pdf/reader"
	"platen/adapters/poppler"
	"platen/adapters/ratelimit"
	"platen/adapters/redislimit"
	"platen/adapters/tracing"
	"platen/adapters/workbench"
	"platen/app/admission"
	"platen/app/preview"
	"platen/configs"
	"platen/ports"
)

// Listening says where a started service is, and with what.
type Listening struct {
	// Addr and Admin are the host:port of the public and the admin listener; Admin is empty if that is off.
	Addr, Admin string
	// Engine is the configured engine.
	Engine ports.EngineInfo
}

// serverModule is the public API and the admin listener.
var serverModule = fx.Module("server",
	fx.Provide(newKeyring, newLimiter, newPreviewEngines, newAdmin, newAPI),
	fx.Provide(func(config configs.Config) *health { return &health{configured: config.Engine} }),
)

func newKeyring(life fx.Lifecycle, config configs.Config, log *zap.Logger) (*keyfile.Keyring, error) {
	keyring, err := keyfile.New(config.Keyring(), log)
	if err != nil {
		return nil, err
	}
	life.Append(fx.StopHook(keyring.Close))
	return keyring, nil
}

func newAdmin(life fx.Lifecycle, config configs.Config, health *health, meter *metrics.Metrics, log *zap.Logger) *admin.Server {
	pages := []admin.Page{{Path: "/metrics", ContentType: metrics.ContentType, Content: meter.Text}}
	for _, resource := range httpapi.OpenAPI() {
		pages = append(pages, admin.Page(resource))
	}
	server := admin.New(config.Admin, health.readiness, health.engines, log, pages...)
	life.Append(fx.StartStopHook(server.Start, server.Close))
	return server
}

// apiDependencies are what the public API needs. What is made first is started first and stopped last. The admin listener
// comes before the engine, so that it answers during a long start and until the end.
type apiDependencies struct {
	fx.In

	Admin     *admin.Server
	Life      fx.Lifecycle
	Config    configs.Config
	Engines   *serviceEngines
	Admission *admission.Admission
	Generator ports.Generator
	Keyring   *keyfile.Keyring
	Limiter   limiter
	Previews  *previewEngines
	Health    *health
	Opener    opener
	Metrics   *metrics.Metrics
	Tracing   *tracing.Tracing
	Abort     abortContext
	Log       *zap.Logger
}

func newAPI(p apiDependencies) *httpapi.Server {
	server := httpapi.New(p.Config.PublicListener(), p.Generator, p.Keyring, p.Limiter, p.Log)
	server.Observe(p.Metrics.Answered)
	if p.Tracing != nil {
		server.Wrap(p.Tracing.Handler)
	}
	page := newWorkbench(p.Config, server, p.Previews)
	p.Admin.Mount(page, page.Paths()...)
	p.watch()
	p.Life.Append(fx.StartStopHook(server.Start, func(ctx context.Context) { closeServer(ctx, p.Abort, server, p.Log) }))
	p.Health.printing = p.Engines
	p.Health.checks = slices.Concat(p.Limiter.checks,
		[]check{{"keys", p.Keyring.Problem, false}, {"temporary folder", p.Opener.folder.Full, false}})
	p.Life.Append(fx.StartStopHook(func() { p.Health.state.Store(serving) }, func() { p.Health.state.Store(stopping) }))
	return server
}

// closeServer lets the requests under way finish. That http.drain_timeout or a second signal cuts some off is no failure.
func closeServer(ctx, abort context.Context, server *httpapi.Server, log *zap.Logger) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(abort, cancel)()
	if err := server.Close(ctx); err != nil {
		log.Warn("the service did not wait for all requests", zap.Error(err))
	}
}

// watch registers the sources that the metrics read at each scrape.
func (p apiDependencies) watch() {
	p.Metrics.Watch(metrics.Sources{
		Version:     p.Config.Admin.Version,
		Engines:     p.Health.engines,
		Workers:     p.Config.Render.EffectiveConcurrency(),
		Load:        p.Admission.Load,
		Keys:        p.Keyring.Len,
		KeyFailures: p.Keyring.Failures,
		NextExpiry:  p.Keyring.NextExpiry,
	})
}

// newLimiter counts in Redis if the configuration names one, else in memory.
func newLimiter(life fx.Lifecycle, config configs.Config, meter *metrics.Metrics, log *zap.Logger) (limiter, error) {
	c := config.RateLimit
	if c.RedisURL == "" {
		return limiter{Limiter: meter.Limiter(ratelimit.New(c))}, nil
	}
	shared, err := redislimit.New(redislimit.Config{URL: c.RedisURL, General: c.General()}, log)
	if err != nil {
		return limiter{}, err
	}
	life.Append(fx.StopHook(shared.Close))
	if c.OnRedisError == ratelimit.OnErrorDeny {
		return limiter{meter.Limiter(shared), []check{{"redis", shared.Problem, true}}}, nil
	}
	fallback := redislimit.Fallback{Limiter: meter.Limiter(shared)}
	if c.OnRedisError == ratelimit.OnErrorLocal {
		fallback.Local = meter.Limiter(ratelimit.New(c))
	}
	return limiter{fallback, []check{{"redis", shared.Problem, false}}}, nil
}

// limiter is the rate limit, with what /readyz shows of it.
type limiter struct {
	ports.Limiter
	checks []check
}

// newWorkbench puts the workbench's actions behind the checks of the public operation.
func newWorkbench(config configs.Config, server *httpapi.Server, engines *previewEngines) *workbench.Workbench {
	actions := workbench.Actions{
		Previewer: preview.New(
			engines, poppler.New(poppler.DefaultConfig(), reader.Reader{}), reader.Reader{}, config.Template, poppler.Installed),
		Generators: engines,
	}
	return workbench.New(workbench.Config{Engines: EngineNames(config), PublicAddr: config.HTTP.Addr},
		server.CheckedHandler(workbench.Documents, actions.Preview), server.CheckedHandler(workbench.Documents, actions.PDF))
}
