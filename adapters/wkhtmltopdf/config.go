package wkhtmltopdf

import (
	"fmt"

	"platen/adapters/internal/engine"
	"platen/domain"
	"platen/ports"
)

// Config is the part of the configuration below the key wkhtmltopdf.
type Config struct {
	// Bin is the program's path or name; empty: wkhtmltopdf on PATH.
	Bin string `key:"bin"`
	// Recycle is the number of documents after which a process is replaced; at least 1.
	Recycle int `key:"recycle"`
	// Kerning is the largest size of a document's text, without tags, that is kerned; 0: none is. Kerned words are
	// within 0.75 % of their place in Chrome, others within 1 % (after most words) or 4 % (after AVATAR), but kerning
	// triples the time of long documents. Up to the default size, it costs less time than a running process saves over a new one.
	Kerning domain.ByteSize `key:"kerning"`
	// MaxMemory limits the memory of one process; 0: no limit. A process that exceeds it is ended, and its document
	// fails. If Bin is a script that does not exec the program, the limit applies to the script.
	MaxMemory domain.ByteSize `key:"max_memory"`
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{Recycle: 300, Kerning: 32 * domain.KiB, MaxMemory: 2 * domain.GiB}
}

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	if c.Kerning < 0 {
		return fmt.Errorf("wkhtmltopdf.kerning: %s is negative; 0 means none", c.Kerning)
	}
	return engine.CheckProcess("wkhtmltopdf", c.Recycle, c.MaxMemory)
}

// Kind is wkhtmltopdf in the registry of engines.
var Kind = engine.NewKind("wkhtmltopdf", ports.Capabilities{
	Frames: true, Standards: []domain.Standard{domain.A2B, domain.A3B},
}, DefaultConfig, New)

// Program is wkhtmltopdf.bin.
func (c Config) Program() (key, name string) { return "bin", c.Bin }
