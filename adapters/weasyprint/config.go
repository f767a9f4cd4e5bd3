package weasyprint

import (
	"fmt"
	"runtime"

	"platen/adapters/internal/engine"
	"platen/domain"
	"platen/ports"
)

// Config is the part of the configuration below the key weasyprint.
type Config struct {
	// Python is the path or name of a Python that has WeasyPrint; empty: that of the command weasyprint on PATH, else python3.
	Python string `koanf:"python"`
	// Recycle is the number of documents after which a process is replaced; at least 1.
	Recycle int `koanf:"recycle"`
	// MaxMemory limits the memory of one process; 0: no limit. A document that needs more fails.
	MaxMemory domain.ByteSize `koanf:"max_memory"`
	// MaxPDF limits the size of a PDF; a larger one is an InvalidRequest. It is render.max_pdf of the service.
	MaxPDF domain.ByteSize `koanf:"-"`
	// Concurrency is the number of processes, and so of documents printed at once; at least 1. It is render.concurrency of
	// the service. A process has about 80 MB.
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
	return Config{Recycle: 500, MaxMemory: 2 * domain.GiB, MaxPDF: 128 * domain.MiB, Concurrency: runtime.NumCPU()}
}

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	switch {
	case c.Recycle < 1:
		return fmt.Errorf("weasyprint.recycle: %d is not at least 1", c.Recycle)
	case c.MaxMemory < 0:
		return fmt.Errorf("weasyprint.max_memory: %s is negative; 0 means no bound", c.MaxMemory)
	case c.MaxMemory > 0 && c.MaxMemory < 128*domain.MiB:
		return fmt.Errorf("weasyprint.max_memory: %s is less than small documents need; write 128MiB or more", c.MaxMemory)
	case c.MaxPDF < 1:
		return fmt.Errorf("render.max_pdf: %s is not at least a byte", c.MaxPDF)
	case c.Concurrency < 1:
		return fmt.Errorf("render.concurrency: %d is not at least 1", c.Concurrency)
	}
	return nil
}

// Engine is WeasyPrint in the registry of engines.
var Engine = engine.Kind{
	Name:         "weasyprint",
	Capabilities: capabilities(debian),
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

// Program is weasyprint.python.
func (c Config) Program() (key, name string) { return "python", c.Python }

// debian is the version of the Debian package, 12's.
const debian = 57

// capabilities are those of a major version. What 57 lacks was found by experiment.
func capabilities(version int) ports.Capabilities {
	return ports.Capabilities{
		NamedPages: true, MarginBoxes: true, WebFontText: true, PrintOnlyResources: true, ColourEmoji: true,
		Grid: version >= 62, Standards: []domain.Standard{domain.A2B, domain.A3B},
	}
}
