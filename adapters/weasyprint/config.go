package weasyprint

import (
	"platen/adapters/internal/engine"
	"platen/domain"
	"platen/ports"
)

// Config is the part of the configuration below the key weasyprint.
type Config struct {
	// Python is the path or name of a Python that has WeasyPrint; empty: that of the command weasyprint on PATH, else python3.
	Python string `key:"python"`
	// Recycle is the number of documents after which a process is replaced; at least 1.
	Recycle int `key:"recycle"`
	// MaxMemory limits the memory of one process; 0: no limit. A document that needs more fails.
	MaxMemory domain.ByteSize `key:"max_memory"`
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{Recycle: 500, MaxMemory: 2 * domain.GiB}
}

// Validate names the first key whose value does not fit.
func (c Config) Validate() error { return engine.CheckProcess("weasyprint", c.Recycle, c.MaxMemory) }

// Kind is WeasyPrint in the registry of engines.
var Kind = engine.NewKind("weasyprint", ports.Capabilities{
	PageRules: true, Standards: []domain.Standard{domain.A2B, domain.A3B},
}, DefaultConfig, New)

// Program is weasyprint.python.
func (c Config) Program() (key, name string) { return "python", c.Python }
