package chrome

import (
	"platen/adapters/internal/engine"
	"platen/ports"
)

// Engine is Chrome in the registry of engines.
var Engine = engine.Kind{
	Name: "chrome",
	Capabilities: ports.Capabilities{
		NamedPages: true, MarginBoxes: true, Grid: true, WebFontText: true, PrintOnlyResources: true, ColourEmoji: true, Tagged: true,
	},
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

// Program is chrome.bin.
func (c Config) Program() string { return c.Bin }
