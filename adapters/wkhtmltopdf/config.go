package wkhtmltopdf

import (
	"fmt"
	"runtime"

	"platen/domain"
)

// Config is the engine's part of the configuration, wkhtmltopdf.*.
type Config struct {
	// Bin is the program's path or name; empty: wkhtmltopdf on PATH.
	Bin string `koanf:"bin"`
	// Recycle is the number of documents after which a process is replaced; at least 1.
	Recycle int `koanf:"recycle"`
	// Kerning is how much text, without tags, a document may have to be kerned, as Chrome does; 0: none. Kerned
	// words stand where Chrome puts them to 0.75 %, others to 4 % (after AVATAR) or 1 % (after most words), but
	// kerning triples the time of long documents. Up to the default it costs less than what a warm process saves.
	Kerning domain.ByteSize `koanf:"kerning"`
	// MaxMemory bounds one process; 0: no bound. One that grows past it is ended, and its document fails. Where Bin
	// is a script that stays beside the program, it is the script that is bounded.
	MaxMemory domain.ByteSize `koanf:"max_memory"`
	// MaxPDF bounds a PDF; a larger one is an InvalidRequest, and never wholly on disk. It is render.max_pdf of the
	// service; less than 1 MiB is taken for that.
	MaxPDF domain.ByteSize `koanf:"-"`
	// Concurrency is the number of processes kept, and so of sheets printed at once; at least 1. It is
	// render.concurrency of the service. One holds about 90 MB.
	Concurrency int `koanf:"-"`
	// WorkFolder is where the engine makes its folder; empty: the temporary folder.
	WorkFolder string `koanf:"-"`
}

// DefaultConfig gives the defaults.
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
