package wkhtmltopdf

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Program is an installed wkhtmltopdf.
type Program struct {
	// Path is absolute.
	Path string
	// Version is what it says of itself, as in "0.12.6" or "0.12.6 (with patched qt)".
	Version string
}

// Patched tells a build with its own Qt, as from wkhtmltopdf's site, from a distribution's.
func (p Program) Patched() bool { return strings.Contains(p.Version, "patched qt") }

// Find looks for the program that the configuration means and asks it for its version. The error says what
// to do.
func (c Config) Find(ctx context.Context) (Program, error) {
	name := c.Bin
	if name == "" {
		name = "wkhtmltopdf"
	}
	path, err := exec.LookPath(name)
	if err != nil && c.Bin != "" {
		return Program{}, fmt.Errorf("wkhtmltopdf.bin: no program %q: name one that is installed, or leave the key empty to look on PATH", c.Bin)
	}
	if err != nil {
		return Program{}, fmt.Errorf("wkhtmltopdf is not installed: install the Debian package wkhtmltopdf (apt-get install wkhtmltopdf), or set wkhtmltopdf.bin")
	}
	command := exec.CommandContext(ctx, path, "--version")
	command.Env = environment(os.TempDir(), "")
	answer, err := command.Output()
	if ctx.Err() != nil {
		return Program{}, fmt.Errorf("wkhtmltopdf: ask for its version: %w", ctx.Err())
	}
	version, named := strings.CutPrefix(strings.TrimSpace(string(answer)), "wkhtmltopdf ")
	if err != nil {
		return Program{}, fmt.Errorf("wkhtmltopdf: %s --version: %w: reinstall the Debian package wkhtmltopdf", path, err)
	}
	if !named {
		return Program{}, fmt.Errorf("wkhtmltopdf: %s --version answers %.80q: reinstall the Debian package wkhtmltopdf", path, answer)
	}
	return Program{Path: path, Version: version}, nil
}
