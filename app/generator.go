package app

import (
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/pdfcpu"
	"platen/adapters/pdfreader"
	"platen/app/admission"
	"platen/app/generate"
	"platen/app/retry"
	"platen/configs"
	"platen/domain"
	"platen/ports"
)

// generatorModule is the use case, with retries around the engine and admission around the whole.
var generatorModule = fx.Module("generator", fx.Provide(
	func(config configs.Config, engine ports.Engine, network ports.Network, log *zap.Logger) ports.Generator {
		generator := generate.New(engine.Info(), retry.New(engine, log), pdfreader.Inspector{}, pdfcpu.New(), network, generate.Settings{
			Template: config.Template,
			Paper:    domain.A4, Margins: domain.UniformMargins(config.Page.Margin),
			Edge: config.Page.Edge, Gap: config.Page.Gap,
			MaxPages: config.Render.MaxPages, MaxPDF: config.Render.MaxPDF,
		})
		return admission.New(generator, admission.Limits{
			Concurrency: config.Render.EffectiveConcurrency(), Queue: config.Render.Queue, Timeout: config.Render.Timeout,
		})
	},
))
