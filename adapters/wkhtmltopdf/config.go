package wkhtmltopdf

import (
	"fmt"
	"runtime"

	"platen/adapters/internal/engine"
	"platen/domain"
	"platen/ports"
)

// Config is the part of the configuration below the key wkhtmltopdf.
type Config struct {
	// Bin is the program's path or name; empty: wkhtmltopdf on PATH.
	Bin string `koanf:"bin"`
	// Recycle is the number of documents after which a process is replaced; at least 1.
	Recycle int `koanf:"recycle"`
	// Kerning is the largest size of a document's text, without tags, that is kerned; 0: none is. Kerned words are
	// within 0.75 % of their place in Chrome, others within 1 % (after most words) or 4 % (after AVATAR), but kerning
	// triples the time of long documents. Up to the default it costs less than a process that runs already saves.
	Kerning domain.ByteSize `koanf:"kerning"`
	// MaxMemory limits the memory of one process; 0: no limit. A process that exceeds it is ended, and its document
	// fails. If Bin is a script that does not exec the program, the limit applies to the script.
	MaxMemory domain.ByteSize `koanf:"max_memory"`
	// MaxPDF limits the size of a PDF; a larger one is an InvalidRequest and is never written completely. It is
	// render.max_pdf of the service. The limit of a process is at least 1 MiB.
	MaxPDF domain.ByteSize `koanf:"-"`
	// Concurrency is the number of processes, and so of documents printed at once; at least 1. It is
	// render.concurrency of the service. A process has about 90 MB.
	Concurrency int `koanf:"-"`
	// Reproducible makes the PDFs of equal jobs equal, byte by byte. It is render.reproducible of the service.
	Reproducible bool `koanf:"-"`
	// Background lowers the priority of the processes (nice(2)).
	Background bool `koanf:"-"`
	// WorkFolder is where the engine makes its folder; empty: the temporary folder.
	WorkFolder string `koanf:"-"`
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{
		Recycle: 300, Kerning: 32 * domain.KiB, MaxMemory: 2 * domain.GiB, MaxPDF: 128 * domain.MiB, Concurrency: runtime.NumCPU(),
	}
}

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	switch {
	case c.Recycle < 1:
		return fmt.Errorf("wkhtmltopdf.recycle: %d is not at least 1", c.Recycle)
	case c.Kerning < 0:
		return fmt.Errorf("wkhtmltopdf.kerning: %s is negative; 0 means none", c.Kerning)
	case c.MaxMemory < 0:
		return fmt.Errorf("wkhtmltopdf.max_memory: %s is negative; 0 means no bound", c.MaxMemory)
	case c.MaxMemory > 0 && c.MaxMemory < 128*domain.MiB:
		return fmt.Errorf("wkhtmltopdf.max_memory: %s is less than small documents need; write 128MiB or more", c.MaxMemory)
	case c.MaxPDF < 1:
		return fmt.Errorf("render.max_pdf: %s is not at least a byte", c.MaxPDF)
	case c.Concurrency < 1:
		return fmt.Errorf("render.concurrency: %d is not at least 1", c.Concurrency)
	}
	return nil
}

// recycle is Recycle, for processes that are started in the same state for equal PDFs: the fonts that a document made Qt load move
// letters and lines of the next one by fractions of a pixel.
func (c Config) recycle() int {
	if c.Reproducible {
		return 1
	}
	return c.Recycle
}

// Engine is wkhtmltopdf in the registry of engines.
var Engine = engine.Kind{
	Name: "wkhtmltopdf",
	// What it lacks was found by experiment.
	Capabilities: ports.Capabilities{PrintOnlyResources: true, Frames: true, Standards: []domain.Standard{domain.A2B, domain.A3B}},
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
func (c Config) Program() (key, name string) { return "bin", c.Bin }
