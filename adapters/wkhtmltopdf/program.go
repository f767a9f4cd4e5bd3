package wkhtmltopdf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/sys/unix"
)

// Program is an installed wkhtmltopdf.
type Program struct {
	// Path is absolute.
	Path string
	// Version is what the program says, as in "0.12.6" or "0.12.6 (with patched qt)".
	Version string
}

// Patched reports whether the program is built with its own Qt, as on wkhtmltopdf's site, and not with a distribution's.
func (p Program) Patched() bool { return strings.Contains(p.Version, "patched qt") }

// Find finds the configured program and asks it for its version. The error says what to do.
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
	command.Env = environment(os.TempDir(), "", false)
	answer, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		answer = exit.Stderr // such as a missing library
	}
	said, _, _ := strings.Cut(strings.TrimSpace(string(answer)), "\n")
	version, named := strings.CutPrefix(said, "wkhtmltopdf ")
	switch {
	case ctx.Err() != nil:
		return Program{}, fmt.Errorf("wkhtmltopdf: ask for its version: %w", ctx.Err())
	case err != nil:
		return Program{}, fmt.Errorf("wkhtmltopdf: %s --version: %w, %.200q: %s", path, err, said, remedy)
	case !named:
		return Program{}, fmt.Errorf("wkhtmltopdf: %s is another program, --version answers %.80q: %s", path, said, remedy)
	}
	return Program{Path: path, Version: version}, nil
}

// userAgent is the User-Agent of the requests of Debian's build, which names the machine. Package rendertest checks it.
func userAgent() string {
	system := "Linux x86_64"
	var name unix.Utsname
	if unix.Uname(&name) == nil {
		system = unix.ByteSliceToString(name.Sysname[:]) + " " + unix.ByteSliceToString(name.Machine[:])
	}
	return "Mozilla/5.0 (Unknown; " + system + ") AppleWebKit/602.1 (KHTML, like Gecko) wkhtmltopdf Version/10.0 Safari/602.1"
}

// remedy says what to do about a program that is not the right one or does not work.
const remedy = "install the Debian package wkhtmltopdf (apt-get install --reinstall wkhtmltopdf), and leave wkhtmltopdf.bin empty"
