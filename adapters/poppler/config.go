package poppler

import (
	"fmt"
	"os/exec"
	"time"

	"platen/domain"
)

// Config bounds the tools.
type Config struct {
	// Timeout bounds how long a process may print nothing while its output is waited for.
	Timeout time.Duration
	// MaxMemory bounds the address space of one process.
	MaxMemory domain.ByteSize
	// MaxText bounds the output of one process, except pictures.
	MaxText domain.ByteSize
	// MaxPixels bounds one picture.
	MaxPixels int
	// Niceness of the tools (nice(2)), from 0 to 19.
	Niceness int
}

// DefaultConfig is for documents of some hundred pages. Its Niceness gives engines that are being timed a higher priority, and lets
// the tools go on where the machine has other work.
func DefaultConfig() Config {
	return Config{Timeout: 2 * time.Minute, MaxMemory: 2 * domain.GiB, MaxText: 256 * domain.MiB, MaxPixels: 50_000_000, Niceness: 4}
}

// tools are the programs that a Rasterizer starts.
var tools = []string{"pdftoppm", "pdftotext"}

// Installed returns an error that says what to install if a tool is missing.
func Installed() error {
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("no program %s on PATH: install the Debian package poppler-utils", tool)
		}
	}
	return nil
}
