package chrome

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"platen/adapters/internal/engine"
	"platen/domain"
	"platen/ports"
)

// Config is the engine's part of the configuration, chrome.*.
type Config struct {
	// Bin is the browser's path or name; empty: the first of headlessNames on PATH.
	Bin string `key:"bin"`
	// URL is the address of a browser that runs elsewhere, instead of Bin: http://host:port of its DevTools port, or ws://… of a service
	// that provides browsers; empty: the service starts its own.
	URL string `key:"url"`
	// Sandbox switches Chrome's own sandbox, which does not work for root. SandboxAuto switches it on for other users.
	Sandbox Sandbox `key:"sandbox"`
	// Tagged makes accessible PDF with a bookmark for each heading, at about twice the time and ten times the size on long tables.
	Tagged bool `key:"tagged"`
	// Recycle is the number of documents after which a tab is replaced; at least 1.
	Recycle int `key:"recycle"`
	// MaxMemory bounds one renderer process; 0: no bound. A process that needs more is killed, and its document fails.
	MaxMemory domain.ByteSize `key:"max_memory"`
}

// Sandbox says whether Chrome's sandbox is on.
type Sandbox string

// The values of chrome.sandbox.
const (
	SandboxAuto Sandbox = "auto"
	SandboxOn   Sandbox = "on"
	SandboxOff  Sandbox = "off"
)

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{Sandbox: SandboxAuto, Recycle: 500, MaxMemory: 2 * domain.GiB}
}

// Validate names the first key whose value does not fit.
func (c Config) Validate() error {
	if _, err := c.remoteURL(); err != nil {
		return err
	}
	switch {
	case c.URL != "" && c.Bin != "":
		return errors.New("chrome.url: chrome.bin is set too; write one of them")
	case c.Sandbox != SandboxAuto && c.Sandbox != SandboxOn && c.Sandbox != SandboxOff:
		return fmt.Errorf("chrome.sandbox: %q is not auto, on or off", c.Sandbox)
	}
	return engine.CheckProcess("chrome", c.Recycle, c.MaxMemory)
}

// sandboxed reports whether the sandbox is on for the user that runs the service.
func (c Config) sandboxed() bool {
	return c.Sandbox == SandboxOn || c.Sandbox == SandboxAuto && os.Geteuid() != 0
}

// sandboxStatus says in words whether the sandbox is on, and if not, why.
func (c Config) sandboxStatus() string {
	switch {
	case c.URL != "":
		return "the remote browser's own"
	case c.sandboxed():
		return "on"
	case c.Sandbox == SandboxOff:
		return "off (chrome.sandbox)"
	default:
		return "off (run by root)"
	}
}

// headlessNames are the programs that Find looks for, in this order: headless-shell is several times faster than the whole browser.
var headlessNames = []string{
	"chromium-headless-shell", "chrome-headless-shell", "headless-shell",
	"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome",
}

// Find returns the path of the configured browser.
func (c Config) Find() (string, error) {
	if c.Bin != "" {
		path, err := exec.LookPath(c.Bin)
		if err != nil {
			return "", fmt.Errorf("chrome.bin: no program %q: name one that is installed, or leave the key empty to look on PATH", c.Bin)
		}
		return path, nil
	}
	for _, name := range headlessNames {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chrome on PATH: install one (Debian: apt-get install chromium-headless-shell) or set chrome.bin")
}

// Kind is Chrome in the registry of engines.
var Kind = engine.NewKind("chrome", ports.Capabilities{
	PageRules: true, Frames: true, Tagged: true, Standards: []domain.Standard{domain.UA1, domain.A2B, domain.A3B},
}, DefaultConfig, New)

// Program is chrome.bin.
func (c Config) Program() (key, name string) { return "bin", c.Bin }
