package poppler

import (
	"fmt"
	"os/exec"
	"time"

	"platen/domain"
)

// Config bounds the tools.
type Config struct {
	// Timeout bounds one process.
	Timeout time.Duration
	// MaxMemory bounds the address space of one process.
	MaxMemory domain.ByteSize
	// MaxText bounds what one process may print, pictures not counted.
	MaxText domain.ByteSize
	// MaxPixels bounds one picture.
	MaxPixels int
}

// DefaultConfig suits documents of some hundred pages.
func DefaultConfig() Config {
	return Config{Timeout: 2 * time.Minute, MaxMemory: 2 * domain.GiB, MaxText: 256 * domain.MiB, MaxPixels: 50_000_000}
}

// tools are the programs that a Rasterizer starts.
var tools = []string{"pdftoppm", "pdftotext", "pdffonts", "pdfinfo"}

// Installed says what to do where a tool is missing; nil where none is.
func Installed() error {
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("no program %s on PATH: install the Debian package poppler-utils", tool)
		}
	}
	return nil
}
