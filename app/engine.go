package app

import (
	"fmt"
	"os/exec"

	"go.uber.org/dig"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"platen/adapters/chrome"
	"platen/adapters/egress"
	"platen/adapters/wkhtmltopdf"
	"platen/configs"
	"platen/ports"
)

// kind is what is known of an engine before it is opened.
type kind struct {
	// program is what the configuration names; empty: the engine looks on PATH.
	program func(configs.Config) string
	open    func(configs.Config, ports.Egress, *zap.Logger) ports.Engine
}

// engines are the kinds by their names. A new one is a folder of adapters, its Config in configs, and an entry here.
var engines = map[string]kind{
	configs.EngineChrome: {
		program: func(c configs.Config) string { return c.Chrome.Bin },
		open: func(c configs.Config, e ports.Egress, log *zap.Logger) ports.Engine {
			return chrome.New(c.Chrome, e, log)
		},
	},
	configs.EngineWkhtmltopdf: {
		program: func(c configs.Config) string { return c.Wkhtmltopdf.Bin },
		open: func(c configs.Config, e ports.Egress, log *zap.Logger) ports.Engine {
			return wkhtmltopdf.New(c.Wkhtmltopdf, e, log)
		},
	},
}

// engineModule is the engine that the configuration names.
var engineModule = fx.Module("engine", fx.Provide(
	func(life fx.Lifecycle, start startContext, config configs.Config, egress ports.Egress, log *zap.Logger) (ports.Engine, error) {
		kind, known := engines[config.Engine]
		if !known {
			return nil, fmt.Errorf("engine: %q is not known", config.Engine)
		}
		if err := findNamed(config.Engine, kind.program(config)); err != nil {
			return nil, err
		}
		engine := kind.open(config, egress, log)
		life.Append(fx.StartStopHook(func() error { return engine.Start(start) }, engine.Close))
		return engine, nil
	},
))

// findNamed says whether the program that the configuration names for its engine is there, before anything is
// started. One that is to be found on PATH, the engine looks for itself.
func findNamed(engine, program string) error {
	if program == "" {
		return nil
	}
	if _, err := exec.LookPath(program); err != nil {
		return fmt.Errorf("%s.bin: %w; name a program that is installed, or leave the key empty to look on PATH", engine, err)
	}
	return nil
}

// egressModule is the guarded way to the network: sessions for the engine, scopes for documents.
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

// rootCause unwraps what fx says about its wiring down to what a constructor said.
func rootCause(err error) error { return dig.RootCause(err) }
