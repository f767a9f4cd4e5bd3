// Package engine has the type with which an engine's folder registers it. See adapters/engines for the list.
package engine

import (
	"fmt"

	"go.uber.org/zap"

	"platen/domain"
	"platen/ports"
)

// Kind is an engine before it is opened.
type Kind struct {
	// Name is the value of the setting engine, and the section of the engine's own settings.
	Name string
	// Capabilities are those of the engines from Open.
	Capabilities ports.Capabilities
	// NewConfig returns the settings with their defaults: a pointer to a struct whose fields have key tags.
	NewConfig func() Config
	// Open makes an engine that is not started yet. The Config is a valid one from NewConfig.
	Open func(Config, Setup) ports.Engine
}

// NewKind registers an engine whose struct of settings is C.
func NewKind[C any, E ports.Engine, P interface {
	*C
	Config
}](name string, capabilities ports.Capabilities, defaults func() C, open func(C, Setup) E) Kind {
	return Kind{
		Name: name, Capabilities: capabilities,
		NewConfig: func() Config {
			config := defaults()
			return P(&config)
		},
		Open: func(config Config, setup Setup) ports.Engine { return open(*config.(P), setup) },
	}
}

// Config is the section of an engine in the configuration.
type Config interface {
	// Validate names the first key whose value is invalid, as in "NAME.bin: …".
	Validate() error
	// Program is the key of the program's setting, and the program that it names; empty: the engine looks on PATH.
	Program() (key, name string)
}

// Remote is implemented by the Config of an engine that may run on another machine.
type Remote interface {
	// RemoteHost is the host of a program that the engine does not start; empty: the engine starts its own.
	RemoteHost() string
}

// Setup is what the service gives every engine.
type Setup struct {
	// Concurrency is the number of documents rendered at once; at least 1. It is render.concurrency.
	Concurrency int
	// MaxPDF bounds one PDF; a larger one is an InvalidRequest. It is render.max_pdf.
	MaxPDF domain.ByteSize
	// Reproducible: equal jobs give equal bytes but for dates, from any worker of any process on this machine. It is
	// render.reproducible.
	Reproducible bool
	// Background: the engine's processes give way to those of others (nice(2)).
	Background bool
	// WorkFolder is the folder for the engine's files; empty: the temporary folder.
	WorkFolder string
	// Egress is the engine's only access to the network.
	Egress ports.Egress
	Log    *zap.Logger
}

// PrintLimit is what one print may write: MaxPDF, but at least 1 MiB, so that the engine's own test page is printed with a small limit
// of PDFs. It protects disk and memory; the service checks the size of each PDF again.
func (s Setup) PrintLimit() domain.ByteSize { return max(s.MaxPDF, domain.MiB) }

// CheckProcess checks the settings recycle and max_memory in an engine's section of the configuration.
func CheckProcess(section string, recycle int, maxMemory domain.ByteSize) error {
	switch {
	case recycle < 1:
		return fmt.Errorf("%s.recycle: %d is not at least 1", section, recycle)
	case maxMemory < 0:
		return fmt.Errorf("%s.max_memory: %s is negative; 0 means no bound", section, maxMemory)
	case maxMemory > 0 && maxMemory < 128*domain.MiB:
		return fmt.Errorf("%s.max_memory: %s is less than small documents need; write 128MiB or more", section, maxMemory)
	}
	return nil
}
