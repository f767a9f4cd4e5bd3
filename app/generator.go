package app

import (
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/metrics"
	"platen/adapters/pdf/reader"
	"platen/adapters/pdfcpu"
	"platen/adapters/sheetreader"
	"platen/adapters/tracing"
	"platen/app/admission"
	"platen/app/generate"
	"platen/app/rendercache"
	"platen/app/retry"
	"platen/configs"
	"platen/domain"
	"platen/ports"
)

// generatorModule is the use case, with retries around the engine and admission around the whole.
var generatorModule = fx.Module("generator", fx.Provide(newInstalledFonts, newAdmission, newGenerator))

// generatorParts are the parts of the use case. Only a running service measures them.
type generatorParts struct {
	fx.In

	Config  configs.Config
	Engine  ports.Engine
	Egress  ports.Egress
	Network ports.Network
	Fonts   *installedFonts
	Metrics *metrics.Metrics `optional:"true"`
	Log     *zap.Logger
}

func newAdmission(p generatorParts) *admission.Admission {
	renderer := ports.Renderer(p.Engine)
	if p.Metrics != nil {
		renderer = p.Metrics.Renderer(renderer)
	}
	renderer = retry.New(renderer, p.Log)
	if limit := p.Config.Render.HeaderCache; limit > 0 {
		renderer = rendercache.New(renderer, p.Engine.Info, limit)
	}
	generator := generate.New(generate.Dependencies{
		Engine: p.Engine.Info(), Renderer: renderer, Inspector: reader.PDF{}, Paint: reader.PDF{}, Stamper: pdfcpu.New(),
		Network: p.Network, Sheets: sheetreader.New(p.Egress, p.Engine.Info), Fingerprint: fingerprint(p.Config, p.Engine, p.Fonts),
	}, generate.Settings{
		Template: p.Config.Template,
		Paper:    domain.A4, Margins: domain.UniformMargins(p.Config.Page.Margin),
		Edge: p.Config.Page.Edge, Gap: p.Config.Page.Gap,
		MaxPages: p.Config.Render.MaxPages, MaxPDF: p.Config.Render.MaxPDF,
	})
	return admission.New(generator, admission.Limits{
		Concurrency: p.Config.Render.EffectiveConcurrency(), Queue: p.Config.Render.Queue, Timeout: p.Config.Render.Timeout,
	})
}

// instruments measure documents from their arrival on.
type instruments struct {
	fx.In

	Metrics *metrics.Metrics `optional:"true"`
	Tracing *tracing.Tracing `optional:"true"`
}

func newGenerator(config configs.Config, admission *admission.Admission, by instruments) ports.Generator {
	generator := ports.Generator(admission)
	if by.Metrics != nil {
		generator = by.Metrics.Generator(generator, config.Engine)
	}
	if by.Tracing != nil {
		generator = by.Tracing.Generator(generator)
	}
	return generator
}
