package app

import (
	"fmt"
	"os/exec"

	"go.uber.org/dig"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/egress"
	"platen/adapters/engines"
	"platen/adapters/workfolder"
	"platen/configs"
	"platen/ports"
)

// engineModule is the engine that the configuration names.
var engineModule = fx.Module("engine", fx.Provide(
	func(life fx.Lifecycle, start startContext, config configs.Config, folder *workfolder.Folder, egress ports.Egress, log *zap.Logger) (ports.Engine, error) {
		kind, known := config.Registry.Find(config.Engine)
		if !known {
			return nil, fmt.Errorf("engine: %q is not known", config.Engine)
		}
		if err := findNamed(config.Engine, config.Engines[config.Engine].Program()); err != nil {
			return nil, err
		}
		engine := openEngine(kind, config, folder, egress, log)
		life.Append(fx.StartStopHook(func() error { return engine.Start(start) }, engine.Close))
		return engine, nil
	},
))

// openEngine makes an engine with its configuration.
func openEngine(kind engines.Kind, config configs.Config, folder *workfolder.Folder, egress ports.Egress, log *zap.Logger) ports.Engine {
	return kind.Open(config.Engines[kind.Name], engineSetup(config, folder, egress, log))
}

func engineSetup(config configs.Config, folder *workfolder.Folder, egress ports.Egress, log *zap.Logger) engines.Setup {
	return engines.Setup{
		Concurrency: config.Render.EffectiveConcurrency(), MaxPDF: config.Render.MaxPDF, Reproducible: config.Render.Reproducible,
		WorkFolder: folder.Path(), Egress: egress, Log: log,
	}
}

// findNamed checks that the program that the configuration names for its engine exists, before anything is started. Without a
// name, the engine itself looks on PATH.
func findNamed(engine, program string) error {
	if program == "" {
		return nil
	}
	if _, err := exec.LookPath(program); err != nil {
		return fmt.Errorf("%s.bin: %w; name a program that is installed, or leave the key empty to look on PATH", engine, err)
	}
	return nil
}

// egressModule is the egress proxy: sessions for the engine, scopes for documents.
var egressModule = fx.Module("egress", fx.Provide(
	func(life fx.Lifecycle, config configs.Config, log *zap.Logger) (*egress.Egress, ports.Egress, ports.Network, error) {
		guard, err := egress.New(config.Egress, log)
		if err != nil {
			return nil, nil, nil, err
		}
		life.Append(fx.StopHook(guard.Close))
		return guard, guard, guard, nil
	},
))

// rootCause removes fx's own messages around the error of a constructor.
func rootCause(err error) error { return dig.RootCause(err) }
