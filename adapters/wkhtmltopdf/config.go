package wkhtmltopdf

import (
	"fmt"
	"runtime"
)

// Config is the engine's part of the configuration, wkhtmltopdf.*.
type Config struct {
	// Bin is the program's path or name; empty: wkhtmltopdf on PATH.
	Bin string `koanf:"bin"`
	// Recycle is the number of documents after which a process is replaced; at least 1.
	Recycle int `koanf:"recycle"`
	// Processes is the number of processes kept, and so of sheets printed at once; at least 1. It is
	// render.concurrency of the service. One holds about 90 MB.
	Processes int `koanf:"-"`
}

// DefaultConfig gives the defaults.
func DefaultConfig() Config { return Config{Recycle: 300, Processes: runtime.NumCPU()} }

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	switch {
	case c.Recycle < 1:
		return fmt.Errorf("wkhtmltopdf.recycle: %d is not at least 1", c.Recycle)
	case c.Processes < 1:
		return fmt.Errorf("render.concurrency: %d is not at least 1", c.Processes)
	}
	return nil
}
