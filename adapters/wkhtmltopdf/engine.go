package wkhtmltopdf

import (
	"platen/adapters/internal/engine"
	"platen/ports"
)

// Engine is wkhtmltopdf in the registry of engines.
var Engine = engine.Kind{
	Name: "wkhtmltopdf",
	// What it lacks was found by experiment.
	Capabilities: ports.Capabilities{PrintOnlyResources: true},
	NewConfig: func() engine.Config {
		c := DefaultConfig()
		return &c
	},
	Open: func(config engine.Config, setup engine.Setup) ports.Engine {
		c := *config.(*Config)
		c.Concurrency, c.MaxPDF, c.WorkFolder = setup.Concurrency, setup.MaxPDF, setup.WorkFolder
		c.Reproducible, c.Background = setup.Reproducible, setup.Background
		return New(c, setup.Egress, setup.Log)
	},
}

// Program is wkhtmltopdf.bin.
func (c Config) Program() string { return c.Bin }
