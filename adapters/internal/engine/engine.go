// Package engine has the type with which an engine's folder registers it. See adapters/engines for the list.
package engine

import (
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
	// NewConfig returns the settings with their defaults: a pointer to a struct whose fields have koanf tags.
	NewConfig func() Config
	// Open makes an engine that is not started yet. The Config is a valid one from NewConfig.
	Open func(Config, Setup) ports.Engine
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

// Setup has the parameters of Open that all engines share.
type Setup struct {
	// Concurrency is the number of documents rendered at once; at least 1.
	Concurrency int
	// Background: the engine's processes give way to those of others (nice(2)).
	Background bool
	// MaxPDF bounds one PDF; a larger one is an InvalidRequest.
	MaxPDF domain.ByteSize
	// Reproducible: equal jobs give equal bytes, from any worker of any process on this machine.
	Reproducible bool
	// WorkFolder is the folder for the engine's files; empty: the temporary folder.
	WorkFolder string
	// Egress is the engine's only access to the network.
	Egress ports.Egress
	Log    *zap.Logger
}
